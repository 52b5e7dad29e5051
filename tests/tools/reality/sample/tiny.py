"""A package whose tests replace a helper: jaxlint reads what is written, and is wrong about it in known ways."""

import jax
import jax.numpy as jnp


def total(x):
    return jnp.sum(x)


def width():
    return 4


class Scale:
    def __init__(self, factor):
        self.factor = factor


@jax.jit
def norm(x):
    square = x * x
    result = total(square)
    return jnp.sqrt(result)


@jax.jit
def padded(x):
    size = width()
    return x * size


def scaled(x):
    scale = Scale(2.0)

    @jax.jit
    def inside(y):
        return scale.factor * y

    return inside(x)


def rows(x):
    return jax.vmap(lambda row: row.sum() / row.shape[0])(x)


def slope(x):
    return jax.grad(lambda y: (y**2).sum())(x)
