"""Whole test suites, judged by pytest: where a test fails on a tracer, the line is found; what passes is silent."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

from jaxlint.project.project import Project
from jaxlint.text.source import Source
from jaxlint.tracing.program import trace

SUITES = sorted((Path(__file__).parent / "suites").glob("*.txt"))


def written(suite: Path, folder: Path) -> list[Path]:
    """The files of one suite: ``#--- name`` stands above each."""
    paths = []
    for part in re.split(r"^#--- ", suite.read_text(), flags=re.MULTILINE)[1:]:
        name, _, text = part.partition("\n")
        path = folder / name
        path.write_text(text)
        paths.append(path)
    return paths


def marked(paths: list[Path]) -> set[tuple[str, int]]:
    return {
        (path.name, number)
        for path in paths
        for number, line in enumerate(path.read_text().splitlines(), 1)
        if "# hazard" in line
    }


@pytest.mark.parametrize("suite", SUITES, ids=lambda path: path.stem)
def test_the_marked_lines_are_found(suite: Path, tmp_path: Path) -> None:
    paths = written(suite, tmp_path)
    project = Project(str(tmp_path))
    for path in paths:
        project.add(Source(str(path), path.read_text()))
    program = trace(project)
    assert not program.problems
    assert {(Path(event.module.path).name, event.node.lineno) for event in program.events} == marked(paths)


@pytest.mark.slow
@pytest.mark.parametrize("suite", SUITES, ids=lambda path: path.stem)
def test_pytest_agrees(suite: Path, tmp_path: Path) -> None:
    """Each failure leads through a marked line, and each mark is met by a failure."""
    marks = marked(written(suite, tmp_path))
    command = [sys.executable, "-m", "pytest", "-q", "--tb=native", "-p", "no:cacheprovider", "-n", "0", "."]
    shown = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False).stdout
    failures = re.split(r"^_{3,} .+ _{3,}$", shown, flags=re.MULTILINE)[1:]
    met = set()
    for failure in failures:
        lines = {(Path(path).name, int(line)) for path, line in re.findall(r'File "(.+)", line (\d+)', failure)}
        assert lines & marks, failure
        met |= lines & marks
    assert met == marks, shown


def test_what_starts_a_trace_comes_first(tmp_path: Path) -> None:
    """The budget of a file is spent on the tests nearest to a trace, wherever they stand."""
    steps = "\n".join("    x = x + 1" for _ in range(60))
    far = "\n\n".join(f"def test_far_{n}():\n    x = started({n})\n{steps}\n    assert x > 0" for n in range(12))
    near = "def test_near():\n    jax.jit(lambda x: 1 if x > 0 else 0)(1.0)"
    files = {
        "host.py": "import jax\n\n\ndef started(x):\n    return x or jax.jit(abs)(x)\n",
        "test_host.py": f"import jax\nfrom host import started\n\n\n{far}\n\n\n{near}\n",
    }
    project = Project(str(tmp_path))
    for name, text in files.items():
        project.add(Source(str(tmp_path / name), text))
    (event,) = trace(project).events
    assert event.module.source.line(event.node.lineno).startswith("    jax.jit(lambda")
