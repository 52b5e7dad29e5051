"""Padding: sizes that are fixed before there is data, and what stands in the places to spare."""
