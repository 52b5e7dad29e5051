"""What the table of transforms says of their signatures and classes, held against JAX."""

from __future__ import annotations

import importlib
import inspect
import warnings

import jax
import pytest

from jaxlint.knowledge.transforms import POSITIONAL, UNBOUND, WRAPPERS


def named(dotted: str) -> object:
    home, _, name = dotted.rpartition(".")
    try:
        return getattr(importlib.import_module(home), name)
    except (ImportError, AttributeError):
        return None


@pytest.mark.parametrize("name", sorted(POSITIONAL))
def test_parameters_by_position(name: str) -> None:
    found = named(name)
    if found is None or name.startswith("jax.experimental."):
        pytest.skip("another JAX has it")
    positional = [
        one.name
        for one in inspect.signature(found).parameters.values()
        if one.kind in (one.POSITIONAL_ONLY, one.POSITIONAL_OR_KEYWORD)
    ]
    assert positional[1 : len(POSITIONAL[name]) + 1] == list(POSITIONAL[name])


@pytest.mark.parametrize("name", sorted(name for name in WRAPPERS if name.startswith("jax.") and named(name)))
def test_which_are_bound_as_methods(name: str) -> None:
    if "shard_map" in name or name in ("jax.pmap",):
        pytest.skip("wants a mesh")
    wrapped = named(name)(lambda self, x: x)
    assert hasattr(type(wrapped), "__get__") is (name not in UNBOUND)


def test_a_partial_is_not_bound() -> None:
    class Model:
        larger = jax.tree_util.Partial(max)

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)  # Python 3.13 announces that it will be
        assert Model().larger(1, 2) == 2
