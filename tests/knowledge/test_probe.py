"""The tables are what the probe finds out on the JAX that is installed, and a wrong entry is seen."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import jax
import pytest

from jaxlint.knowledge import tables
from jaxlint.knowledge.versions import available, nearest
from tools.probe import ask, check, coverage, store
from tools.usage import is_answered, report, used_names

pytestmark = pytest.mark.slow

ROOT = Path(__file__).parents[2]
measured = pytest.mark.skipif(jax.__version__ not in available(), reason=f"there is no table of JAX {jax.__version__}")


@measured
def test_a_sample_of_the_table_is_what_jax_says() -> None:
    command = [sys.executable, "-m", "tools.probe_jax", "--sample", "50"]
    done = subprocess.run(command, cwd=ROOT, env=dict(os.environ), capture_output=True, text=True, timeout=900)
    assert done.returncode == 0, done.stdout + done.stderr
    assert "50 rows, 0 wrong" in done.stdout


NAMES = ["jax.numpy.arange", "jax.numpy.nonzero", "jax.random.split", "jax.Array.sum", "jax.numpy.shape"]


@pytest.fixture(scope="module")
def answers() -> ask.Rows:
    return ask.ask(NAMES)


@measured
@pytest.mark.parametrize(
    ("name", "old", "new"),
    [
        ("jax.numpy.arange", "start:ps", "start:pt"),
        ("jax.numpy.nonzero", ":size", ":"),
        ("jax.numpy.nonzero", ",a,", ",,"),
        ("jax.random.split", "splits", "consumes"),
        ("jax.Array.sum", "iifc", "bifc"),
        ("jax.Array.sum", "reduced", "same"),
        ("jax.numpy.shape", ",t,", ",,"),
    ],
)
def test_a_falsified_entry_is_seen(answers: ask.Rows, name: str, old: str, new: str) -> None:
    shipped = tables.everything(nearest(jax.__version__))
    assert check.disagreements(answers, shipped) == []
    assert old in shipped[name]
    wrong = check.disagreements(answers, shipped | {name: shipped[name].replace(old, new, 1)})
    assert [line.partition(":")[0] for line in wrong] == [name]


@measured
def test_a_missing_entry_is_seen(answers: ask.Rows) -> None:
    shipped = tables.everything(nearest(jax.__version__))
    del shipped["jax.numpy.arange"]
    assert len(check.disagreements(answers, shipped)) == 1


def test_coverage() -> None:
    """Nine of ten parameters are known in each version, and nearly every callable was called."""
    for version, rows in store.load().items():
        functions = [row for name, row in rows.items() if coverage.is_callable(name, row)]
        tried = [row for row in functions if "u" not in row.split(",")[2]]
        words = [coverage.sort_of(text) for row in functions for text in row.split(";")[1:]]
        assert len(tried) > 0.97 * len(functions), version
        assert words.count("unknown") < 0.1 * len(words), version
    text = coverage.report(
        {"0.1": {"jax.numpy.a": ",,u,,,;x:p:", "jax.numpy.b": ",,,,,;x:pta:;k:ps::TypeError=1"}}, {"0.1": "J"}
    )
    assert "1 of 2 (50.0 %) called" in text
    assert "2 of 3 (66.7 %) classified" in text


def test_usage(tmp_path: Path) -> None:
    file = tmp_path / "program.py"
    file.write_text(
        "import jax.numpy as jnp\nfrom jax import lax, random as jr\nfrom jax.nn import relu\n"
        "y = jnp.linalg.norm(jnp.ones(3)) + jr.nothing + relu(lax.cond) + jnp.pi + other.numpy.x\n"
    )
    names = sorted(used_names(file))
    assert names == [
        "jax.lax.cond",
        "jax.nn.relu",
        "jax.numpy.linalg.norm",
        "jax.numpy.ones",
        "jax.numpy.pi",
        "jax.random.nothing",
    ]
    assert [name for name in names if not is_answered(name)] == ["jax.random.nothing"]
    assert "5 of      6 uses answered" in report(dict.fromkeys(names, 1))  # type: ignore[arg-type]
