"""Python control flow and host randomness on traced values."""

import jax
import jax.numpy as jnp
import numpy as np


def clip_norm(update, limit):
    norm = jnp.linalg.norm(update)
    return update * (limit / norm) if norm > limit else update


@jax.jit
def step(weights, gradient, limit):
    noise = np.random.normal(size=weights.shape)
    update = clip_norm(gradient, limit) + 0.01 * noise
    if jnp.isnan(update).any():
        update = jnp.zeros_like(update)
    weights[0] = 0.0
    return weights - update
