"""A static twin of JAX's tracer: says what will fail under trace, why the value is traced, and rewrites it."""

__version__ = "0.1.0"
