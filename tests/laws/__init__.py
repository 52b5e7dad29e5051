"""The laws on which the fixes rest, each run on JAX against NumPy."""
