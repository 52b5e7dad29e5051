"""What a function is called under: jit where it is not jitted yet, and the gradient of its floats."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import jax
import jax.numpy as jnp


def jitted(function: Any) -> Any:  # noqa: ANN401  any callable
    """The function under jit.  Arrays are traced; what is no array stays as it is."""
    if hasattr(function, "lower"):
        return function

    def run(*args: object, **keywords: object) -> object:
        leaves, structure = jax.tree.flatten((args, keywords))
        places = [place for place, leaf in enumerate(leaves) if isinstance(leaf, jax.Array)]
        return jax.jit(_of(function, leaves, places, structure))([leaves[place] for place in places])

    return run


def gradient(function: Any) -> Any:  # noqa: ANN401
    """The gradients of the sum of all floats that come out, by each float array that goes in."""

    def run(*args: object, **keywords: object) -> object:
        leaves, structure = jax.tree.flatten((args, keywords))
        places = [place for place, leaf in enumerate(leaves) if _is_float(leaf)]
        called = _of(function, leaves, places, structure)
        return jax.grad(lambda inputs: _total(called(inputs)))([leaves[place] for place in places])

    return run


def jitted_gradient(function: Any) -> Any:  # noqa: ANN401
    return jitted(gradient(function))


def _of(function: Any, leaves: list[Any], places: list[int], structure: Any) -> Callable[[list[Any]], Any]:  # noqa: ANN401
    """The function of some leaves of its arguments."""

    def call(chosen: list[Any]) -> Any:  # noqa: ANN401
        given = list(leaves)
        for place, leaf in zip(places, chosen, strict=True):
            given[place] = leaf
        args, keywords = jax.tree.unflatten(structure, given)
        return function(*args, **keywords)

    return call


def has_floats(arguments: object) -> bool:
    return any(map(_is_float, jax.tree.leaves(arguments)))


def _is_float(leaf: object) -> bool:
    return isinstance(leaf, jax.Array) and bool(jnp.issubdtype(leaf.dtype, jnp.floating))


def _total(result: object) -> Any:  # noqa: ANN401
    floats = [leaf for leaf in jax.tree.leaves(result) if _is_float(leaf)]
    return sum((jnp.sum(leaf.astype(jnp.float32)) for leaf in floats), jnp.float32(0))
