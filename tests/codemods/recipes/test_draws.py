"""Each draw of NumPy's has the shape and the range of the draw of jax.random that replaces it."""

from __future__ import annotations

import jax
import jax.numpy as jnp
import numpy as np
import pytest

from tests.codemods.recipes.mending import fixed, levels, namespace

pytestmark = pytest.mark.slow

DRAWS = [
    "np.random.normal(size=(500,))",
    "np.random.normal(5.0, 0.1, size=500)",
    "np.random.normal(loc=a + 1, scale=a, size=(500,))",
    "np.random.standard_normal((500,))",
    "np.random.randn(50, 10)",
    "np.random.rand(500)",
    "np.random.rand()",
    "np.random.random(500)",
    "np.random.random_sample(size=500)",
    "np.random.uniform(-3, -1, 500)",
    "np.random.uniform(high=4, size=[500])",
    "np.random.uniform(a, 3.0)",
    "np.random.randint(7, size=500)",
    "np.random.randint(3, 7, (50, 10))",
    "np.random.randint(2, 4)",
    "np.random.exponential(2.0, 500)",
    "np.random.gumbel(size=500)",
    "np.random.laplace(1.0, 0.5, 500)",
    "np.random.logistic(scale=3, size=500)",
    "np.random.poisson(4.0, 500)",
    "np.random.choice(6, 500)",
    "np.random.choice(6, size=(5,), replace=False)",
    "np.random.choice(np.arange(4), 500, p=np.array([0.5, 0.5, 0, 0]))",
    "np.random.permutation(np.arange(9))",
    "np.random.beta(2.0, 3.0, size=500)",
    "np.random.beta(2, 3)",
    "np.random.gamma(2.0)",
    "np.random.gamma(shape=2.0, scale=3.0, size=500)",
    "np.random.standard_gamma(3, 500)",
    "np.random.binomial(10, 0.5, 500)",
    "np.random.geometric(0.5, 500)",
    "np.random.chisquare(3, 500)",
    "np.random.dirichlet([1.0, 2.0, 3.0])",
    "np.random.dirichlet((1.0, 2.0), size=200)",
    "np.random.rayleigh(2.0, 500)",
    "np.random.triangular(0.0, 1.0, 4.0, 500)",
    "np.random.multivariate_normal([0.0, 5.0], [[1.0, 0.0], [0.0, 1.0]])",
    "np.random.multivariate_normal(np.zeros(2), np.eye(2), size=200)",
    "np.random.lognormal(0.0, 0.1, 500)",
    "np.random.lognormal(sigma=0.2)",
    "np.random.weibull(3.0, 500)",
    "np.random.pareto(9.0, 500)",
    "np.random.standard_exponential(500)",
    "np.random.rand(*np.ones((50, 10)).shape)",
    "np.random.randint(3, high=None, size=500)",
    "np.random.randint(3, 9, size=500, dtype=np.int32)",
    "np.random.randint(3, 9, size=500, dtype=int)",
    "np.random.uniform(size=None)",
    "np.random.choice([0.5, 1.5], 500)",
    "np.random.choice([0.5, 1.5], 500, p=[0.25, 0.75])",
    "rng.normal(3.0, 0.1, size=500)",
    "rng.integers(4, size=500)",
    "rng.integers(2, 5, endpoint=True, size=500)",
    "rng.random((50, 10))",
    "rng.choice(6, 3, replace=False)",
    "rng.permutation(9)",
    "state.randn(50, 10)",
    "dice.gauss(2, 0.1)",
    "random.choice([1.5, 2.5])",
    "random.choice(range(3))",
    "random.choices([1, 2, 3], k=500)",
    "random.sample(range(10), 3)",
    "random.sample([0.5, 1.5, 2.5], k=2)",
    "random.expovariate(2.0)",
    "random.betavariate(2.0, 3.0)",
    "random.lognormvariate(0.0, 0.1)",
    "random.random()",
    "random.uniform(2, 3)",
    "random.uniform(a=2, b=3)",
    "random.gauss(8, 0.1)",
    "random.randint(1, 1)",
    "random.randrange(3)",
    "random.randrange(5, 6)",
]
HEAD = """\
import random
import jax
import numpy as np

rng = np.random.default_rng(0)
state = np.random.RandomState(0)
dice = random.Random(0)

@jax.jit
def f(x):
    a = 2.0
    y = {}
    return np.asarray(y) * 1 if isinstance(y, list) else y * 1

"""
CALL = "def call(x):\n    return f(x)\n"


@pytest.mark.parametrize("draw", DRAWS)
def test_same_shape_and_range(draw: str) -> None:
    text = HEAD.format(draw) + CALL
    assert levels(text, "JAX401") == ["unsafe"]
    mended = fixed(text)
    assert draw not in mended
    with jax.disable_jit():
        before = [np.asarray(namespace(text)["f"](1.0)) for _ in range(3)]
    drawn = namespace(mended)["f"]  # once: each would be compiled anew
    after = [np.asarray(drawn(1.0, key=jax.random.key(seed))) for seed in range(3)]
    assert {one.shape for one in before} == {one.shape for one in after}
    kinds = {"f" if one.dtype.kind == "f" else "i" for one in after}
    assert kinds == {"f" if one.dtype.kind == "f" else "i" for one in before}
    left, right = np.sort(np.ravel(before)), np.sort(np.ravel(after))
    spread = max(np.ptp(left), 1e-3) if left.size > 100 else np.inf
    assert abs(np.mean(left) - np.mean(right)) < spread / 4
    assert abs(left[0] - right[0]) <= spread
    assert abs(left[-1] - right[-1]) <= spread


@pytest.mark.parametrize(
    "draw",
    ["np.random.zipf(2.0)", "np.random.normal(np.ones(3) + x)", "np.random.shuffle([1, 2])", "random.choice('ab')"],
)
def test_without_counterpart(draw: str) -> None:
    assert set(levels(HEAD.format(draw) + CALL, "JAX401")) <= {None}


def test_the_key_is_new_at_each_draw() -> None:
    text = HEAD.replace("x)", "x, key)").replace("2.0", "np.random.rand()").replace("* 1", "- a")
    text = text.format("np.random.rand()")
    mended = namespace(fixed(text))["f"]
    assert mended(0.0, jax.random.key(0)) != 0
    assert mended(0.0, jax.random.key(0)) != mended(0.0, jax.random.key(1))


@pytest.mark.parametrize(
    "use",
    [
        "",
        "g = jax.vmap(f)\n",
        "def call(x):\n    return list(map(f, x))\n",
        "def call(x):\n    return f(**x)\n",
        "f = 3\ndef call(x):\n    return f(x)\n",
    ],
)
def test_a_suggestion_where_a_caller_is_out_of_view(use: str) -> None:
    text = HEAD.format("np.random.rand()") + use
    assert set(levels(text, "JAX401")) <= {"suggestion"}
    assert fixed(text) == text


def test_every_call_passes_a_key() -> None:
    use = "g = jax.jit(f)\n\n\ndef call(x):\n    return f(x) + g(\n        x,  # first\n    ) + jax.jit(f)(x=x)\n"
    text = HEAD.format("np.random.rand(4)").replace("@jax.jit\n", "") + use
    mended = fixed(text)
    assert [f"key=jax.random.key({seed})" in mended for seed in range(4)] == [True, True, True, False]
    assert "# first" in mended
    assert jnp.shape(namespace(mended)["call"](1.0)) == (4,)


def test_a_call_inside_a_call() -> None:
    mended = fixed(HEAD.format("np.random.rand()") + "def call(x):\n    return f(f(x))\n")
    assert "f(f(x, key=jax.random.key(1)), key=jax.random.key(0))" in mended
