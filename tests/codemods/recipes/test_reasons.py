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
        ("if x.sum() > 0:\n    y = 2 * x\n    raise ValueError\nreturn y", "a branch raises on line 10,"),
        ("if x.sum() > 0:\n    y = 2 * x\n    log.n = y\nreturn y", "a branch has a side effect: `log.n` on line 10"),
        ("if x.sum() > 0:\n    z = 2 * x\nreturn y", "the branches assign nothing that is used later"),
        ("if x.sum() > 0:\n    y = 'a'\nreturn y", "`y` differs in structure or shape between the branches"),
        ("if x.sum() > 0:\n    n = 2\nreturn jnp.zeros(n)", "`n` is used later where JAX requires a static"),
        (
            "for _ in [1, 2]:\n    if x.sum() > 0:\n        y = x + 1\n        break\n    log.m = 1\nreturn y",
            "a branch exits the enclosing loop",
        ),
    ],
)
def test_branches(body, said):
    assert said in reason(body, "JAX301")


def test_old_names():
    assert "no replacement for" in reason("return jnp.where(x > 0, x=x, y=0)", "JAX701")
    gone = "return jax.experimental.maps.thread_resources.env"
    assert reason(gone, "JAX701").endswith(
        "which replaced `jax.experimental.maps.thread_resources`, is itself deprecated or removed"
    )


def test_static_values():
    assert reason("return jnp.zeros(jax.nn.relu(2))", "JAX107").startswith("`jax.nn.relu` has")


@pytest.mark.parametrize(
    ("body", "code", "said"),
    [
        ("return jnp.sort(x[x > 0])", "JAX103", "`jnp.sort(x[x > 0])` on line 8 cannot be rewritten with a mask"),
        ("z = x[x > 0]\nlog.z = z\nreturn z.sum()", "JAX103", "`log.z = z` on line 9 cannot be rewritten with a mask"),
        (
            "z = x[x > 0]\nreturn z.sum() + jnp.sort(z)",
            "JAX103",
            "`jnp.sort(z)` on line 9 cannot be rewritten with a mask",
        ),
        (
            "i = jnp.nonzero(x > 0)[0]\nreturn jnp.sort(i)",
            "JAX101",
            "`jnp.sort(i)` on line 9 would change with padded indices",
        ),
        (
            "return jnp.bincount(x.astype(int))",
            "JAX102",
            "no known bound for the size of `jnp.bincount(x.astype(int))`",
        ),
        (
            "return jnp.sort(jnp.unique(x))",
            "JAX102",
            "the size of `jnp.unique(x)` on line 8, and `jnp.sort(jnp.unique(x))` on line 8 depends on it",
        ),
        (
            "return x.at[x > 1].set(jnp.arange(3) if log else y)",
            "JAX104",
            "`x > 1` on line 8 needs one value per true element",
        ),
        ("n = jnp.argmax(x)\nreturn x[:n]", "JAX105", "`jnp.argmax(x)` on line 8 is computed under the trace"),
        ("return jnp.zeros(x.sum())", "JAX106", "`x.sum()` on line 8 is computed under the trace"),
        (
            "for k in x:\n    y = jnp.zeros(k)\nreturn y",
            "JAX106",
            "`k` cannot be made static: it is assigned on line 8",
        ),
        ("return jnp.zeros(x)", "JAX106", "`x` is annotated as an array on line 6"),
        (
            "return 'ab'[x.argmax()]",
            "JAX203",
            "the elements of `'ab'` on line 8 may not be numbers, or arrays of the same shape",
        ),
        ("return [1, 2, 3][x.argmax() :]", "JAX203", "`x.argmax()` on line 8 is a slice or a call argument"),
        ("z = (jnp.sin, jnp.cos)[x.argmax()]\nreturn z(x)", "JAX203", "on line 8 is not called directly"),
        (
            "import numpy as np\nreturn x + np.random.zipf(2.0)",
            "JAX401",
            "`jax.random` has no equivalent of `numpy.random.zipf`",
        ),
        (
            "import random\nreturn x, random.choice(['a', 'b'])",
            "JAX401",
            "`jax.random` does not accept `['a', 'b']` for `a` in `random.choice(['a', 'b'])`",
        ),
        ("return [1] * int(x.sum())", "JAX202", "the length of `[1] * int(x.sum())` on line 8 depends on"),
        ("return x.sum().item() * '-'", "JAX201", "on line 8 depends on the number"),
        ("return x.item()['a']", "JAX201", "`x.item()['a']` on line 8 uses the number as a container"),
        ("x[0] = 1.0", "JAX504", "the write to argument `x` is only visible to the caller"),
        ("x.T[0] = 1.0\nreturn x", "JAX504", "`x.T` on line 8 is a temporary"),
        ("x[0], *n = y\nreturn x", "JAX504", "`y` on line 8 is unpacked"),
        ("y, y[0] = x * 1, 2.0\nreturn y", "JAX504", "`y` is assigned in the same statement"),
        ("x[x > 0, x > 1] = 1.0\nreturn x", "JAX504", "fixing only this would leave JAX104 on line 8"),
        (
            "import numpy as np\nnp.negative.at(x, 0)\nreturn x",
            "JAX504",
            "`np.negative.at(x, 0)` on line 9 has no known equivalent",
        ),
    ],
)
def test_what_stands_in_the_way(body, code, said):
    assert said in reason(body, code)
