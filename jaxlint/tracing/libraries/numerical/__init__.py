"""The functions of JAX and NumPy, by the tables of knowledge."""
