"""JAX traces the body of a loop once: what is done at each turn for its effect alone must not go into it."""

from __future__ import annotations

import pytest

from tests.codemods.recipes.mending import fixed

HEAD = "import jax\nimport jax.numpy as jnp\n\n\n@jax.jit\ndef f(x: jax.Array, n: jax.Array, other):\n"


@pytest.mark.parametrize(
    "statement", ["other(x)", "other.step()", "x = x + next(other)", "input()", "if True:\n            other.tell(x)"]
)
@pytest.mark.parametrize("loop", ["while x.sum() < n:", "for i in range(n):"])
def test_stays_in_a_loop_of_python(loop: str, statement: str) -> None:
    text = f"{HEAD}    {loop}\n        x = x * 2\n        {statement}\n    return x\n"
    assert "_loop(" not in fixed(text)


@pytest.mark.parametrize("statement", ['jax.debug.print("{}", x)', "print(x)", "y = other(x)\n        x = x + y"])
@pytest.mark.parametrize("loop", ["while x.sum() < n:", "for i in range(n):"])
def test_what_jax_knows_or_what_gives_a_value_may_go(loop: str, statement: str) -> None:
    text = f"{HEAD}    {loop}\n        x = x * 2\n        {statement}\n    return x\n"
    assert "_loop(" in fixed(text)
