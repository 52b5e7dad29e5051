"""Small random programs, each judged by one run on JAX."""
