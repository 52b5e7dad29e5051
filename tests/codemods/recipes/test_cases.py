"""``match`` on a tracer: which cases become what, and that it says the same."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

from tests.codemods.recipes.mending import fixed, levels, namespace

HEAD = "import jax\nimport jax.numpy as jnp\n\n\n@jax.jit\ndef f(x, k):\n"
TAIL = "\n\ndef example():\n    return f(jnp.float32(3), jnp.int32(1))\n"
MATCH = """\
    match k:
        case 0:
            {0}x
        case {2}:
            {1}2 * x
        case {3}:
            {0}-x
"""


def text_of(first: str, second: str, number: object, last: object, end: str = "") -> str:
    return HEAD + MATCH.format(first, second, number, last) + end + TAIL


@pytest.mark.parametrize("arm", ["return ", "y = "])
@pytest.mark.parametrize(
    ("number", "last", "wanted"),
    [
        (1, "_", [3, 6, -3, -3]),
        (2, "_", [3, -3, 6, -3]),
        ("1 | 3", "_", [3, 6, -3, 6]),
        ("1 if x > 5", "_", [3, -3, -3, -3]),
        ("-1", "n", [3, -3, -3, -3]),
    ],
)
def test_says_the_same(arm: str, number: object, last: object, wanted: list[float]) -> None:
    new = fixed(text_of(arm, arm, number, last, "    return y\n" if arm == "y = " else ""))
    assert "match" not in new
    assert ("lax.switch" in new) == (number == 1)
    f = jax.jit(namespace(new)["f"])
    assert [float(f(jnp.float32(3), jnp.int32(k))) for k in range(4)] == wanted


@pytest.mark.parametrize(
    ("first", "second", "number", "last"),
    [
        ("return ", "y = ", 1, "_"),
        ("return ", "return ", "True", "_"),
        ("return ", "return ", "[1]", "_"),
        ("return ", "return ", '"one"', "_"),
        ("return ", "return ", 1, "n if n > x"),
        ("return ", "raise ValueError(0) if k else ", 1, "_"),
    ],
)
def test_is_left_alone(first: str, second: str, number: object, last: object) -> None:
    assert set(levels(text_of(first, second, number, last), "JAX308")) <= {None}
