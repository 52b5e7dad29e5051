"""Old names of JAX."""
