"""Why there is no fix: which part of the code, which name."""

import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request

HEAD = "import jax\nimport jax.numpy as jnp\n\n\n@jax.jit\ndef f(x: jax.Array, log=None):\n    y, n = x, 1\n"


def reason(body, code):
    text = HEAD + "".join(f"    {line}\n" for line in body.split("\n"))
    outcome = run(Request(["f.py"], stdin=text.encode()))
    assert not outcome.problems
    item = next(one for one in outcome.diagnostics if one.code == code)
    assert item.fix is None
    return item.no_fix


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ("if x.sum() > 0:\n    y = 2 * x\n    raise ValueError\nreturn y", "a branch raises, in line 10,"),
        ("if x.sum() > 0:\n    y = 2 * x\n    log.n = y\nreturn y", "more than compute: `log.n` in line 10"),
        ("if x.sum() > 0:\n    z = 2 * x\nreturn y", "nothing that the branches bind is read further down"),
        ("if x.sum() > 0:\n    y = 'a'\nreturn y", "`y` differs in structure or shape between the branches"),
        ("if x.sum() > 0:\n    n = 2\nreturn jnp.zeros(n)", "`n` is read further down where JAX asks for a static"),
        (
            "for _ in [1, 2]:\n    if x.sum() > 0:\n        y = x + 1\n        break\n    log.m = 1\nreturn y",
            "a branch leaves the loop",
        ),
    ],
)
def test_branches(body, said):
    assert said in reason(body, "JAX301")


def test_old_names():
    assert "has no successor" in reason("return jnp.where(x > 0, x=x, y=0)", "JAX701")
    gone = "return jax.experimental.maps.thread_resources.env"
    assert reason(gone, "JAX701").endswith("which came after `jax.experimental.maps.thread_resources`, is old itself")


def test_static_values():
    assert reason("return jnp.zeros(jax.nn.relu(2))", "JAX107").startswith("`jax.nn.relu` has")
