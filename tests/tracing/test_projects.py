"""Programs of several modules: the hazard stands in one file, the transform in another."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.program import Program, trace

FOLDER = Path(__file__).parents[2] / "fixtures" / "projects"
CASES = sorted(path for path in FOLDER.iterdir() if path.is_dir())
RUNNABLE = [case for case in CASES if (case / "main.py").exists() and "RUNS = [" in (case / "main.py").read_text()]

# Makes the calls of a main module; prints the lines of its project that the tracebacks go through.
RUNNER = """
import json, sys, traceback
sys.path.insert(0, sys.argv[1])
import main
outcomes = []
for run in main.RUNS:
    try:
        run()
        outcomes.append(None)
    except Exception as error:
        frames = traceback.extract_tb(error.__traceback__)
        outcomes.append([[frame.filename, frame.lineno] for frame in frames])
print(json.dumps(outcomes))
"""


def traced(paths: list[Path]) -> Program:
    project = Project(str(FOLDER))
    for path in paths:
        project.add(Source(str(path), path.read_text()))
    return trace(project)


def found(program: Program) -> set[tuple[str, int, str]]:
    return {(Path(event.module.path).name, event.node.lineno, event.kind) for event in program.events}


def expected(paths: list[Path]) -> set[tuple[str, int, str]]:
    marks = set()
    for path in paths:
        for number, line in enumerate(path.read_text().splitlines(), 1):
            match = re.search(r"# hazard: ([\w-]+)", line)
            if match:
                marks.add((path.name, number, match[1]))
    return marks


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_whole_project(case: Path) -> None:
    paths = sorted(case.rglob("*.py"))
    assert found(traced(paths)) == expected(paths)


@pytest.mark.parametrize("case", CASES, ids=lambda path: path.name)
def test_the_order_of_files_does_not_matter(case: Path) -> None:
    paths = sorted(case.rglob("*.py"), reverse=True)
    assert found(traced(paths)) == expected(paths)


@pytest.mark.slow
@pytest.mark.parametrize("case", RUNNABLE, ids=lambda path: path.name)
def test_jax_refuses_what_is_marked(case: Path) -> None:
    """Each refusal leads through a marked line, and each mark is met by a refusal."""
    command = [sys.executable, "-c", RUNNER, str(case)]
    shown = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    marks = {(name, line) for name, line, _ in expected(sorted(case.rglob("*.py")))}
    met = set()
    for lines in json.loads(shown):
        through = {(Path(path).name, line) for path, line in lines or []} & marks
        assert lines is None or through, lines
        met |= through
    assert met == marks


@pytest.mark.parametrize("case", RUNNABLE, ids=lambda path: path.name)
def test_the_main_module_alone_tells_of_itself_only(case: Path) -> None:
    """What the other files hold is followed, for what comes back, and not reported."""
    assert found(traced([case / "main.py"])) == expected([case / "main.py"])


def test_only_files_that_were_asked_for_are_reported() -> None:
    assert found(traced([FOLDER / "src_layout" / "pkg" / "train.py"])) == set()


def test_other_modules_are_loaded_on_demand() -> None:
    program = traced([FOLDER / "classes" / "model.py"])
    assert found(program) == {("model.py", 10, "truth-test")}


def test_the_chain_leads_through_the_files() -> None:
    program = traced(sorted((FOLDER / "src_layout").rglob("*.py")))
    event = next(event for event in program.events if event.kind == "slice-bound")
    steps = [(step.text.partition("`, ")[0], Path(step.module.path).name) for step in event.value.origin.steps()]
    assert [name for _, name in steps] == ["train.py", "train.py", "net.py"]
    assert "`n` is an argument of `step" in steps[0][0]
