"""What is read, or drawn, once for good: by code that is compiled, and by initializers, that run once anyway."""

from __future__ import annotations

import pytest

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request

PROGRAM = """\
import time
import flax.linen as nn
import jax
import jax.numpy as jnp

class Layer(nn.Module):
    @nn.compact
    def __call__(self, x):
        begun = self.variable("state", "begun", lambda: jnp.array(time.time()))
        scale = self.param("scale", lambda key: x + jax.random.normal(jax.random.key(0), x.shape))
        noise = jax.random.normal(jax.random.key(1), x.shape)  # JAX404
        return x * scale + noise + begun.value + time.time()  # JAX505

@jax.jit
def applied(variables, x):
    return Layer().apply(variables, x)

x = jnp.ones(3)
variables = Layer().init(jax.random.key(0), x)
first, second = applied(variables, x), applied(variables, x)
"""


def test_initializers_run_once_anyway() -> None:
    outcome = run(Request(["program.py"], select=("JAX404", "JAX505"), stdin=PROGRAM.encode()))
    found = {item.location.line: item.code for item in outcome.diagnostics}
    lines = {number: line for number, line in enumerate(PROGRAM.split("\n"), 1) if "# JAX" in line}
    assert found == {number: line.rpartition("# ")[2] for number, line in lines.items()}


@pytest.mark.slow
@pytest.mark.library("flax")
def test_flax_runs_them_once() -> None:
    names: dict[str, object] = {}
    exec(compile(PROGRAM, "program.py", "exec"), names)
    assert (names["first"] == names["second"]).all()  # type: ignore[attr-defined]
