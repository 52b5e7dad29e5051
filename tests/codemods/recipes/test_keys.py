"""A key that is used twice: after the fix JAX's checker is content."""

from __future__ import annotations

import jax
import pytest

from tests.codemods.recipes.mending import fixed, levels, lint, namespace

pytestmark = pytest.mark.slow

HEAD = "import jax\nfrom jax import random\n\ndef dense(key, n):\n    return random.normal(key, (n,))\n\n"
HEAD += "def rows(keys):\n    return jax.vmap(random.normal)(keys)\n\n"
FIXED = [
    "def f(key):\n    a = random.normal(key)\n    b = random.uniform(key)\n    return a + b\n",
    "def f(key):\n    return random.normal(key) + random.uniform(key) + random.normal(key)\n",
    "def f(key):\n    x = 0\n    for _ in range(7):\n        x += random.normal(key)\n    return x\n",
    "def f(key):\n    a, b = random.split(key)\n    return random.normal(a) + random.normal(a) + random.normal(b)\n",
    "def f(key):\n    subkey = 1\n    a = random.normal(key)\n    return random.normal(key) + a + subkey\n",
    "def f(key):\n    a = dense(key, 2)\n    b = dense(n=2, key=key)\n    return a + b\n",
    "def f(key):\n    if key.ndim == 0: x = random.normal(key); y = random.normal(key)\n    return x + y\n",
    "@jax.jit\ndef f(key):\n    def g(k):\n        return random.normal(k) + random.uniform(k)\n    return g(key)\n",
]


MORE = """\
def f(key):
    return [random.normal(key) for _ in range(2)]
---
def f(key):
    return [random.normal(key) * x for x in [1.0, 2.0]]
---
def f(key):
    return [random.normal(key) * i for i in range(1, 3)]
---
def f(key):
    return {n: dense(key, n) for i, n in enumerate((1, 2))}
---
def f(key):
    a = [random.normal(key) for _ in range(1, 3)]
    return a, random.normal(key)
---
def f(key):
    out = []
    for _ in range(2):
        out.append([dense(key, 3) for _ in range(2)])
    return out
---
def f(key, n=3):
    xs = [1, 2]
    return [(x, random.normal(key)) for x in xs], [dense(key, 1) for _ in range(n)]
---
def f(key):
    if key.ndim == 0:
        x = random.normal(key)
    else:
        x = random.uniform(key)
    return x + random.normal(key)
---
def f(key, n=2):
    if n > 1:
        a = random.normal(key)
    if random.uniform(key) > 2:
        a = 0.0
    elif random.uniform(key) > 2:
        a = 1.0
    return a
---
def f(key):
    for shape in (2, 3):
        a = dense(key, shape)
        b = dense(key, shape)
    return a, b
---
def f(key):
    for k in random.split(key, 2):
        a = random.normal(k) + random.uniform(k)
    return a
---
def f(key):
    def noise():
        return random.normal(key)
    a = noise()
    return a + random.normal(key)
---
def f(key):
    def noise():
        return random.normal(key)
    a = random.uniform(key)
    return a + noise()
---
def f(key):
    with jax.named_scope('a'):
        a = random.normal(key)
    assert random.normal(key) < 9
    return a
---
def f(key):
    try:
        a = random.normal(key)
    finally:
        b = random.normal(key)
    return a, b
---
def f(key, *, flip=True):
    a = random.normal(key) if flip else random.uniform(key)
    return a, dense(key, 2)
---
def f(key):
    x = random.normal(key)
    key, other = random.split(key)
    y = random.normal(key)
    return x + y + random.normal(other) + random.normal(key)
---
def f(key):
    def step(c, _):
        k, x = c
        x = x + random.normal(k)
        return (k, x), None
    return jax.lax.scan(step, (key, 0.0), None, length=3)[0][1]
"""
FIXED += MORE.split("---\n")
FIXED.append("def f(key):\n" + "".join(f"    w{i} = dense(key, {i + 1})\n" for i in range(14)))
FIXED[-1] += f"    return ({', '.join(f'w{i}' for i in range(14))})\n"


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
        "def f(key):\n    def g(key):\n        return sum(random.normal(key) for _ in range(2))\n    return g(key)\n",
        "def f(key):\n    draw = lambda: random.normal(key)\n    return draw() + draw()\n",
        "def f(key):\n    k = random.split(key)\n    return jax.vmap(random.normal)(k) + jax.vmap(random.normal)(k)\n",
        "def f(key):\n    k = random.split(key)\n    return rows(k) + rows(k)\n",
        "def f(key):\n    k = random.split(key)\n    for _ in [1, 2]:\n        x = rows(k)\n    return x\n",
        "key = random.key(0)\ndef f(_):\n    return random.normal(key) + random.normal(key)\n",
        "def f(key):\n    other = key\n    a = random.normal(key)\n    return a + random.normal(other)\n",
    ],
)
def test_nothing_is_offered_where_a_split_would_not_help(case: str) -> None:
    text = HEAD + case
    assert not is_clean(text)
    assert set(levels(text, "JAX402")) <= {None}
    assert fixed(text) == text


def test_branches_that_exclude_each_other_are_left_alone() -> None:
    case = "def f(key, flip=True):\n    a = random.normal(key)\n    if flip:\n        return a + random.uniform(key)\n"
    mended = fixed(HEAD + case + "    return a - random.normal(key)\n")
    assert mended.count("random.split") == 1


def test_many_uses_get_one_line_each() -> None:
    mended = fixed(HEAD + FIXED[1])
    assert "    key, subkey_1, subkey_2 = random.split(key, 3)\n" in mended
    assert mended.count("random.split") == 1


def test_a_key_that_is_bound_anew_is_split_once() -> None:
    loop = "    for _ in [1, 2]:\n        key, k = random.split(key)\n        x += random.normal(k)\n"
    text = f"{HEAD}def f(key):\n    x = random.normal(key)\n{loop}    return x + random.normal(key)\n"
    mended = fixed(text)
    assert loop in mended
    assert is_clean(mended)


def test_draws_after_the_fix_are_independent() -> None:
    for case in FIXED:
        draws = jax.tree.leaves(namespace(fixed(HEAD + case))["f"](jax.random.key(0)))
        numbers = [float(number) for leaf in draws for number in jax.numpy.ravel(leaf) if number % 1]
        assert len(set(numbers)) == len(numbers), case
