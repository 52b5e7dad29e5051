"""Asks an installed JAX what its functions do with tracers.  Development only; `python -m tools.probe_jax` runs it."""
