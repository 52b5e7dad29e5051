"""A function of NumPy's or of math's that another function calls: its own name is what changes."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import pytest

from tests.codemods.recipes.mending import fixed, namespace

HEAD = (
    "import functools\nimport math\nimport jax\nimport jax.numpy as jnp\nimport numpy as np\n\n"
    "USED = functools, math, np\n\n@jax.jit\ndef f(x: jax.Array):\n    return "
)


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ("jax.tree.map(np.asarray, [x, x])", "jax.tree.map(jnp.asarray, [x, x])"),
        ("jax.tree.map(np.add, {'a': x}, {'a': x})", "jax.tree.map(jnp.add, {'a': x}, {'a': x})"),
        ("list(map(np.exp, x))", "list(map(jnp.exp, x))"),
        ("functools.reduce(np.add, [x, x])", "functools.reduce(jnp.add, [x, x])"),
        ("list(map(math.sqrt, x[0]))", "list(map(jnp.sqrt, x[0]))"),
        ("np.sort(np.exp(x))", "jnp.sort(jnp.exp(x))"),
    ],
)
def test_its_name_alone_changes(given: str, wanted: str) -> None:
    text = fixed(f"{HEAD}{given}\n")
    assert text == f"{HEAD}{wanted}\n"
    x = jnp.arange(4.0).reshape(2, 2)
    with jax.disable_jit():
        plain = namespace(f"{HEAD}{given}\n".replace("@jax.jit\n", ""))["f"](x)
    assert jax.tree.all(jax.tree.map(jnp.allclose, plain, namespace(text)["f"](x)))


@pytest.mark.parametrize("given", ["list(map(float, x))", "half(x)", "jax.tree.map(math.gamma, [x[0, 0]])"])
def test_what_was_handed_on_before_stays(given: str) -> None:
    text = f"{HEAD}{given}\n\nhalf = functools.partial(np.multiply, 0.5)\n"
    assert fixed(text) == text


def test_under_vmap() -> None:
    text = fixed(f"{HEAD}jax.vmap(np.sort)(x)\n")
    assert text == f"{HEAD}jax.vmap(jnp.sort)(x)\n"
    assert namespace(text)["f"](jnp.array([[2.0, 1.0]])).tolist() == [[1.0, 2.0]]
