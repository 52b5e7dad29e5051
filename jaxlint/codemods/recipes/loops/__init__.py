"""Python's loops as JAX's."""
