"""Concretization: Python or NumPy asks a tracer for its number."""
