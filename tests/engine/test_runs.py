"""Runs one after the other, as of the command: what the cache answers is what a run without it reports."""

from __future__ import annotations

import ast
from typing import TYPE_CHECKING

import pytest

from jaxlint.engine.earlier.kept import Kept
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.tracing.running.evaluate import EVALUATORS
from jaxlint.tracing.running.interpreter import Interpreter
from tests.engine.test_edits import EDITS, FILES
from tests.notebook.books import book

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from jaxlint.cache.answer import Answer
    from jaxlint.engine.request import Outcome

MORE = {
    "modes.py": """
import enum

import jax


class Mode(enum.Enum):
    FAST = "fast"
    SLOW = object()
    QUICK = "fast"


class Bits(enum.IntFlag):
    READ = 1
    WRITE = 2


DEFAULT = Mode.QUICK
BOTH = Bits.READ | Bits.WRITE
PLAIN = (..., NotImplemented, 1j, b"", range(3), slice(2), frozenset([1]), int, len, None, 2**70, float("nan"))


@jax.jit
def run(x):
    if DEFAULT is Mode.FAST and BOTH & Bits.READ:
        return float(x)
    return x
""",
    "user.py": """
import jax
import modes


@jax.jit
def use(x):
    return modes.run(x) if modes.BOTH == 3 else int(x)
""",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    (tmp_path / "net").mkdir()
    monkeypatch.chdir(tmp_path / "net")
    (tmp_path / "net/pyproject.toml").write_text("[project]\nname = 'net'\nversion = '0'\n")
    for name, text in {**FILES, **MORE}.items():
        (tmp_path / "net" / name).write_text(text)
    (tmp_path / "net/notes.ipynb").write_text(book("import jax\nfrom steps import clip", "jax.jit(clip)(1.0)"))
    return tmp_path / "net"


@pytest.fixture
def steps(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many statements were run."""
    taken, step = [0], Interpreter.begin_one

    def counted(self: Interpreter) -> None:
        taken[0] += 1
        step(self)

    monkeypatch.setattr(Interpreter, "begin_one", counted)
    return taken


def told(cache: str | None = "") -> list[str]:
    outcome: Outcome = run(Request(["."], select=("ALL",), cache=cache))
    assert list(map(str, outcome.problems)) == []
    return [repr((one.sort_key(), one.message, one.no_fix, one.fix and one.fix.summary)) for one in outcome.diagnostics]


def cost(steps: list[int], cache: str | None = "") -> int:
    steps[0] = 0
    run(Request(["."], fixable=(), cache=cache))
    return steps[0]


def edit(project: Path, name: str, old: str, new: str) -> Callable[[], None]:
    text = (project / name).read_text()
    assert old in text
    (project / name).write_text(text.replace(old, new))
    return lambda: (project / name).write_text(text) and None


@pytest.mark.parametrize("number", range(len(EDITS)))
def test_findings_after_an_edit_are_those_of_a_new_run(project: Path, number: int) -> None:
    assert told() == told(None)
    undo = edit(project, *EDITS[number])
    assert told() == told(None)
    undo()
    edit(project, *EDITS[(number * 7 + 1) % len(EDITS)])
    assert told() == told(None)


@pytest.mark.parametrize("name", sorted({**FILES, **MORE}))
def test_a_comment_runs_nothing_and_moves_findings(project: Path, name: str, steps: list[int]) -> None:
    told()
    text = (project / name).read_text()
    (project / name).write_text("# jit\n" + text.replace("\n\n\n", "\n\n# jit(x)\n\n\n"))
    steps[0] = 0
    moved = told()
    assert steps == [0]
    assert moved == told(None)


def test_a_constant_that_nobody_reads_runs_nothing(project: Path, steps: list[int]) -> None:
    told()
    undo = edit(project, "steps.py", "jnp.sum(scaled)\n", "jnp.sum(scaled)\n\n\nLIMIT = 3\n")
    steps[0] = 0
    told()
    assert steps == [0]
    edit(project, "model.py", "    width = 3\n", "    width = 3\n    limit = steps.LIMIT\n")
    edit(project, "model.py", "import jax\n", "import jax\nimport steps\n")
    assert told() == told(None)
    edit(project, "steps.py", "LIMIT = 3", "LIMIT = 4")
    steps[0] = 0
    assert told() == told(None)
    assert steps != [0]
    undo()
    assert told() == told(None)


def test_a_comment_that_is_read_is_no_comment(project: Path) -> None:
    told()
    edit(project, "plain.py", "float(x)", "float(x)  # jaxlint: ignore")
    assert told() == told(None)


def test_what_was_found_while_files_changed_is_not_kept(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A run looks at all files before it reads those that the named ones import."""
    text = "def norm(x):\n    return x.sum()\n"
    asks = "import jax\nfrom norms import norm\n\n\n@jax.jit\ndef f(x):\n    return x if norm(x) > 1 else -x\n"
    (project / "asks.py").write_text(asks)
    (project / "norms.py").write_text("def norm(x):\n    return 0\n")
    told()
    (project / "norms.py").write_text(text)
    answers = Kept.answers

    def changed(self: Kept, paths: list[str]) -> dict[str, Answer]:
        found = answers(self, paths)
        (project / "norms.py").write_text("")
        return found

    with monkeypatch.context() as patch:
        patch.setattr(Kept, "answers", changed)
        assert run(Request(["asks.py"], select=("ALL",), cache="")).diagnostics == []
    (project / "norms.py").write_text(text)
    assert any("asks.py" in one for one in told())
    assert told() == told(None)


def test_what_went_wrong_is_tried_again(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(frame: object, node: object) -> object:
        raise KeyError("x")

    with monkeypatch.context() as patch:
        patch.setitem(EVALUATORS, ast.IfExp, fails)
        assert len(run(Request(["."], cache="")).problems) == 1
    edit(project, "plain.py", "float(x)", "int(x)")
    assert told() == told(None)


@pytest.mark.parametrize("setting", ["assume-traced = ['net/bare.py']", "public-api = true"])
def test_what_was_kept_under_other_settings_does_not_hold(project: Path, setting: str) -> None:
    (project / "net").mkdir()
    (project / "net/__init__.py").write_text("")
    (project / "net/bare.py").write_text("import jax\n\n\ndef half(x: jax.Array):\n    return float(x)\n")
    before = told()
    edit(project, "pyproject.toml", "version = '0'\n", f"version = '0'\n[tool.jaxlint]\n{setting}\n")
    assert told() == told(None) != before


def test_a_branch_that_is_switched_back_costs_nothing(project: Path, steps: list[int]) -> None:
    before = told()
    undo = edit(project, "steps.py", "SCALE = 2.0", "SCALE = 3")
    told()
    undo()
    steps[0] = 0
    assert told() == before
    assert steps == [0]
