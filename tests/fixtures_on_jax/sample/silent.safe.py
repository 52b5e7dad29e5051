"""A fixture of the harness itself: silent misbehaviour, writing in place, vmap, and numbers that may differ."""

import jax
import jax.numpy as jnp
import numpy as np


# runs: noise(f32[3])  differs: other random numbers
@jax.jit
def noise(x):
    return x + np.random.normal()  # hazard: JAX401  effect: the same number on every call


def effect_noise():
    return bool(noise(1.0) == noise(1.0))


# runs: store(f32[4])
@jax.jit
def store(x):
    x = x.at[0].set(10)
    return x


# runs: rows(f32[3, 4], f32[4])
def rows(x, scale):
    def row(x, scale):
        return jnp.where(x[0] > 0, x * scale, x)

    return jax.vmap(row, in_axes=(0, None))(x, scale)
