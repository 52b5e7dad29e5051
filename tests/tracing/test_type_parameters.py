"""``def f[T: Solver](...)``, ``class Box[T]`` and ``type Scalar = ...``, which Python reads since 3.12."""

from __future__ import annotations

import sys

import pytest

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.program import trace

PROGRAM = """import jax, jax.numpy as jnp

class Solver:
    def step(self, y):
        raise NotImplementedError

class Euler(Solver):
    def step(self, y):
        return y if jnp.sum(y) > 0 else -y  # hazard

class Box[T: Solver]:
    solver: T
    def __init__(self, solver: T):
        self.solver = solver
    def run(self, y):
        if isinstance(y, float):
            return y
        return jax.jit(lambda y: self.solver.step(y))(y)

class Other:
    def walk(self, y):
        return float(jnp.sum(y))  # hazard

class Third:
    def walk(self, y):
        return int(jnp.sum(y))  # hazard

type Walker = Other | Third
type Temperature = jax.Array

def walked[T: Walker](walker: T, y):
    return jax.jit(lambda y: walker.walk(y))(y)

@jax.jit
def warm(temperature: Temperature):
    return 1 if temperature else 0  # hazard
"""


@pytest.mark.skipif(sys.version_info < (3, 12), reason="this Python does not read type parameters")
def test_type_parameters_are_read_by_their_bound() -> None:
    project = Project()
    project.add(Source("program.py", PROGRAM))
    marked = {number for number, line in enumerate(PROGRAM.splitlines(), 1) if "# hazard" in line}
    assert {event.node.lineno for event in trace(project).events} == marked
