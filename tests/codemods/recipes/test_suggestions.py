"""Suggestions are never applied by jaxlint; followed by hand they do what they say."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest
from jax.experimental import checkify

from jaxlint.text.edit import apply_edits
from tests.codemods.recipes.mending import levels, lint, namespace

HEAD = "import jax\nimport jax.numpy as jnp\n\n\ndef f(x, k):\n"
TAIL = "\n\ndef example():\n    return jax.jit(f)(jnp.ones(3), 1)\n"


def followed(body: str, code: str) -> str:
    """The text after the one suggestion for a code."""
    text = HEAD + body + TAIL
    (found,) = [one for one in lint(text).diagnostics if one.code == code]
    assert found.fix is not None
    assert found.fix.applicability == "suggestion"
    (edits,) = found.fix.edits.values()
    return apply_edits(text, edits)


@pytest.mark.parametrize(
    ("check", "message"),
    [
        ('assert x.sum() > 0, "sum {}"', "sum {}"),
        ("assert x.sum() > 0", "x.sum() > 0"),
        ('assert x.sum() > 0, f"{x.sum()} of {k}: {{}}"', "-3.0 of 1: {}"),
        ("assert x.sum() > 0, 'it\\'s \"less\"'", 'it\'s "less"'),
    ],
)
def test_assert_is_checked_at_run_time(check: str, message: str) -> None:
    f = namespace(followed(f"    {check}\n    return x * 2\n", "JAX305"))["f"]
    checked = jax.jit(checkify.checkify(f))
    assert checked(jnp.ones(3), 1)[0].get() is None
    assert message in checked(-jnp.ones(3), 1)[0].get()


def test_a_branch_that_raises_is_a_check() -> None:
    body = '    if x.sum() <= 0:\n        raise ValueError("not positive")\n    return x * 2\n'
    checked = jax.jit(checkify.checkify(namespace(followed(body, "JAX301"))["f"]))
    assert checked(jnp.ones(3), 1)[0].get() is None
    assert "not positive" in checked(-jnp.ones(3), 1)[0].get()


def test_a_message_made_elsewhere_has_no_suggestion() -> None:
    assert levels(HEAD + "    assert x.sum() > 0, str(k)\n    return x\n" + TAIL, "JAX305") == [None]


MATCH = """\
    match k:
        case 0:
            {0}x
        case {2}:
            {1}2 * x
        case {3}:
            {0}-x
"""


@pytest.mark.parametrize("arm", ["return ", "y = "])
def test_match_on_a_number_is_a_switch(arm: str) -> None:
    body = MATCH.format(arm, arm, 1, "_") + ("    return y\n" if arm == "y = " else "")
    f = jax.jit(namespace(followed(body, "JAX308"))["f"])
    assert [float(f(jnp.float32(3), k)) for k in range(4)] == [3, 6, -3, -3]


@pytest.mark.parametrize(
    ("first", "second", "number", "last"),
    [("return ", "return ", 2, "_"), ("return ", "y = ", 1, "_"), ("return ", "return ", "1 if x > 0", "_"),
     ("return ", "return ", 1, "n"), ("return ", "return ", 1, 2), ("return ", "return ", "True", "_")],
)  # fmt: skip
def test_other_cases_have_no_suggestion(first: str, second: str, number: object, last: object) -> None:
    text = HEAD + MATCH.format(first, second, number, last) + TAIL
    assert set(levels(text, "JAX308")) == {None}
