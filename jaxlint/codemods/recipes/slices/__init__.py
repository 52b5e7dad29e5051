"""Slices with traced bounds."""
