"""Rules on pytrees: what JAX can flatten, and put together again."""
