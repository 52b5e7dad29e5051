"""Branches and loops as a whole: which of the forms below is written."""
