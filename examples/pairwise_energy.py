"""Works un-jitted, fails under jit: see what `jaxlint examples` says, and what `jaxlint --fix examples` makes of it."""

import jax
import jax.numpy as jnp


def distances(positions):
    differences = positions[:, None] - positions[None]
    return jnp.sqrt((differences**2).sum(axis=-1))


@jax.jit
def energy(positions, cutoff):
    d = distances(positions)
    near = (d > 0) & (d < cutoff)
    print("pairs:", near.sum())
    return (1.0 / d[near]).sum()


if __name__ == "__main__":
    print(energy(jax.random.normal(jax.random.key(0), (8, 3)), 1.5))
