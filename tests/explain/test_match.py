"""The finding that says why a program failed, wherever its line is."""

import traceback

import pytest

from jaxlint.explain.explain import explain_text
from jaxlint.rules.registry import all_rules
from tests.rules.test_pages import LAST, RAISES, executed, sections

RAISING = [rule for rule in all_rules() if LAST[0] in sections(rule) and RAISES.findall(sections(rule)[LAST[0]])]
FIRST = {rule.code[:4]: rule for rule in reversed(RAISING)}.values()  # one of each hundred


def explained(folder, text, name="train.py"):
    """Of the last error that a program ends in."""
    (folder / ".git").mkdir()
    _, error = executed(text, folder / name)
    assert error is not None
    return explain_text("".join(traceback.format_exception(error)), str(folder))[-1]


@pytest.mark.parametrize(
    "rule", [pytest.param(rule, id=rule.code, marks=() if rule in FIRST else pytest.mark.slow) for rule in RAISING]
)
def test_the_page_of_each_rule(rule, tmp_path):
    text = sections(rule)["Bad"]
    for library in ("flax", "equinox"):
        if f"import {library}" in text or f"from {library}" in text:
            pytest.importorskip(library)
    assert explained(tmp_path, text).match.diagnostic.code == rule.code


LEAK = """\
import jax
import jax.numpy as jnp
import numpy as np

kept = []


@jax.jit
def doubled(x):
    kept.append(x * 2)
    return x


doubled(jnp.ones(()))


def report():
    return {}


report()
"""


@pytest.mark.parametrize("use", ["np.asarray(kept[0])", "float(kept[0])", "kept[0] + 1"])
def test_a_leak_is_told_however_the_value_is_used(use, tmp_path):
    one = explained(tmp_path, LEAK.format(use))
    assert (one.match.diagnostic.code, one.match.diagnostic.location.line) == ("JAX503", 10)
    assert one.ended == ("" if one.error == "UnexpectedTracerError" else "doubled")
    assert one.place.line == 18


INSIDE = """\
import jax
import jax.numpy as jnp


def helper(x):
    return float(x)


@jax.jit
def step(x):
    return helper(x)


step(jnp.ones(()))
"""


def test_no_leak_where_the_function_runs(tmp_path):
    one = explained(tmp_path, INSIDE)
    assert (one.ended, one.match.diagnostic.code) == ("", "JAX202")


def test_no_leak_where_only_the_last_frame_is_told(tmp_path):
    (tmp_path / "train.py").write_text(INSIDE)
    path = tmp_path / "train.py"
    text = f"{path}:6: in helper\n    return float(x)\nE   jax.errors.ConcretizationTypeError: Abstract tracer value\n"
    text += f"E   The error occurred while tracing the function step at {path}:9 for jit.\n"
    one = explain_text(text, str(tmp_path))[0]
    assert (one.ended, one.match.diagnostic.code) == ("", "JAX202")


LOOP = """\
import jax


def advance(x):
    return jax.lax.while_loop(lambda c: c < 3, lambda c: 2 * c, x)


jax.grad(advance)(1.0)
"""


def test_the_cause_on_a_line_that_no_longer_runs(tmp_path):
    one = explained(tmp_path, LOOP)
    assert (one.place.line, one.match.diagnostic.code, one.match.diagnostic.location.line) == (8, "JAX611", 5)


OTHER = """\
import jax
import jax.numpy as jnp


def twice(x):
    return x + jnp.ones(4)


@jax.jit
def step(x):
    if x.sum() > 0:
        return x
    return -x


jnp.ones(3) + twice(jnp.ones(3))
step(jnp.ones(3))
"""


def test_a_finding_about_something_else_is_no_cause(tmp_path):
    one = explained(tmp_path, OTHER)
    assert one.meaning.text.startswith("The shapes do not fit together.")
    assert one.match is None


KEPT = """\
import jax
import jax.numpy as jnp

history = []


def loss(w):
    total = jnp.sum(w**2)
    history.append(total)
    return total


@jax.jit
def step(w):
    return w - jax.grad(loss)(w)


def fit(w, steps):
    for _ in range(steps):
        w = step(w)
    return float(sum(history) / len(history))


if True:
    fit(jnp.ones(3), 20)
"""


def test_the_only_leak_is_the_cause(tmp_path):
    """Nothing of its path is running any more, and JAX names no function of ours."""
    assert explained(tmp_path, KEPT).match.diagnostic.location.line == 9
