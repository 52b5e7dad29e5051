"""The table says what JAX does: held against the JAX that is installed, by calling it with tracers."""

from __future__ import annotations

import random

import jax
import jax.numpy as jnp
import pytest

from jaxlint.knowledge import api, tables
from jaxlint.knowledge.api import Parameter, Record, lookup
from jaxlint.knowledge.versions import nearest
from tests.knowledge.examples import INDICES, KEY, MASK, MATRIX, VECTOR, function_named, leaves, refusal, working_call

pytestmark = pytest.mark.slow

INSTALLED = nearest(jax.__version__)


@pytest.fixture(autouse=True)
def _installed_version():
    tables.use_version(INSTALLED)
    yield
    tables.use_version(None)


# (callable, arguments by position, keywords, the argument that is traced: an index or a keyword)
HOT = [
    ("jax.numpy.arange", (3,), {}, 0),
    ("jax.numpy.arange", (0, 3), {}, 1),
    ("jax.numpy.arange", (0, 3, 1), {}, 2),
    ("jax.numpy.arange", (0,), {"stop": 3}, "stop"),
    ("jax.numpy.zeros", (3,), {}, 0),
    ("jax.numpy.zeros", ((3, 2),), {}, 0),
    ("jax.numpy.ones", (3,), {}, 0),
    ("jax.numpy.empty", (3,), {}, 0),
    ("jax.numpy.full", (3, 1.0), {}, 0),
    ("jax.numpy.full", (3, 1.0), {}, 1),
    ("jax.numpy.full_like", (VECTOR, 1.0), {}, 1),
    ("jax.numpy.eye", (3,), {}, 0),
    ("jax.numpy.eye", (3,), {"k": 1}, "k"),
    ("jax.numpy.tri", (3,), {"k": 1}, "k"),
    ("jax.numpy.identity", (3,), {}, 0),
    ("jax.numpy.linspace", (0.0, 1.0, 4), {}, 0),
    ("jax.numpy.linspace", (0.0, 1.0, 4), {}, 1),
    ("jax.numpy.linspace", (0.0, 1.0, 4), {}, 2),
    ("jax.numpy.reshape", (VECTOR, (3, 1)), {}, 1),
    ("jax.numpy.reshape", (VECTOR, (3, 1)), {}, 0),
    ("jax.Array.reshape", (3, 1), {}, 0),
    ("jax.Array.reshape", (3, 1), {}, 1),
    ("jax.Array.reshape", ((3, 1),), {}, 0),
    ("jax.numpy.tile", (VECTOR, 2), {}, 0),
    ("jax.numpy.tile", (VECTOR, 2), {}, 1),
    ("jax.numpy.broadcast_to", (VECTOR, (2, 3)), {}, 1),
    ("jax.numpy.pad", (VECTOR, 1), {}, 1),
    ("jax.numpy.roll", (VECTOR, 1), {}, 1),
    ("jax.numpy.expand_dims", (VECTOR, 0), {}, 1),
    ("jax.numpy.sum", (VECTOR,), {"axis": 0}, "axis"),
    ("jax.numpy.sum", (VECTOR,), {"where": MASK}, "where"),
    ("jax.Array.sum", (), {"where": MASK}, "where"),
    ("jax.Array.sum", (), {"axis": 0}, "axis"),
    ("jax.Array.squeeze", (), {"axis": ()}, "axis"),
    ("jax.numpy.diag", (VECTOR, 1), {}, 1),
    ("jax.numpy.linalg.cond", (MATRIX, 2), {}, 1),
    ("jax.numpy.insert", (VECTOR, 1, 1.0), {}, 1),
    ("jax.numpy.delete", (VECTOR, 1), {}, 1),
    ("jax.numpy.delete", (VECTOR, INDICES), {"assume_unique_indices": True}, 1),
    ("jax.numpy.where", (MASK, VECTOR, VECTOR), {}, 0),
    ("jax.numpy.where", (MASK, VECTOR, VECTOR), {}, 1),
    ("jax.numpy.where", (MASK,), {"size": 3}, "size"),
    ("jax.numpy.where", (MASK,), {"size": 3, "fill_value": 0}, "fill_value"),
    ("jax.numpy.where#1arg", (MASK,), {}, 0),
    ("jax.numpy.where#1arg", (MASK,), {"size": 3}, 0),
    ("jax.numpy.where#1arg", (MASK,), {"size": 3, "fill_value": 0}, "fill_value"),
    ("jax.numpy.nonzero", (MASK,), {}, 0),
    ("jax.numpy.nonzero", (MASK,), {"size": 3}, 0),
    ("jax.numpy.nonzero", (MASK,), {"size": 3}, "size"),
    ("jax.numpy.nonzero", (MASK,), {"size": 3, "fill_value": 0}, "fill_value"),
    ("jax.numpy.flatnonzero", (MASK,), {}, 0),
    ("jax.numpy.flatnonzero", (MASK,), {"size": 3, "fill_value": 0}, "fill_value"),
    ("jax.numpy.argwhere", (MASK,), {}, 0),
    ("jax.numpy.argwhere", (MASK,), {"size": 3, "fill_value": 0}, "fill_value"),
    ("jax.numpy.unique", (VECTOR,), {}, 0),
    ("jax.numpy.unique", (VECTOR,), {"size": 3}, 0),
    ("jax.numpy.unique", (VECTOR,), {"size": 3}, "size"),
    ("jax.numpy.unique", (VECTOR,), {"size": 4, "fill_value": 0.0}, "fill_value"),
    ("jax.numpy.unique", (VECTOR,), {"size": 3, "return_counts": True}, "return_counts"),
    ("jax.numpy.intersect1d", (VECTOR, VECTOR), {"size": 3, "fill_value": 0.0}, "fill_value"),
    ("jax.numpy.roots", (VECTOR,), {}, 0),
    ("jax.numpy.roots", (VECTOR,), {"strip_zeros": False}, 0),
    ("jax.numpy.choose", (INDICES, [VECTOR] * 3), {}, 0),
    ("jax.numpy.choose", (INDICES, [VECTOR] * 3), {"mode": "clip"}, 0),
    ("jax.numpy.repeat", (VECTOR, 2), {}, 0),
    ("jax.numpy.repeat", (VECTOR, 2), {}, 1),
    ("jax.numpy.repeat", (VECTOR, 2), {"total_repeat_length": 6}, 1),
    ("jax.numpy.repeat#array_repeats", (VECTOR, INDICES), {}, 1),
    ("jax.numpy.repeat#array_repeats", (VECTOR, INDICES), {"total_repeat_length": 3}, 1),
    ("jax.numpy.bincount", (INDICES,), {}, 0),
    ("jax.numpy.bincount", (INDICES,), {"length": 3}, 0),
    ("jax.nn.one_hot", (INDICES, 3), {}, 0),
    ("jax.nn.one_hot", (INDICES, 3), {}, 1),
    ("jax.lax.top_k", (VECTOR, 2), {}, 0),
    ("jax.lax.top_k", (VECTOR, 2), {}, 1),
    ("jax.lax.iota", (jnp.int32, 3), {}, 1),
    ("jax.lax.dynamic_slice_in_dim", (VECTOR, 0, 2), {}, 1),
    ("jax.lax.dynamic_slice_in_dim", (VECTOR, 0, 2), {}, 2),
    ("jax.lax.slice", (VECTOR, (0,), (2,)), {}, 2),
    ("jax.lax.fori_loop", (0, 3, lambda i, c: c + i, 0), {}, 1),
    ("jax.ops.segment_sum", (VECTOR, INDICES), {}, 1),
    ("jax.ops.segment_sum", (VECTOR, INDICES, 3), {}, 0),
    ("jax.ops.segment_sum", (VECTOR, INDICES, 3), {}, 1),
    ("jax.ops.segment_sum", (VECTOR, INDICES, 3), {}, 2),
    ("jax.ops.segment_prod", (VECTOR, INDICES, 3), {}, 0),
    ("jax.ops.segment_max", (VECTOR, INDICES, 3), {}, 0),
    ("jax.ops.segment_min", (VECTOR, INDICES, 3), {}, 0),
    ("jax.random.key", (0,), {}, 0),
    ("jax.random.PRNGKey", (0,), {}, 0),
    ("jax.random.split", (KEY, 3), {}, 0),
    ("jax.random.split", (KEY, 3), {}, 1),
    ("jax.random.fold_in", (KEY, 3), {}, 1),
    ("jax.random.normal", (KEY, (3,)), {}, 0),
    ("jax.random.normal", (KEY, (3,)), {}, 1),
    ("jax.random.uniform", (KEY, (3,)), {}, 1),
    ("jax.random.uniform", (KEY, (3,)), {"maxval": 2.0}, "maxval"),
    ("jax.random.randint", (KEY, (3,), 0, 5), {}, 1),
    ("jax.random.randint", (KEY, (3,), 0, 5), {}, 3),
    ("jax.random.bernoulli", (KEY, 0.5), {}, 1),
    ("jax.random.categorical", (KEY, VECTOR), {}, 1),
    ("jax.random.categorical", (KEY, VECTOR), {"axis": 0}, "axis"),
    ("jax.random.choice", (KEY, VECTOR, (2,)), {}, 1),
    ("jax.random.choice", (KEY, VECTOR, (2,)), {}, 2),
    ("jax.random.choice", (KEY, VECTOR), {"p": VECTOR}, "p"),
    ("jax.random.choice#int", (KEY, 5), {}, 1),
    ("jax.random.permutation", (KEY, VECTOR), {}, 1),
    ("jax.random.permutation#int", (KEY, 5), {}, 1),
    *(
        (f"jax.Array.{name}", (), {"where": MASK, **({"initial": 0.0} if name in ("max", "min") else {})}, "where")
        for name in ("all", "any", "max", "mean", "min", "prod", "std", "var")
    ),
]


def verdict(record: Record, args: tuple, keywords: dict, traced: int | str) -> bool:
    """True where the table says that JAX will raise."""
    bound = record.bind(len(args), list(keywords))
    index = traced if isinstance(traced, int) else len(args) + list(keywords).index(traced)
    parameter = bound[index]
    assert parameter is not None
    assert parameter.must_be_static or parameter.traced_ok, f"{record.name}: nothing is known of {parameter.name}"
    return parameter.must_be_static and not given(record, args, keywords) & set(parameter.ok_if)


def given(record: Record, args: tuple, keywords: dict) -> set[str]:
    return {one.name for one in record.bind(len(args), list(keywords)) if one is not None}


def raises(name: str, args: tuple, keywords: dict, traced: int | str) -> bool:
    """True where JAX does raise."""
    function = function_named(name)

    def traced_call(value: object) -> list:
        if isinstance(traced, str):
            return leaves(function(*args, **{**keywords, traced: value}))
        return leaves(function(*args[:traced], value, *args[traced + 1 :], **keywords))

    value = keywords[traced] if isinstance(traced, str) else args[traced]
    if isinstance(value, tuple) and not value:
        value = 0  # an empty tuple has nothing to trace
    try:
        jax.make_jaxpr(traced_call)(value)
    except Exception:
        return True
    return False


def label(case: tuple) -> str:
    name, args, keywords, traced = case
    return f"{name}({len(args)}{''.join(f',{key}' for key in keywords)}) traced {traced}"


@pytest.mark.parametrize("case", HOT, ids=label)
def test_hot_name(case: tuple) -> None:
    name, args, keywords, traced = case
    record = lookup(name)
    assert record is not None
    assert verdict(record, args, keywords, traced) == raises(name, args, keywords, traced)


def wrong_entries(names: list[str]) -> tuple[list[str], int]:
    """Parameters of which JAX says otherwise, and how many could be tried."""
    wrong, tried = [], 0
    for name in names:
        record = lookup(name)
        assert record is not None
        for parameter in record.parameters:
            outcome = disagreement(record, parameter)
            tried += outcome is not None
            if outcome:
                wrong.append(f"{name}.{parameter.name}: {outcome}")
    return wrong, tried


def disagreement(record: Record, parameter: Parameter) -> str | None:
    """None where no working call was found; '' where the table is right."""
    if parameter.kind not in ("pos", "kwonly") or parameter.ok_if:
        return None
    if not (parameter.must_be_static or parameter.traced_ok):
        return None
    if any(one.kind == "var" for one in record.parameters):
        return None  # what to pass there differs from function to function
    found = working_call(record, parameter)
    if found is None:
        return None
    error = refusal(function_named(record.name), *found, parameter.name)
    if (error is not None) is parameter.must_be_static:
        return ""
    return f"said {'static' if parameter.must_be_static else 'traced'}, JAX {error!r:.200} for {found[0]}"


def sample() -> list[str]:
    functions = [name for name, row in tables.everything(INSTALLED).items() if row[0] not in "=!@"]
    left_out = ("#", "at[]", "jax.Array.[]", ".initializers.", "jax.tree", "jax.dtypes")
    names = [name for name in functions if name.startswith("jax.") and not any(part in name for part in left_out)]
    return random.Random(20).sample(sorted(names), 60)


def test_random_sample_agrees() -> None:
    wrong, tried = wrong_entries(sample())
    assert wrong == []
    assert tried > 80


FALSIFIED = [("jax.numpy.arange", "start:ps", "start:pt"), ("jax.numpy.eye", "k:pt", "k:ps")]


@pytest.mark.parametrize(("name", "old", "new"), FALSIFIED)
def test_a_falsified_entry_is_noticed(monkeypatch: pytest.MonkeyPatch, name: str, old: str, new: str) -> None:
    row = tables.row(name)
    assert row is not None
    assert old in row
    assert wrong_entries([name])[0] == []
    monkeypatch.setattr(api, "row", lambda asked: row.replace(old, new) if asked == name else tables.row(asked))
    monkeypatch.setattr(api, "_CACHE", {})
    wrong, _ = wrong_entries([name])
    assert len(wrong) == 1


def test_attributes() -> None:
    names = [name.removeprefix("jax.Array.") for name, row in tables.everything(INSTALLED).items() if row[0] == "@"]
    seen = {}

    def look(array: jax.Array) -> jax.Array:
        for name in names:
            try:
                value = getattr(array, name)
            except Exception:
                seen[name] = "raises"
            else:
                is_traced = isinstance(value, jax.core.Tracer) or name == "at"
                seen[name] = "traced" if is_traced else "static"
        return array

    jax.make_jaxpr(look)(MATRIX)
    assert seen == {name: (api.attribute(name) or "").partition(" ")[0] for name in names}
    assert {"shape", "T", "ndim", "device"} <= seen.keys()
