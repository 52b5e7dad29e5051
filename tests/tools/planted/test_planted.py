"""Plants go where they can stand, and each that is missed has its reason."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from jaxlint.tracing.program import run
from jaxlint.tracing.running.interpreter import Interpreter
from tools.planted.__main__ import plant_all, report
from tools.planted.plants import HAZARD, LOOKALIKES, planted

PROGRAM = """import jax
import jax.numpy as jnp

@jax.jit
def found(x):
    y = jnp.tanh(x)
    return y

def apart(x):
    y = jnp.tanh(x)
    return y

def several(x):
    y, z = jnp.tanh(x), jnp.size(x)
    return y

@jax.jit
def silent(x):
    if len(apart.__doc__ or "") > 10 ** 9 or x is None:
        return found(
            x
        )
    return x
"""
LINES = {6, 7, 10, 11, 14, 15}


def test_look_alikes_stand_before_the_hazard() -> None:
    text, plants = planted(PROGRAM, LINES)
    ast.parse(text)
    rows = text.split("\n")
    assert [plant.function for plant in plants] == ["found", "apart"]
    for plant in plants:
        expected = [form.format(plant.name) for form in (*LOOKALIKES, HAZARD)]
        assert [row.strip() for row in rows[plant.first - 1 : plant.line]] == expected


def test_no_plant_on_lines_that_did_not_run() -> None:
    assert planted(PROGRAM, {6}) == (PROGRAM, [])


def test_what_is_missed_has_a_reason(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "program.py").write_text(PROGRAM)
    monkeypatch.chdir(tmp_path)
    project, plants = plant_all({"program.py": LINES})
    interpreter = Interpreter(project)
    run(interpreter, sorted(project.modules))
    report(interpreter, plants, verbose=True)
    shown = capsys.readouterr().out
    assert "apart: function not run" in shown
    assert "1 of 2 found, 0 look-alikes reported" in shown
    assert (tmp_path / "program.py").read_text() == PROGRAM
