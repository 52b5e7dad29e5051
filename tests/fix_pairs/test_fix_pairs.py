"""Fixed pairs and triples give what the originals gave; the truth writes as NumPy does; and a wrong fix is found."""

from __future__ import annotations

import collections
import random
from pathlib import Path
from types import ModuleType

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from jaxlint.codemods.recipes.branches import logic
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.verify.trial.compare import difference
from jaxlint.verify.trial.execution import load
from tests.fix_pairs.claims import claims
from tests.fix_pairs.judge import Verdict, judge, judge_alone
from tests.fix_pairs.programs import Program, pairs, triples
from tests.fix_pairs.writing import Over, Writing, on_writing, unwrapped, write_over

FEW, SOME, CHUNK = 8, 40, 25  # all of them: `python -m tests.fix_pairs --pairs 0:1848`


def chosen(count: int) -> list[Program]:
    """Half pairs, half triples, the same each time."""
    return random.Random(0).sample(pairs(), count // 2) + triples(5000, 5000 + count // 2)


def complaints(programs: list[Program]) -> list[str]:
    """What is bad, and that most is judged and not left."""
    jax.clear_caches()
    verdicts = [one for at in range(0, len(programs), CHUNK) for one in judge(programs[at : at + CHUNK])]
    counts = collections.Counter(one.outcome for one in verdicts)
    few = [] if counts["equal"] >= len(programs) // 2 else [f"few are equal: {dict(counts)}"]
    return [str(one) for one in verdicts if one.is_bad] + few


def test_a_few_programs() -> None:
    assert complaints(chosen(FEW)) == []


@pytest.mark.slow
def test_some_programs() -> None:
    assert complaints(chosen(SOME)) == []


@pytest.mark.slow
@pytest.mark.parametrize("family", sorted({claim.program.label.split(":")[0] for claim in claims()}))
def test_claims(family: str) -> None:
    jax.clear_caches()
    verdicts = [judge_alone(*claim) for claim in claims() if claim.program.label.split(":")[0] == family]
    assert [str(one) for one in verdicts if one.is_bad or one.outcome == "idle"] == []


FILL = "def fill(b, v):\n    b[0] = v\n    return b\n"
RESHAPED = "@jax.jit\ndef g(x, shape):\n    return jnp.reshape(x, shape)\n"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("helper", "use"),
    [
        (FILL, "from helper import fill\n\n\n@jax.jit\ndef f(x):\n    b = x * 1\n    fill(b, 5.0)\n    return b\n"),
        (FILL, "import helper\n\n\n@jax.jit\ndef f(x):\n    b = x * 1\n    c = helper.fill(b, 5.0)\n    return b, c\n"),
        (FILL, "from helper import fill\n\n\n@jax.jit\ndef f(x):\n    b = fill(x * 1, 5.0)\n    return b\n"),
        (RESHAPED, "from helper import g\n\n\ndef f(x):\n    return g(x, [2, 2])\n"),
    ],
    ids=["dropped", "other name", "taken", "static list"],
)
def test_functions_of_other_files(tmp_path: Path, helper: str, use: str) -> None:
    head = "import jax\nimport jax.numpy as jnp\n"
    texts = {"helper": f"{head}\n\n{helper}", "use": f"{head}{use}\n\ndef example():\n    return f(jnp.ones(4))\n"}
    for name, text in texts.items():
        (tmp_path / f"{name}.py").write_text(text)
    given = jnp.array([1.0, 2.0, 3.0, 4.0])
    jit, jax.jit = jax.jit, lambda function: function
    try:
        original = joined(texts["helper"], texts["use"])
    finally:
        jax.jit = jit
    write_over(original)
    before = on_writing(original.f)(given)
    done = run(Request([str(tmp_path)], select=("ALL",), fix=True, unsafe=True, write=True))
    after = [(tmp_path / f"{name}.py").read_text() for name in texts]
    if done.diagnostics:
        assert after == list(texts.values())
    else:
        assert difference(before, joined(*after).f(given)) is None, after


def joined(helper: str, use: str) -> ModuleType:
    """Both files in one module, so that no import of ours is met again."""
    lines = [line for line in use.splitlines() if "helper import" not in line and line != "import helper"]
    return load(Path("/nowhere/both.py"), helper + "\n".join(lines).replace("helper.", ""))


def verdict(body: str) -> Verdict:
    return judge([Program("", body)])[0]


@pytest.mark.parametrize(
    ("body", "outcome"),
    [
        ("return x * 2", "equal"),
        ("out = x * 1\nout[out > a] = 0\nreturn out", "equal"),
        ("return x.nothing", "idle"),
        ("rows = []\nfor i in range(3):\n    if x[i] > a:\n        rows.append(x[i])\nreturn rows", "reported"),
        ("return jnp.where(x > 0, jnp.sqrt(x), 0)", "equal"),
        ("hidden = getattr(x, 'item')\nreturn hidden() if len(x) < 2 else y", "equal"),
        ("return getattr(a, chr(105) + 'tem')()", "silent"),
        ("return max(*x)", "silent"),  # of an array, how many arguments that makes is not followed
    ],
)
def test_outcomes(body: str, outcome: str) -> None:
    assert verdict(body).outcome == outcome


def test_a_wrong_value_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(logic._SYMBOLS, logic.ast.Lt, ">=")
    found = verdict("return y * (0 < a < 2)")
    assert (found.outcome, found.said.partition(":")[0]) == ("wrong", "random")


def test_a_nan_in_a_gradient_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    text = (
        "import jax\nimport jax.numpy as jnp\n\n\ndef f0(x, y, a, k):\n    return jnp.where(a > 0, jnp.sqrt(a), 0.0)\n"
    )
    monkeypatch.setattr("tests.fix_pairs.judge._text", lambda fixed: text)
    assert verdict("if a > 0:\n    return jnp.sqrt(a)\nreturn 0.0").outcome == "nan"


def test_the_truth_writes_as_numpy_does() -> None:
    def write(array, jnp):
        array[1] = 7
        array[jnp.array([0, 0, 2])] += 1
        array[array > 6] = -1
        array[2:] *= 2
        array[0], array[3] = array[3], array[0]
        array[jnp.array([3, 3])] = jnp.array([8.0, 9.0])
        return array

    start = [1.0, 2.0, 3.0, 9.0]
    held = Writing(jnp.array(start))
    assert unwrapped(write(held, Over(jnp))).tolist() == write(np.array(start), np).tolist()
    with pytest.raises(IndexError):
        held[4] = 1
    with pytest.raises(IndexError):
        held[jnp.array([0, -5])]


def test_the_truth_has_gradients() -> None:
    def total(array):
        held = Writing(array)
        held[0] = held[1] * 3
        held[jnp.array([2, 2])] = Writing(array)[:2] * 5
        return unwrapped(held).sum()

    assert jax.grad(total)(jnp.ones(4)).tolist() == [0, 9, 0, 1]


def test_programs_are_python_and_depend_on_the_seed_alone() -> None:
    assert triples(0, 50) == triples(0, 50)
    assert len({one.body for one in [*pairs(), *triples(0, 50)]}) > len(pairs()) + 40
    for one in [*pairs(), *triples(0, 50)]:
        compile(one.text(), "program", "exec", dont_inherit=True)
