"""What operators, indices and loops do with values, and what JAX refuses."""
