"""Neutral facts met on the way through a traced program."""
