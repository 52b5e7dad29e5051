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
        ("if x.sum() > 0:\n    y = 2 * x\n    raise ValueError\nreturn y", "a branch raises, on line 10,"),
        ("if x.sum() > 0:\n    y = 2 * x\n    log.n = y\nreturn y", "more than compute: `log.n` on line 10"),
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


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ("return jnp.sort(x[x > 0])", "JAX103", "`jnp.sort(x[x > 0])` on line 8 has no known form with a mask"),
        ("z = x[x > 0]\nlog.z = z\nreturn z.sum()", "JAX103", "`log.z = z` on line 9 has no known form with a mask"),
        (
            "z = x[x > 0]\nreturn z.sum() + jnp.sort(z)",
            "JAX103",
            "`jnp.sort(z)` on line 9 has no known form with a mask",
        ),
        (
            "i = jnp.nonzero(x > 0)[0]\nreturn jnp.sort(i)",
            "JAX101",
            "`jnp.sort(i)` on line 9 would notice padded indices",
        ),
        (
            "return jnp.bincount(x.astype(int))",
            "JAX102",
            "nothing in view bounds the size of `jnp.bincount(x.astype(int))`",
        ),
        (
            "return jnp.sort(jnp.unique(x))",
            "JAX102",
            "the size of `jnp.unique(x)` on line 8, and `jnp.sort(jnp.unique(x))` on line 8 depends on it",
        ),
        (
            "return x.at[x > 1].set(jnp.arange(3) if log else y)",
            "JAX104",
            "as many elements as `x > 1` on line 8 selects",
        ),
        ("n = jnp.argmax(x)\nreturn x[:n]", "JAX105", "`jnp.argmax(x)` on line 8 is computed while tracing"),
        ("return jnp.zeros(x.sum())", "JAX106", "`x.sum()` on line 8 is computed while tracing"),
        (
            "for k in x:\n    y = jnp.zeros(k)\nreturn y",
            "JAX106",
            "`k` is no parameter that could be static: it is bound on line 8",
        ),
        ("return jnp.zeros(x)", "JAX106", "`x` is annotated as an array on line 6"),
        (
            "return 'ab'[x.argmax()]",
            "JAX203",
            "what `'ab'` on line 8 holds is not known to be numbers, or arrays of one shape",
        ),
        ("return [1, 2, 3][x.argmax() :]", "JAX203", "`x.argmax()` on line 8 is no plain index"),
        ("z = (jnp.sin, jnp.cos)[x.argmax()]\nreturn z(x)", "JAX203", "on line 8 selects is not called at once"),
        (
            "import numpy as np\nreturn x + np.random.zipf(2.0)",
            "JAX401",
            "`jax.random` has nothing like `numpy.random.zipf`",
        ),
        (
            "import random\nreturn x, random.choice(['a', 'b'])",
            "JAX401",
            "`a`, `['a', 'b']`, of `random.choice(['a', 'b'])` is nothing that `jax.random` is known to take",
        ),
        ("return [1] * int(x.sum())", "JAX202", "`[1] * int(x.sum())` on line 8 has as many elements as the number"),
        ("return x.sum().item() * '-'", "JAX201", "on line 8 has as many elements as the number says"),
        ("return x.item()['a']", "JAX201", "`x.item()['a']` on line 8 takes it for a container"),
        ("x[0] = 1.0", "JAX504", "`x` is an argument and not read further down"),
        ("x.T[0] = 1.0\nreturn x", "JAX504", "`x.T` on line 8 is made for the moment"),
        ("x[0], *n = y\nreturn x", "JAX504", "`y` on line 8 is unpacked"),
        ("y, y[0] = x * 1, 2.0\nreturn y", "JAX504", "`y` gets its value in the same statement"),
        ("x[x > 0, x > 1] = 1.0\nreturn x", "JAX504", "`x > 1` on line 8 is a second mask of one index"),
        (
            "import numpy as np\nnp.negative.at(x, 0)\nreturn x",
            "JAX504",
            "`np.negative.at(x, 0)` on line 9 has no known form",
        ),
    ],
)
def test_what_stands_in_the_way(body, code, said):
    assert said in reason(body, code)
