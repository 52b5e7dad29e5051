"""The pages of the documentation site that are made by running things: `python -m tools.site` writes them."""
