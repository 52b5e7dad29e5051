"""Libraries built on JAX: what their functions, classes and decorators mean for tracing.  One file a library."""
