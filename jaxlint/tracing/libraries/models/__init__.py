"""The words that the models in knowledge/models are written in."""
