"""The abstract tracer: runs a program on avals instead of arrays, and notes what JAX would refuse."""
