"""The harness itself: true fixtures pass, and each kind of lie is found."""

from __future__ import annotations

from pathlib import Path

import jax
import jax.numpy as jnp
import pytest

from jaxlint.verify.trial.compare import difference
from tests.fixtures_on_jax.fixture import BadMarker, Fixture, parse_fixture, read_fixture
from tests.fixtures_on_jax.golden import bless, golden_complaints, wanted_files
from tests.fixtures_on_jax.reached import reached
from tests.fixtures_on_jax.readers import runtime_complaints, static_complaints

pytestmark = pytest.mark.slow

SAMPLE = Path(__file__).parent / "sample"
NAMES = ("masked_sum", "silent")


def changed(tmp_path: Path, name: str, old: str, new: str, level: str = "") -> Fixture:
    """The sample with one lie in it."""
    for suffix in ("", ".safe", ".unsafe"):
        source = SAMPLE / f"{name}{suffix}.py"
        if source.exists():
            text = source.read_text()
            if suffix == level:
                assert old in text
                text = text.replace(old, new)
            (tmp_path / source.name).write_text(text)
    return read_fixture(tmp_path / f"{name}.py")


@pytest.mark.parametrize("name", NAMES)
def test_true_fixture(name: str) -> None:
    assert runtime_complaints(read_fixture(SAMPLE / f"{name}.py")) == []


LIES = [
    ("masked_sum", "", "raises: NonConcreteBooleanIndexError", "raises: TypeError", "no run raises TypeError here"),
    ("masked_sum", "", "# hazard: JAX301 masked", "# hazard: JAX301", "neither raises: nor effect:"),
    ("masked_sum", "", "# runs: branch(i32[])  not-fixed", "", "no run raises TracerBool"),
    ("masked_sum", "", "i32[])  not-fixed", "i32[])", "and no fix changes it"),
    ("masked_sum", "", "rest[1],", "rest[1] + tree['a'][0, 0],", "raises TypeError in lines"),
    ("masked_sum", ".safe", "where=kept", "where=x > 1", "(safe, random)"),
    ("masked_sum", ".safe", "where=kept\n", "where=kept, keepdims=True\n", "became float32[1]"),
    ("silent", "", "bool(noise(1.0) == noise(1.0))", "False", "effect_noise() shows no effect"),
    ("silent", "", "effect_noise", "other_noise", "there is no effect_noise()"),
    ("silent", "", "  differs: other random numbers", "", "(unsafe,"),
    ("silent", ".safe", "set(10)", "set(11)", "(safe,"),
    ("silent", ".safe", "x[0] > 0, x * scale", "x[0] >= 0, x * scale", "(safe, special)"),
    ("silent", ".unsafe", "x[0] > 0, x * scale", "x[0] > 0, abs(x) * scale", "(unsafe,"),
]


@pytest.mark.parametrize(("name", "level", "old", "new", "complaint"), LIES, ids=lambda value: str(value)[:30])
def test_lie_is_found(tmp_path: Path, name: str, level: str, old: str, new: str, complaint: str) -> None:
    complaints = runtime_complaints(changed(tmp_path, name, old, new, level))
    assert any(complaint in one for one in complaints), complaints


def test_static_reader() -> None:
    fixture = read_fixture(SAMPLE / "masked_sum.py")
    true = {(13, "JAX103"), (20, "JAX301"), (22, "JAX301")}
    assert fixture.expected == true
    assert static_complaints(fixture, lambda _: true) == []
    assert static_complaints(fixture, lambda _: true - {(13, "JAX103")}) == ["line 13: JAX103 is not reported"]
    assert static_complaints(fixture, lambda _: true | {(9, "JAX101")}) == ["line 9: JAX101 is a false alarm"]


def test_golden(tmp_path: Path) -> None:
    fixture = parse_fixture(tmp_path / "one.py", "x = 1\n")
    wanted = wanted_files(fixture, {"safe": "x = 2\n", "unsafe": "x = 2\n"})
    assert len(golden_complaints(wanted)) == 1
    bless(wanted)
    assert golden_complaints(wanted) == []
    assert fixture.fixed_text("unsafe") == "x = 2\n"
    assert not fixture.golden("unsafe").exists()
    bless(wanted_files(fixture, {"safe": "x = 1\n", "unsafe": "x = 1\n"}))
    assert not fixture.golden("safe").exists()
    assert fixture.fixed_text("safe") == "x = 1\n"


@pytest.mark.parametrize("comment", ["# hazard: 101", "# runs: f", "# hazard: JAX101 raise: TypeError", "# differs: x"])
def test_misspelt_marker_is_no_comment(comment: str) -> None:
    with pytest.raises(BadMarker):
        parse_fixture(Path("f.py"), f"x = 1  {comment}\n")


MODULE = """
import jax
from functools import partial

SCALE = 2


def scaled(x):
    return x * SCALE


def apart(x):
    return x[x > 0]


@scaled.register
def _(x):
    return x


@partial(jax.jit)
def f(x):
    return scaled(x)
"""


@pytest.mark.parametrize(
    ("old", "new", "differs"),
    [
        ("x * SCALE", "SCALE * x", True),
        ("SCALE = 2", "SCALE = 3", True),
        ("import jax\n", "import jax.numpy as jax\n", True),
        ("    return x\n", "    return -x\n", True),
        ("partial(jax.jit)", "partial(jax.vmap)", True),
        ("x[x > 0]", "x[x < 0]", False),
        ("SCALE = 2", "SCALE = 2  # two", False),
        ("SCALE = 2", "SCALE = 2\nclass Scaled(scaled): ...", True),
        ("SCALE = 2", "SCALE = 2\nclass Other(Exception): ...", False),
    ],
)
def test_what_a_call_can_come_by(old: str, new: str, differs: bool) -> None:
    assert old in MODULE
    assert (reached(MODULE.replace(old, new), "f(f32[])") != reached(MODULE, "f(f32[])")) is differs


def test_difference() -> None:
    one = jnp.array([1.0, jnp.nan, 0.0])
    assert difference((one, 1), (one, jnp.array(1))) is None
    assert difference([one], (one,)) is not None
    assert difference(one, one.astype(jnp.bfloat16)) is not None
    assert difference(one, one[:2]) is not None
    assert difference(one, jnp.array([1.0, jnp.nan, -0.0])) is not None
    assert difference(one, jnp.array([1.0, 0.0, 0.0])) is not None
    assert difference(one, one * (1 + 1e-6)) is None
    assert difference(1, 2) is not None
    assert difference(jax.random.key(0), jax.random.key(1)) is not None
