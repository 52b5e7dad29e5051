"""How much is run for what there is to run, counted on a small project; the numbers may only be made smaller."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.functions import functions
from jaxlint.tracing.program import trace
from jaxlint.tracing.running.execute import EXECUTORS
from tests.needs import interpreted

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable

AGENT = """
import jax
import jax.numpy as jnp
from flax import nnx


class Layer(nnx.Module):
    def __init__(self, size, out, *, rngs):
        self.size = size
        self.weight = nnx.Param(jax.random.normal(rngs.params(), (size, out)))
        self.bias = nnx.Param(jnp.zeros((out,)))

    def __call__(self, x):
        y = x @ self.weight
        return y + self.bias


class Block(nnx.Module):
    def __init__(self, size, *, rngs):
        self.first = Layer(size, size, rngs=rngs)
        self.second = Layer(size, size, rngs=rngs)
        self.third = Layer(size, size, rngs=rngs)

    def __call__(self, x):
        x = self.first(x)
        x = jax.nn.relu(self.second(x))
        return self.third(x)


def noise(key, shape):
    key, own = jax.random.split(key)
    value = jax.random.normal(own, shape)
    return value * 0.1, key


def act(network, key, x):
    mean = network(x)
    extra, key = noise(key, mean.shape)
    return mean + extra, key


def step(network, key, state):
    action, key = act(network, key, state)
    reward = jnp.sum(action)
    return state + action, reward, key
"""
TRAIN = """
import jax
import jax.numpy as jnp
from agent import Block, noise, step


def rollout(network, key, state):
    def body(carry, _):
        key, state = carry
        key, own = jax.random.split(key)
        state, reward, own = step(network, own, state)
        return (key, state), reward

    return jax.lax.scan(body, (key, state), None, length=8)


@jax.jit
def train(network, key, state):
    (key, state), rewards = rollout(network, key, state)
    extra, key = noise(key, (3,))
    return rewards.sum() + extra.sum()


@jax.jit
def evaluate(network, key, state):
    state, reward, key = step(network, key, state)
    state, again, key = step(network, key, state)
    return reward + again


@jax.jit
def explore(network, key, state):
    for _ in range(4):
        state, reward, key = step(network, key, state)
    return state


@jax.jit
def explore_all(network, key, states):
    keys = jax.random.split(key, 8)
    return jax.vmap(lambda key, state: step(network, key, state)[0])(keys, states)


def test_it():
    from flax import nnx

    network = Block(4, rngs=nnx.Rngs(0))
    for seed in range(3):
        train(network, jax.random.key(seed), jnp.ones((2, 4)))
    evaluate(Block(4, rngs=nnx.Rngs(1)), jax.random.key(7), jnp.ones((2, 4)))
    explore(Block(8, rngs=nnx.Rngs(2)), jax.random.key(8), jnp.ones((2, 8)))
    explore_all(Block(8, rngs=nnx.Rngs(3)), jax.random.key(9), jnp.ones((8, 8)))
"""


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> tuple[Counter[ast.AST], Counter[ast.AST]]:
    """How often each statement, and each body of a function, was run."""
    statements: Counter[ast.AST] = Counter()
    bodies: Counter[ast.AST] = Counter()

    def counting(run: Callable[..., object], times: Counter[ast.AST]) -> Callable[..., object]:
        def counts(frame: object, node: ast.AST) -> object:
            times[node] += 1
            return run(frame, node)

        return counts

    for kind, run in list(EXECUTORS.items()):
        monkeypatch.setitem(EXECUTORS, kind, counting(run, statements))
    monkeypatch.setattr(functions, "run_body", counting(functions.run_body, bodies))
    return statements, bodies


@interpreted
def test_statements_and_bodies(counted: tuple[Counter[ast.AST], Counter[ast.AST]]) -> None:
    project = Project("/project")
    project.add(Source("/project/agent.py", AGENT))
    project.add(Source("/project/train.py", TRAIN))
    assert trace(project).events == []
    statements, bodies = counted
    assert (len(statements), statements.total(), len(bodies), bodies.total()) == (159, 200, 17, 32)
