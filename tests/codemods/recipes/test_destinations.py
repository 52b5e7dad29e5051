"""A fix whose tracer would meet what takes none is no fix; one whose array goes out of view is not safe."""

import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request

HEAD = """\
import jax
import jax.numpy as jnp
import matplotlib.pyplot as plt
import numpy as np
import somewhere
from numpy.testing import assert_


@jax.jit
def f(x: jax.Array, self):
"""


def fixes(body):
    text = HEAD + "".join(f"    {line}\n" for line in body.split("\n"))
    outcome = run(Request(["f.py"], stdin=text.encode()))
    assert not outcome.problems
    return [(item.fix and item.fix.applicability, item.no_fix) for item in outcome.diagnostics]


@pytest.mark.parametrize(
    ("body", "by"),
    [
        ("np.testing.assert_allclose(np.asarray(x), 1.0)", "np.testing.assert_allclose"),
        ("y = np.asarray(x)\nz = y + 1\nplt.plot(z)", "plt.plot"),
        ("assert_(0 < x[0] < 1)", "assert_"),
        ("self.assertTrue(all(x > 0))", "self.assertTrue"),
        ("plt.title(float(x[0]))", "plt.title"),
        ("b = bool(x[0] > 0)\nreturn b is True", "b is True"),
        ("v = float(x[0])\nreturn isinstance(v, float)", "isinstance(v, float)"),
        ("return type(int(x[0]))", "type(int(x[0]))"),
        ("self.assertTrue(np.all(x == np.sign(x)))", "self.assertTrue"),
        ("y = np.pad(x, 1)\nassert isinstance(y, np.ndarray)\nreturn y", "isinstance(y, np.ndarray)"),
    ],
)
def test_what_takes_no_tracer(body, by):
    assert fixes(body) == [(None, f"`{by}` also needs a concrete value")]


def test_a_draw_of_numpys_takes_no_tracer():
    found = fixes("p = np.exp(x)\nreturn np.random.choice(3, p=p / p.sum())")
    assert (None, "`np.random.choice` also needs a concrete value") in found


@pytest.mark.parametrize(
    ("body", "level"),
    [
        ("return np.asarray(x) + 1", "safe"),
        ("y = np.asarray(x)\nreturn jnp.sin(y[0]), y.sum()", "safe"),
        ("return somewhere.goes(np.asarray(x))", "unsafe"),
        ("y = np.asarray(x)\nsomewhere.it = y\nreturn y", "unsafe"),
    ],
)
def test_levels(body, level):
    assert fixes(body) == [(level, None)]


def test_what_is_flagged_itself_is_fixed_along_with_it():
    assert fixes("return np.cos(float(x[0]))") == [("unsafe", None)]


def test_an_array_that_is_only_written_to_is_seen_by_callers_alone():
    (first, second) = fixes("x[0] = 1.0\nx[1] = 2.0")
    assert first[0] is None
    assert second[0] is None
    (first, second) = fixes("x[0] = 1.0\nx[1] = 2.0\nreturn x")
    assert first[0] == "safe"
    (first,) = fixes("x[0] = 1.0\nreturn jnp.arange(3)[x[0].astype(int)]")
    assert first[0] == "safe"
