"""jaxlint is judged by JAX on random programs; and the judge is judged by breaking jaxlint."""

from __future__ import annotations

import _ast
import sys
from collections.abc import Callable

import pytest

from jaxlint.tracing.events.values import TruthTest
from jaxlint.tracing.operations import facts
from jaxlint.tracing.running.environment import Frame
from jaxlint.tracing.values.value import Value
from tests.generated.judge import Verdict, judge
from tests.generated.programs import program

pytestmark = pytest.mark.slow

SEEDS, CHUNK = 300, 25
BRANCH = """import jax
import jax.numpy as jnp


@jax.jit
def entry(x):
    if x.{question}:
        x = x + 1
    return x


entry(jnp.ones(4))
"""


def verdicts(seeds: range) -> dict[int, Verdict]:
    return {seed: judge(program(seed)) for seed in seeds}


def sabotage(monkeypatch: pytest.MonkeyPatch, truth: Callable[..., None]) -> None:
    """Every room of the tracer has the name for itself."""
    original = facts.truth
    for name, module in list(sys.modules.items()):
        if name.startswith("jaxlint.tracing.") and getattr(module, "truth", None) is original:
            monkeypatch.setattr(module, "truth", truth)


@pytest.mark.parametrize("start", range(0, SEEDS, CHUNK))
def test_no_false_alarms_and_nothing_missed(start):
    found = verdicts(range(start, start + CHUNK))
    assert {seed: verdict.false_alarms for seed, verdict in found.items() if verdict.false_alarms} == {}
    assert {seed: verdict.missed for seed, verdict in found.items() if verdict.missed} == {}


def test_programs_are_of_every_outcome():
    outcomes = [verdict.outcome for verdict in verdicts(range(40)).values()]
    assert outcomes.count("clean") >= 10
    assert outcomes.count("raised") >= 10
    assert outcomes.count("discarded") <= 8


def test_programs_depend_on_the_seed_alone():
    assert program(7) == program(7)
    assert len({program(seed) for seed in range(50)}) == 50


def test_a_tracer_that_sees_no_truth_test_misses(monkeypatch):
    assert judge(BRANCH.format(question="sum() > 0")).missed is None
    sabotage(monkeypatch, lambda frame, node, value, owner, construct: None)
    assert "TracerBoolConversionError" in (judge(BRANCH.format(question="sum() > 0")).missed or "")
    assert any(verdict.missed for verdict in verdicts(range(40)).values())


def test_a_tracer_that_always_fires_raises_false_alarms(monkeypatch):
    def fires(frame: Frame, node: _ast.AST, value: Value, owner: _ast.AST, construct: str) -> None:
        frame.interpreter.note(TruthTest(frame.point, node, value, owner=owner, construct=construct))

    assert judge(BRANCH.format(question="ndim")).false_alarms == []
    sabotage(monkeypatch, fires)
    assert judge(BRANCH.format(question="ndim")).false_alarms != []
    assert any(verdict.false_alarms for verdict in verdicts(range(20)).values())
