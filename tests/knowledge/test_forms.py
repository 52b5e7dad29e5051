"""The form and kind that the table tells of a result, tried on shapes that the probe did not use."""

from __future__ import annotations

import random

import jax
import jax.numpy as jnp
import pytest

from jaxlint.knowledge import tables
from jaxlint.knowledge.api import Record, lookup
from jaxlint.knowledge.versions import nearest
from tests.knowledge.examples import function_named

SHAPES = [(5,), (2, 4), (1, 5), (2, 1, 4)]
INSTALLED = nearest(jax.__version__)


@pytest.fixture(autouse=True)
def _installed_version():
    tables.use_version(INSTALLED)
    yield
    tables.use_version(None)


def records(prefix: str, forms: tuple[str, ...], count: int) -> list[Record]:
    """Functions that can be called with one array."""
    names = [name for name in tables.everything(INSTALLED) if name.startswith(prefix) and "#" not in name]
    random.Random(3).shuffle(names)
    found = [lookup(name) for name in names if "at[]" not in name and "[]" not in name]
    return [one for one in found if one is not None and one.form.startswith(forms) and not one.static_result][:count]


def outcome(record: Record, shape: tuple[int, ...], dtype: object, **keywords: object) -> jax.ShapeDtypeStruct | None:
    """The aval of a call on arrays of ones, as many as are required."""
    required = [one for one in record.parameters if one.default is None and one.kind in ("pos", "posonly")]
    if not all(one.array for one in required):
        return None
    count = len(required) or 1
    name = record.name

    def call(array: jax.Array) -> object:
        if name.startswith("jax.Array."):
            return getattr(array, name.rpartition(".")[2])(**keywords)
        return function_named(name)(*[array] * count, **keywords)

    try:
        return jax.eval_shape(call, jax.ShapeDtypeStruct(shape, dtype))
    except Exception:  # it wants something else
        return None


def told(record: Record, shape: tuple[int, ...]) -> tuple[int, ...] | int:
    """The shape that the table tells, or the number of dimensions."""
    form = record.form
    if form in ("elementwise", "broadcast", "same"):
        return shape
    if form == "reduced":
        return ()
    number = form.split()[1]
    return len(shape) + int(number) if number[0] in "+-" else int(number)


def wrong(found: list[Record]) -> tuple[list[str], int]:
    complaints, tried = [], 0
    for record in found:
        for shape in SHAPES:
            result = outcome(record, shape, jnp.float32)
            if result is None or not hasattr(result, "shape"):
                continue
            tried += 1
            wanted = told(record, shape)
            if wanted != (result.shape if isinstance(wanted, tuple) else len(result.shape)):
                complaints.append(f"{record.name}{shape}: {record.form}, JAX gives {result.shape}")
    return complaints, tried


@pytest.mark.parametrize("prefix", ["jax.numpy.", "jax.lax.", "jax.nn.", "jax.scipy.", "jax.Array."])
def test_shapes_follow(prefix: str) -> None:
    complaints, tried = wrong(records(prefix, ("elementwise", "broadcast", "same", "reduced", "rank"), 40))
    assert complaints == []
    assert tried > 20


def test_a_wrong_form_is_seen() -> None:
    record = lookup("jax.numpy.sin")
    assert record is not None
    wrong_one = Record("jax.numpy.sin", "f,,,,,reduced;x:pta:")
    assert wrong([record]) == ([], 4)
    assert len(wrong([wrong_one])[0]) == 4


@pytest.mark.parametrize("dtype", ["bool", "int32", "float32", "complex64"])
def test_kinds_follow(dtype: str) -> None:
    complaints, tried = [], 0
    for record in records("jax.numpy.", ("elementwise", "same", "reduced"), 80):
        result = outcome(record, (5,), jnp.dtype(dtype))
        known = record.kind_for({"bool": "b", "int32": "i", "float32": "f", "complex64": "c"}[dtype])
        if result is not None and known is not None:
            tried += 1
            kind = {"u": "i"}.get(result.dtype.kind, result.dtype.kind)
            complaints += [f"{record.name}: {known}, JAX gives {result.dtype}"] if kind != known else []
    assert complaints == []
    assert tried > 25
