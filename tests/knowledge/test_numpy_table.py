"""What NumPy does with a tracer, and which of its functions jax.numpy has: held against both."""

from __future__ import annotations

import random

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlint.knowledge import tables
from jaxlint.knowledge.api import has_twin, numpy_verdict
from jaxlint.knowledge.versions import nearest
from tests.knowledge.examples import VECTOR

NUMPY = {name for name in tables.everything(nearest(jax.__version__)) if name.startswith("numpy.")}
HAS_TWIN = {name for name in NUMPY if has_twin(name)}
UNARY = [
    name
    for name in sorted(NUMPY)
    if numpy_verdict(name) and name.count(".") == 1 and isinstance(getattr(np, name[6:]), np.ufunc)
    if getattr(np, name[6:]).nin == 1
]


def outcome(name: str, *arguments: object) -> str:
    """raises, tracer, static or false: what a call with a traced vector in front does."""
    function, seen = np, []
    for part in name.split(".")[1:]:
        function = getattr(function, part)

    def traced(x: jax.Array) -> jax.Array:
        seen.append(function(x, *arguments))
        return x

    try:
        jax.make_jaxpr(traced)(VECTOR)
    except Exception:
        return "raises"
    if any(isinstance(leaf, jax.core.Tracer) for leaf in jax.tree.leaves(seen[0])):
        return "tracer"
    return "false" if seen[0] is False and arguments else "static"


CALLS = [
    *((name, ()) for name in random.Random(4).sample(UNARY, 15)),
    *((f"numpy.{name}", ()) for name in ("sum", "mean", "max", "any", "argmax", "cumsum", "round", "squeeze")),
    *((f"numpy.{name}", ()) for name in ("shape", "ndim", "size", "result_type", "iscomplexobj", "isscalar")),
    *((f"numpy.{name}", ()) for name in ("asarray", "array", "sort", "where", "linalg.norm", "fft.fft", "median")),
    ("numpy.reshape", ((3, 1),)),
    ("numpy.repeat", (2,)),
    ("numpy.dot", (VECTOR,)),
    ("numpy.maximum", (0.0,)),
    ("numpy.clip", (0.0, 1.0)),
    ("numpy.array_equal", (VECTOR,)),
    ("numpy.array_equiv", (VECTOR,)),
    ("numpy.allclose", (VECTOR,)),
]


@pytest.mark.parametrize(("name", "arguments"), CALLS, ids=[name for name, _ in CALLS])
def test_numpy_on_a_tracer(name: str, arguments: tuple) -> None:
    assert numpy_verdict(name).partition(" ")[0] == outcome(name, *arguments)


def test_array_equal_is_false_of_equal_arrays() -> None:
    assert np.array_equal(VECTOR, VECTOR)
    assert outcome("numpy.array_equal", VECTOR) == "false"


def test_twins_exist() -> None:
    for name in HAS_TWIN:
        found = jnp
        for part in name.split(".")[1:]:
            found = getattr(found, part)
        assert callable(found), name
    assert {"numpy.sin", "numpy.linalg.norm", "numpy.fft.rfft"} <= HAS_TWIN
    assert not {"numpy.savez", "numpy.put", "numpy.busday_count"} & HAS_TWIN
