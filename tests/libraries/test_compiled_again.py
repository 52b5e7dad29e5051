"""What JAX and libraries compile again in a loop: counted, and compared with what JAX604 and JAX609 say."""

from __future__ import annotations

import pytest

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.program import trace
from tests.needs import needs

pytestmark = pytest.mark.slow

TURNS = 10
PROGRAM = """
from functools import partial
import {library}
import jax
import jax.numpy as jnp

def double(x, k=2):
    return x * k

def loss(x):
    return (x ** 2).sum()

def given(x, what):
    return x + 1

class Model:
    def step(self, x):
        return x + 1

def run(x):
    model = Model()
    for i in range(10):
        {call}
"""
CASES = [
    ("jax", "jax.jit(lambda y: y + 1)(x)"),
    ("jax", "jax.jit(double)(x)"),
    ("jax", "jax.jit(partial(double, k=3))(x)"),
    ("jax", "jax.jit(model.step)(x)"),
    ("jax", "jax.jit(jax.grad(loss))(x)"),
    ("jax", "jax.jit(double)(x, i)"),
    ("jax", "jax.jit(double, static_argnames='k')(x, i)"),
    ("jax", "jax.pmap(model.step)(x[None])"),
    ("jax", "jax.pmap(partial(double, k=3))(x[None])"),
    ("equinox", "equinox.filter_jit(double)(x)"),
    ("equinox", "equinox.filter_jit(lambda y: y + 1)(x)"),
    ("equinox", "equinox.filter_jit(model.step)(x)"),
    ("equinox", "equinox.filter_jit(equinox.filter_grad(loss))(x)"),
    ("equinox", "equinox.filter_jit(equinox.filter_grad(lambda y: y.sum()))(x)"),
    ("equinox", "equinox.filter_jit(jax.grad(loss))(x)"),
    ("equinox", "equinox.filter_jit(partial(double, k=3))(x)"),
    ("equinox", "equinox.filter_jit(double)(x, i)"),
    ("equinox", "equinox.filter_jit(double)(x, jnp.asarray(i))"),
    ("jax", "jax.jit(given, static_argnums=1)(x, 0.1 * i)"),
    ("jax", "jax.jit(given, static_argnums=1)(x, float(jnp.sin(i)))"),
    ("jax", "jax.jit(given, static_argnums=1)(x, 0.1)"),
    ("optax", "jax.jit(given, static_argnums=1)(x, optax.sgd(0.1))"),
    ("flax.nnx", "flax.nnx.jit(double)(x)"),
    ("flax.nnx", "flax.nnx.jit(model.step)(x)"),
]


def compiled(text: str) -> int:
    """How often the program is made that is made most often."""
    import jax
    import jax.numpy as jnp

    programs: list[str] = []

    def note(event: str, seconds: float, fun_name: str = "", **others: object) -> None:
        if event.endswith("jaxpr_to_mlir_module_duration"):
            programs.append(fun_name)

    names: dict[str, object] = {}
    exec(text, names)
    jax.clear_caches()
    jax.monitoring.register_event_duration_secs_listener(note)
    names["run"](jnp.ones(3))  # type: ignore[operator]
    return max(map(programs.count, programs))


def is_reported(text: str) -> bool:
    project = Project()
    project.add(Source("program.py", text))
    return any(event.kind == "retraced" for event in trace(project).events)


def cases() -> list[object]:
    texts = {call: PROGRAM.format(library=library, call=call) for library, call in CASES}
    return [pytest.param(text, id=call, marks=needs(text)) for call, text in texts.items()]


@pytest.mark.parametrize("text", cases())
def test_is_compiled_as_reported(text: str) -> None:
    assert is_reported(text) == (compiled(text) >= TURNS)
