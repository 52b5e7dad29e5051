"""A fixture of the harness itself: a hazard with a safe fix, one with none, and code that is good."""

import jax
import jax.numpy as jnp


# runs: masked_sum(f32[7])
# runs: masked_sum(f32[0])
@jax.jit
def masked_sum(x):
    kept = x > 0
    return jnp.sum(
        x, where=kept
    )


# runs: branch(i32[])  not-fixed
@jax.jit
def branch(n):
    if n > 0:  # hazard: JAX301  raises: TracerBoolConversionError
        return n[None]
    if n < 0:  # hazard: JAX301 masked
        return -n[None]
    return n[None, None]


# runs: by_shape({'a': f32[3, 2]}, [key, 2], scale=bf16[])
def by_shape(tree, rest, scale):
    rows = tree["a"].shape[0]
    return rows * tree["a"] * scale, jax.random.normal(rest[0], (rest[1],))
