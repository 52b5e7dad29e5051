"""Projects of one run that have nothing to do with one another are worked at by several processes."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from jaxlint.engine import units
from jaxlint.engine.pipeline import run
from jaxlint.engine.processes import in_processes
from jaxlint.engine.request import Outcome, Request
from jaxlint.engine.unit import UnitOutcome

_BAD = "import jax\n\n\n@jax.jit\ndef f(x):\n    if x > 0:\n        return x\n    return -x\n"


def _told(place: str) -> UnitOutcome:
    return UnitOutcome([], [], [], [(place, str(os.getpid()))])


@pytest.mark.parametrize("jobs", [1, 2, 5])
def test_answers_keep_their_order(jobs: int) -> None:
    found = in_processes([lambda at=at: _told(str(at)) for at in range(4)], jobs)  # type: ignore[misc]
    assert [told.gave_up[0][0] for told in found if told is not None] == ["0", "1", "2", "3"]
    assert len({told.gave_up[0][1] for told in found if told is not None} | {str(os.getpid())}) == 5


def test_a_process_that_dies_gives_no_answer() -> None:
    def dies() -> UnitOutcome:
        os._exit(3)

    assert in_processes([dies], 2) == [None]


def _run(folder: Path, jobs: int) -> Outcome:
    return run(Request([str(folder)], jobs=jobs))


def _outcome(outcome: Outcome) -> list[object]:
    told = [
        (str(one.location.path), one.location.line, one.code, one.fix and one.fix.edits) for one in outcome.diagnostics
    ]
    return [told, [str(one) for one in outcome.problems], outcome.gave_up, sorted(outcome.texts)]


def test_installed_libraries_are_told_of_alike_at_any_number_of_jobs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "site-packages"
    for name in ("one", "two", "three"):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").write_text(_BAD)
    (folder / "two" / "broken.py").write_text("def (:\n")
    alone = _outcome(_run(folder, 1))
    shared: list[int] = []
    monkeypatch.setattr(units, "_LARGE", 0)
    take = units.Unit.take
    monkeypatch.setattr(units.Unit, "take", lambda unit, told: (shared.append(1), take(unit, told))[1])
    assert _outcome(_run(folder, 2)) == alone
    assert len(shared) == 3
    assert len(alone[0]) == 3  # type: ignore[arg-type]
