"""Values and their mask come through all callers in all modules, or the function stays as it is."""

from __future__ import annotations

import sys
from pathlib import Path

import jax
import jax.numpy as jnp
import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from tests.codemods.recipes.mending import fixed, lint, namespace
from tests.fixtures_on_jax.threaded import FOLDER, modules, programs, written

PROGRAM = programs(FOLDER / "masks.txt")["through modules"]


def fresh(folder: Path, name: str):
    before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        return __import__(name)
    finally:
        sys.path.remove(str(folder))
        for one in set(sys.modules) - before:
            if str(folder) in (getattr(sys.modules[one], "__file__", None) or ""):
                del sys.modules[one]


def test_through_modules(tmp_path: Path) -> None:
    x = jnp.array([1.0, -2.0, jnp.nan, 3.0])
    paths = written(tmp_path, PROGRAM)
    with jax.disable_jit():
        expected = fresh(tmp_path, "main").mean(x)
    outcome = run(Request(paths, select=("ALL",), fix=True, unsafe=True, write=True))
    assert (outcome.problems, outcome.diagnostics) == ([], [])
    assert jnp.allclose(jnp.stack(expected), jnp.stack(fresh(tmp_path, "main").mean(x)))


@pytest.mark.parametrize("left_out", ["main.py", "steps.py"])
def test_a_file_that_was_not_asked_for_stays(tmp_path: Path, left_out: str) -> None:
    paths = written(tmp_path, PROGRAM)
    outcome = run(Request([one for one in paths if not one.endswith(left_out)], select=("ALL",), fix=True, unsafe=True))
    assert outcome.diagnostics or left_out == "main.py"
    assert {name: (tmp_path / name).read_text() for name in modules(PROGRAM)} == modules(PROGRAM)


HEAD = "import jax\nimport jax.numpy as jnp\n\n\ndef pick(x):\n    return x[x > 0]\n\n\n"


def test_masks_of_several_fixes_have_names_of_their_own() -> None:
    text = HEAD + (
        "def below(x):\n    return x[x < 1]\n\n\n"
        "@jax.jit\ndef f(x, y):\n    a = pick(x)\n    b = below(y)\n    c = y[y * y > 1]\n"
        "    return a.mean(), b.mean(), c.mean(), c.prod()\n"
    )
    x = jnp.array([1.0, -2.0, 4.0, 3.0])
    with jax.disable_jit():
        expected = namespace(text)["f"](x, x - 1.5)
    after = fixed(text)
    assert lint(after).diagnostics == []
    assert jnp.allclose(jnp.stack(namespace(after)["f"](x, x - 1.5)), jnp.stack(expected))


@pytest.mark.parametrize(
    ("caller", "said"),
    [
        ("    y = pick(x)\n    return jnp.sort(y).mean()\n", "`jnp.sort(y)` on line 12 cannot"),
        ("    return [y.mean() for y in pick(x)]\n", "`pick(x)` on line 11"),
        ("    return jax.lax.map(lambda y: y, pick(x)).mean()\n", "on line 11 cannot"),
        ("    y = z = pick(x)\n    return y.mean()\n", "`y = z = pick(x)` on line 11"),
        ("    y = pick(x)\n    y = y + pick(-x) if x.ndim else y\n    return y.mean()\n", "on line 12 cannot"),
        ("    y = pick(pick(x))\n    return y.mean()\n", "masked arrays pass through `pick` (line 5) more than once"),
        ("    return x.ndim and pick(x).mean()\n", "`pick(x).mean()` on line 11"),
        ("    while pick(x).mean() is None:\n        x = x + 1\n    return x\n", "`pick(x).mean()` on line 11"),
        (
            "    take = {0: pick}\n    return take[0](x).mean()\n",
            "`pick` on line 11 is used in a way that jaxlint cannot follow",
        ),
        ("    return jax.grad(lambda x: pick(x).mean())(x)\n", "`pick(x).mean()` on line 11"),
        ("    fast = jax.jit(pick, out_shardings=None)\n    return fast(x).mean()\n", "jaxlint cannot follow"),
    ],
)
def test_who_stands_in_the_way(caller: str, said: str) -> None:
    text = HEAD + f"@jax.jit\ndef f(x):\n{caller}"
    (item,) = [one for one in lint(text).diagnostics if one.code == "JAX103"]
    assert item.fix is None or item.fix.applicability == "suggestion"
    assert said in (item.no_fix or item.fix.summary)
