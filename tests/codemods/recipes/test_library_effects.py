"""What libraries do besides giving values stays where it is."""

import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request

HEAD = """import haiku as hk
import jax
import jax.numpy as jnp
import numpyro
import numpyro.distributions as dist
import wandb
from flax import linen as nn
from numpyro import sample as draw


def helper(s):
    return numpyro.sample("u", dist.Normal(s, 1))


class Net(nn.Module):
    def noise(self, x):
        return jax.random.normal(self.make_rng("noise"), x.shape)

"""
CHOICE = "def f(x):\n    y = x\n    if x.sum() > 0:\n        y = {}\n    return y\n\njax.jit(f)(jnp.ones(3))\n"
LOOP = (
    "def f(x, n):\n    y = x\n    for i in range(n):\n        y = y + {}\n    return y\n\njax.jit(f)(jnp.ones(3), 2)\n"
)
CALLS = [
    'numpyro.sample("t", dist.Normal(0, 1))',
    'draw("t", dist.Normal(0, 1))',
    "helper(x)",
    'hk.get_parameter("w", [3], init=jnp.zeros)',
    "jax.random.normal(hk.next_rng_key(), x.shape)",
    'x * wandb.config("rate")',
    'jax.random.normal(x.make_rng("noise"), x.shape)',
    "nn.Dense(3)(x)",
]


@pytest.mark.parametrize("form", [CHOICE, LOOP], ids=["choice", "loop"])
@pytest.mark.parametrize("call", CALLS)
def test_no_function_of_jax_takes_it(form, call):
    outcome = run(Request(["f.py"], stdin=(HEAD + form.format(call)).encode()))
    items = [item for item in outcome.diagnostics if item.code in ("JAX301", "JAX306")]
    assert items
    for item in items:
        text = "" if item.fix is None else str(item.fix.edits)
        assert "lax." not in text
        assert "jnp.where" not in text or "Dense" in call  # which may be called for both
        assert item.fix is not None or item.no_fix


def test_the_same_without_effects_is_fixed():
    for form in (CHOICE, LOOP):
        outcome = run(Request(["f.py"], stdin=(HEAD + form.format("jnp.tanh(x)")).encode()))
        assert all(item.fix is not None for item in outcome.diagnostics)
