"""numpyro.util: questions about values that may be traced."""

import jax
import jax.numpy as jnp


def not_jax_tracer(x):
    return not isinstance(x, jax.core.Tracer)


def is_prng_key(key):
    return jnp.issubdtype(key.dtype, jax.dtypes.prng_key)
