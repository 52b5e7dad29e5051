"""The arrays and functions that trial calls are made of: the names that hints.py may use."""

from __future__ import annotations

import functools

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax


def new_key() -> object:
    try:
        return jax.random.key(0)
    except Exception:  # not every JAX has typed keys
        return jax.random.PRNGKey(0)


@functools.cache
def names() -> dict[str, object]:
    """Vectors of three by default, so that most of them fit each other."""
    return {
        "jax": jax,
        "jnp": jnp,
        "np": np,
        "lax": lax,
        "K": new_key(),
        "KEY": jax.random.PRNGKey(0),
        "V": jnp.array([0.2, 0.5, 0.7], jnp.float32),
        "W": jnp.array([0.1, 0.4, 0.8], jnp.float32),
        "M": jnp.array([[4.0, 1.0, 0.5], [1.0, 3.0, 0.2], [0.5, 0.2, 5.0]], jnp.float32),
        "I": jnp.array([0, 2, 1], jnp.int32),
        "J": jnp.array([1, 2, 2], jnp.int32),
        "B": jnp.array([True, False, True]),
        "U": jnp.array([3, 5, 7], jnp.uint8),
        "U32": jnp.array([3, 5, 7], jnp.uint32),
        "C": jnp.array([1 + 1j, 2, 3], jnp.complex64),
        "S": jnp.float32(0.5),
        "N": jnp.int32(2),
        "T": jnp.arange(24.0, dtype=jnp.float32).reshape(2, 3, 4),
        "IMAGE": jnp.arange(48.0, dtype=jnp.float32).reshape(1, 3, 4, 4),
        "LONG": jnp.arange(16.0, dtype=jnp.float32),
    }


def evaluate(text: str) -> object:
    return eval(text, dict(names()))


def arguments(text: str) -> tuple[tuple[object, ...], dict[str, object]]:
    """The arguments of a call as they are written between its parentheses."""
    space = {**names(), "collect": lambda *args, **keywords: (args, keywords)}
    return eval(f"collect({text})", space)


def is_key(value: object) -> bool:
    return isinstance(value, jax.Array) and jnp.issubdtype(value.dtype, jax.dtypes.prng_key)


def is_array(value: object) -> bool:
    return isinstance(value, (np.ndarray, jax.Array))


def is_number(value: object) -> bool:
    return isinstance(value, (bool, int, float, complex, np.generic, jax.Array)) or (
        isinstance(value, np.ndarray) and value.dtype.kind not in "OUS"
    )


def holds_arrays(value: object) -> bool:
    """An array, or a non-empty list or tuple of arrays."""
    if isinstance(value, (tuple, list)):
        return bool(value) and all(is_array(item) for item in value)
    return is_array(value)


def leaves_to_trace(value: object) -> list[bool]:
    """Which leaves a trial replaces by tracers: the arrays, else the numbers.

    ``(matrix, True)`` of cho_solve is an array with a flag: the flag stays.
    """
    leaves = jax.tree_util.tree_leaves(value)
    arrays = [is_array(leaf) for leaf in leaves]
    return arrays if any(arrays) else [is_number(leaf) for leaf in leaves]


def is_numeric(value: object) -> bool:
    """Something that a tracer could stand for."""
    if not isinstance(value, (tuple, list, dict)) and not is_number(value):
        return False
    return any(leaves_to_trace(value))
