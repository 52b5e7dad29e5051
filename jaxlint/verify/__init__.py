"""``jaxlint verify``: original and fixed form run on JAX, in a process of their own and only when asked."""
