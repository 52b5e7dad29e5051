"""A key that is used twice: after the fix JAX's checker is content."""

from __future__ import annotations

import jax
import pytest

from tests.codemods.recipes.mending import fixed, levels, lint, namespace

HEAD = "import jax\nfrom jax import random\n\ndef dense(key, n):\n    return random.normal(key, (n,))\n\n"
FIXED = [
    "def f(key):\n    a = random.normal(key)\n    b = random.uniform(key)\n    return a + b\n",
    "def f(key):\n    return random.normal(key) + random.uniform(key) + random.normal(key)\n",
    "def f(key):\n    x = 0\n    for _ in range(7):\n        x += random.normal(key)\n    return x\n",
    "def f(key):\n    a, b = random.split(key)\n    return random.normal(key) + random.normal(a)\n",
    "def f(key):\n    subkey = 1\n    a = random.normal(key)\n    return random.normal(key) + a + subkey\n",
    "def f(key):\n    a = dense(key, 2)\n    b = dense(n=2, key=key)\n    return a + b\n",
    "def f(key):\n    if key.ndim == 0: x = random.normal(key); y = random.normal(key)\n    return x + y\n",
    "@jax.jit\ndef f(key):\n    def g(k):\n        return random.normal(k) + random.uniform(k)\n    return g(key)\n",
]


def is_clean(text: str) -> bool:
    with jax.debug_key_reuse(True):
        try:
            namespace(text)["f"](jax.random.key(0))
        except jax.errors.KeyReuseError:
            return False
    return True


@pytest.mark.parametrize("case", FIXED)
def test_split(case: str) -> None:
    text = HEAD + case
    assert not is_clean(text)
    assert set(levels(text, "JAX402")) == {"unsafe"}
    mended = fixed(text)
    assert is_clean(mended), mended
    assert not lint(mended).diagnostics


@pytest.mark.parametrize(
    "case",
    [
        "def f(key):\n    return [random.normal(key) for _ in range(2)]\n",
        "def f(key):\n    k = random.split(key)\n    return jax.vmap(random.normal)(k) + jax.vmap(random.normal)(k)\n",
        "key = random.key(0)\ndef f(_):\n    return random.normal(key) + random.normal(key)\n",
        "def f(key):\n    other = key\n    a = random.normal(key)\n    return a + random.normal(other)\n",
    ],
)
def test_nothing_is_offered_where_a_split_would_not_help(case: str) -> None:
    text = HEAD + case
    assert not is_clean(text)
    assert set(levels(text, "JAX402")) <= {None}
    assert fixed(text) == text
