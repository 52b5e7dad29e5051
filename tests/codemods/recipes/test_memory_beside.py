"""A helper that writes into its argument is rewritten only if nobody who gave the array sees the difference."""

import numpy as np
import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request

HELPERS = """
import jax
import jax.numpy as jnp
import numpy as np


def bump(y):
    y[0] = 9.0
    return y.sum()


def two(y, z):
    y[0] = 9.0
    return (y + z).sum()


@jax.jit
def traced(a):
    return {used}


def caller(x):
    {body}
"""
SEEN = [
    "return bump(x) + x[0]", "return x[0] + bump(x)", "return x + bump(x)", "return bump(x), x", "return [x, bump(x)]",
    "return bump(x) * x.sum()", "return (bump(x), x.copy())", "return bump(x) and x[0]", "return x[bump(x) > 3]",
    "return f'{bump(x)} {x[0]}'", "return {1: bump(x), 2: x[0]}", "return two(x, x)", "return two(x, x[::-1])",
    "x = bump(x) + x; return x", "y = bump(x); return y + x[0]", "x[1] = bump(x); return x",
]  # fmt: skip
NOT_SEEN = ["return bump(x)", "return bump(x * 1.0) + x", "x = x * 2; return bump(x)"]


def fixed(tmp_path, body):
    used = "two(a * 1.0, a)" if "two(" in body else "bump(a * 1.0)"
    path = tmp_path / "m.py"
    path.write_text(HELPERS.format(used=used, body=body))
    run(Request([str(path)], fix=True, write=True))
    return path.read_text()


def result(text, array):
    names = {}
    exec(compile(text, "m.py", "exec"), names)
    return names["caller"](array)


@pytest.mark.parametrize("body", SEEN)
def test_no_fix_where_the_array_is_read_beside_the_call(tmp_path, body):
    assert ".at[" not in fixed(tmp_path, body)


@pytest.mark.parametrize("body", NOT_SEEN)
def test_a_fix_where_it_is_not(tmp_path, body):
    import jax.numpy as jnp

    text = fixed(tmp_path, body)
    assert ".at[0].set(9.0)" in text
    before = HELPERS.format(used="bump(a * 1.0)", body=body)
    np.testing.assert_allclose(result(text, jnp.array([1.0, 2.0, 3.0])), result(before, np.array([1.0, 2.0, 3.0])))


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        ("return bump(np.ones(3))", True),
        ("y = np.ones(3); return bump(y)", True),
        ("y = np.asarray(x); y = y * 2; return bump(y)", True),
        ("y = jnp.ones(3); return bump(y)", False),
        ("return bump(x * 1.0)", False),
    ],
)
def test_no_at_where_a_caller_gives_an_array_of_numpys(tmp_path, body, kept):
    """It has no ``.at``: what ran without jit would raise."""
    import jax.numpy as jnp

    text = fixed(tmp_path, body)
    assert (".at[" not in text) is kept
    result(text, np.ones(3) if kept else jnp.ones(3))
