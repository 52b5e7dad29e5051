"""Fits a small network, with three mistakes that Python does not see: the tutorial in docs/tutorial.md fixes them."""

import jax
import jax.numpy as jnp


def predict(params, x):
    hidden = jnp.tanh(x @ params["w1"] + params["b1"])
    return hidden @ params["w2"]


def loss(params, x, y):
    return jnp.mean((predict(params, x) - y) ** 2)


def clip(gradient, limit):
    norm = jnp.linalg.norm(gradient)
    if norm > limit:
        gradient = gradient * (limit / norm)
    return gradient


@jax.jit
def step(params, x, y):
    value, gradients = jax.value_and_grad(loss)(params, x, y)
    print("loss:", value)
    gradients["w1"] = clip(gradients["w1"], 1.0)
    return jax.tree.map(lambda p, g: p - 0.1 * g, params, gradients)


def main():
    key = jax.random.key(0)
    params = {
        "w1": jax.random.normal(key, (3, 8)),
        "b1": jnp.zeros(8),
        "w2": jax.random.normal(key, (8,)),
    }
    data_key = jax.random.key(1)
    x = jax.random.normal(data_key, (64, 3))
    y = jnp.sin(x).sum(axis=1)
    for _ in range(3):
        params = step(params, x, y)


if __name__ == "__main__":
    main()
