"""Choices and checks that Python made by truth."""
