"""Rules on libraries built on JAX: what their modules and functions need."""
