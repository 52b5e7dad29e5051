"""Notebooks: code cells as one Python text, and changes of that text back to the cells."""
