"""The abstract tracer, probe by probe, against the tracers of JAX: fixtures/tracing/*.py."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fixtures_on_jax.fixture import fixture_files, parse_fixture, read_fixture
from tests.fixtures_on_jax.reveal import covers, marked, reveal_complaints, verdicts

pytestmark = pytest.mark.slow

FIXTURES = Path(__file__).parents[2] / "fixtures"
FILES = fixture_files(FIXTURES, "tracing")

SAMPLE = """
import jax
import jax.numpy as jnp

TABLE = jnp.arange(3)


# runs: f(f32[3, 2], {'a': i32[]})
@jax.jit
def f(x, tree):
    probe(x)  # reveal: traced f32[3,2]
    probe(x.shape[0])  # reveal: static 3
    probe((x, 1))  # reveal: tuple(traced ?[...], static 1)
    probe(tree)  # reveal: dict('a': traced int[])
    probe(TABLE)  # reveal: concrete i32[3]
    return probe(x.sum())  # reveal: unknown
"""


def complaints_of(text: str) -> list[str]:
    fixture = parse_fixture(Path("sample.py"), text)
    return reveal_complaints(fixture, fixture.reveals)


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_reveals(path: Path, request: pytest.FixtureRequest) -> None:
    fixture = read_fixture(path)
    if request.config.getoption("--bless"):
        path.write_text(marked(fixture, verdicts(fixture)))
        fixture = read_fixture(path)
    complaints = reveal_complaints(fixture, verdicts(fixture))
    assert not complaints, "\n".join(complaints)


def test_there_are_reveal_files() -> None:
    assert FILES


def test_true_markers() -> None:
    assert complaints_of(SAMPLE) == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("reveal: traced f32[3,2]", "reveal: concrete f32[3,2]"),
        ("reveal: traced f32[3,2]", "reveal: static 3"),
        ("reveal: traced f32[3,2]", "reveal: traced f32[3]"),
        ("reveal: traced f32[3,2]", "reveal: traced i32[3,2]"),
        ("reveal: static 3", "reveal: static 4"),
        ("reveal: static 3", "reveal: traced int[]"),
        ("reveal: concrete i32[3]", "reveal: traced i32[3]"),
        ("traced ?[...], static 1", "traced ?[...], static 2"),
        ("traced ?[...], static 1", "traced ?[...]"),
        ("dict('a': traced int[])", "dict('a': static int)"),
        ("# runs: f(f32[3, 2], {'a': i32[]})", ""),
    ],
)
def test_false_marker_is_found(old: str, new: str) -> None:
    assert old in SAMPLE
    assert complaints_of(SAMPLE.replace(old, new)) != []


def test_verdict_that_is_not_the_marker_is_found() -> None:
    fixture = parse_fixture(Path("sample.py"), SAMPLE)
    found = {**fixture.reveals, 11: "unknown", 40: "unknown"}
    assert reveal_complaints(fixture, found) == [
        "line 11: reveals unknown, not traced f32[3,2]",
        "line 40: a probe without a marker",
    ]


def test_unknown_covers_all() -> None:
    assert covers("unknown", ("traced", "float32", ()))
    assert covers("traced pytree", ("dict", {"a": ("traced", "float32", ())}))
    assert not covers("traced pytree", ("dict", {"a": ("static", 1)}))
