"""Fixed programs give what the originals gave, and run; each program comes from a seed; and a wrong fix is found."""

from __future__ import annotations

import collections

import pytest

from jaxlint.codemods.recipes.branches import logic
from tests.generated_fixes import shrink
from tests.generated_fixes.grammar import HAZARDS, STATEMENTS
from tests.generated_fixes.judge import judge
from tests.generated_fixes.loops import loops
from tests.generated_fixes.programs import Program, program

pytestmark = pytest.mark.slow

SEEDS, CHUNK = 40, 20


@pytest.mark.parametrize("start", range(0, SEEDS, CHUNK))
def test_the_fixed_form_gives_what_the_original_gave(start: int) -> None:
    verdicts = {seed: judge(program(seed)) for seed in range(start, start + CHUNK)}
    bad = {seed: (one.safe, one.unsafe, one.said, one.text) for seed, one in verdicts.items() if one.is_bad}
    assert bad == {}
    outcomes = collections.Counter(one.safe for one in verdicts.values())
    assert outcomes["equal"] + outcomes["partial"] >= CHUNK // 5


def test_programs_depend_on_the_seed_alone() -> None:
    assert program(3).text == program(3).text
    assert len({program(seed).text for seed in range(50)}) == 50


def test_all_programs_are_python_and_all_templates_are_met() -> None:
    met: set[str] = set()
    for seed in range(1500):
        made = program(seed)
        compile(made.text, "program", "exec", dont_inherit=True)
        met.update(made.families)
    wanted = {f"{kind} {family}" for kind, families in HAZARDS.items() for family in families}
    assert wanted | set(STATEMENTS) | {"early", "helpers"} == met


def test_a_wrong_fix_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(logic._SYMBOLS, logic.ast.Lt, ">=")
    head = "import jax\n\n\n@jax.jit\ndef f(x: jax.Array):\n"
    text = f"{head}    y = x + 1\n    return y * (0 < x < 2)\n\n\nf(jax.numpy.ones(()))\n"
    wrong = Program(text, "f(f32[])", [])
    assert judge(wrong).safe == "differs"
    assert "y = x + 1" not in shrink.shrink(wrong).text


@pytest.mark.parametrize(
    ("body", "safe", "unsafe"),
    [
        ("return x.at[m].set(0)", "equal", None),
        ("return x.at[m].set(0), x[m]", "partial", "noted"),
        ("return jnp.zeros(4) + x", "clean", None),
        ("return x[m]", "unfixed", "noted"),
        ("t = x * 1\n    t[0] = 2\n    return t", "equal", None),
        ("t = jnp.zeros(4)\n    t[0] = x[1]\n    return t", "equal", None),
        ("return x.nothing", "idle", None),
    ],
)
def test_outcomes(body: str, safe: str, unsafe: str | None) -> None:
    head = "import jax\nimport jax.numpy as jnp\n\n\n@jax.jit\ndef f(x, m):\n    "
    text = f"{head}{body}\n\n\ndef example():\n    f(jnp.ones(4), jnp.ones(4, bool))\n"
    found = judge(Program(text, "f(f32[4], bool[4])", []))
    assert (found.safe, found.unsafe) == (safe, unsafe)


@pytest.mark.parametrize("start", range(0, SEEDS, CHUNK))
def test_loops_that_end_early_give_what_they_gave(start: int) -> None:
    verdicts = {seed: judge(loops(seed)) for seed in range(start, start + CHUNK)}
    bad = {seed: (one.safe, one.unsafe, one.said, one.text) for seed, one in verdicts.items() if one.is_bad}
    assert bad == {}
    assert sum(one.unsafe in ("equal", "noted") for one in verdicts.values()) >= CHUNK // 4
