"""``jaxlint explain``: from what JAX said to what we say of the same place."""
