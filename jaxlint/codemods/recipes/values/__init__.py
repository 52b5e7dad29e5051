"""Numbers, tables and functions of Python and NumPy, as JAX's."""
