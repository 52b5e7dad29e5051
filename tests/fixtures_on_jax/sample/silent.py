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
    x[0] = 10  # hazard: JAX504  raises: TypeError
    return x


# runs: rows(f32[3, 4], f32[4])
def rows(x, scale):
    def row(x, scale):
        if x[0] > 0:  # hazard: JAX301  raises: TracerBoolConversionError
            return x * scale
        return x

    return jax.vmap(row, in_axes=(0, None))(x, scale)
