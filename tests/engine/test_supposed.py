"""What may not fit behind an open question is a warning that names the answer, unless it happens in any case."""

import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request

HEAD = """\
import os
import jax


def asked():
    return os.environ.get("NEVER") is None


"""
UNBOUND = """
@jax.jit
def f(x):
    return jax.lax.psum(x, "rows")


"""
UNLIKE = """
@jax.jit
def f(x):
    return jax.tree.map(lambda a, b: a + b, (x, x), (x,))


"""
NO_ARRAY = """
def text(x):
    return "text"


def f(x):
    return jax.vmap(text)(x)


"""


def findings(text):
    outcome = run(Request(["program.py"], stdin=(HEAD + text).encode()))
    assert not outcome.problems
    return [(one.code, one.severity, [step.message for step in one.related]) for one in outcome.diagnostics]


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("if asked():\n    f(1.0)\n", "this happens where `asked()` is true"),
        ("if not asked():\n    pass\nelse:\n    f(1.0)\n", "this happens where `not asked()` is false"),
        ("y = 1.0 if asked() else f(1.0)\n", "this happens where `asked()` is false"),
        ("y = asked() or f(1.0)\n", "this happens where `asked()` is false"),
        ("match asked():\n    case True:\n        f(1.0)\n", "this happens in one case of this `match`"),
        ("try:\n    open('a')\nexcept OSError:\n    f(1.0)\n", "this happens where an exception is caught here"),
        ("try:\n    open('a')\nexcept* OSError:\n    f(1.0)\n", "this happens where an exception is caught here"),
    ],
)
def test_the_answer_is_named(text, told):
    assert findings(UNLIKE + text) == [("JAX619", "warning", [told])]


def test_an_axis_may_be_bound_where_the_same_question_is_asked():
    text = UNBOUND + "if asked():\n    f(1.0)\n"
    assert [one[:2] for one in findings(text)] == [("JAX618", "warning")]
    assert findings(text + "jax.pmap(lambda v: v, axis_name='rows')\n") == []


@pytest.mark.parametrize(("function", "code"), [(UNBOUND, "JAX618"), (NO_ARRAY, "JAX617")], ids=["axis", "result"])
@pytest.mark.parametrize(
    "text",
    [
        "f(jax.numpy.ones(3))\n",
        "if asked():\n    f(jax.numpy.ones(3))\nf(jax.numpy.ones(3))\n",
        "f(jax.numpy.ones(3))\nif asked():\n    f(jax.numpy.ones(3))\n",
        "if __name__ == '__main__':\n    f(jax.numpy.ones(3))\n",
    ],
)
def test_what_happens_in_any_case_is_an_error(function, code, text):
    found = findings(function + text)
    assert [one[:2] for one in found] == [(code, "error")]
    assert not any("this happens" in step for _, _, steps in found for step in steps)
