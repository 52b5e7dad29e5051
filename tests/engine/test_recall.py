"""Runs one after the other, as of the command: the next one goes on from what the one before left on the disk."""

from __future__ import annotations

import ast
import io
import os
import pickle
from typing import TYPE_CHECKING

import pytest

from jaxlint.cache import signature
from jaxlint.engine.earlier import recall
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.engine.verdicts import values
from jaxlint.project.index import digest_of
from jaxlint.server.places import KnownPlaces
from jaxlint.text.source import Source
from jaxlint.tracing.running.evaluate import EVALUATORS
from jaxlint.tracing.running.interpreter import Interpreter
from jaxlint.tracing.shares import stored
from tests.engine.test_edits import EDITS, FILES
from tests.notebook.books import book

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

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
    taken, step = [0], Interpreter.step

    def counted(self: Interpreter) -> None:
        taken[0] += 1
        step(self)

    monkeypatch.setattr(Interpreter, "step", counted)
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


def test_what_an_edit_leaves_alone_is_not_run_again(project: Path, steps: list[int]) -> None:
    everything = cost(steps)
    assert everything > 30
    assert cost(steps) == 0
    undo = edit(project, "steps.py", "SCALE = 2.0", "# why\nSCALE = 2.0")
    assert cost(steps) == 0
    undo()
    edit(project, "plain.py", "float(x)", "int(x)")
    assert 0 < cost(steps) < everything / 4
    edit(project, "modes.py", "return float(x)", "return int(x)")
    assert 0 < cost(steps) < everything / 4
    edit(project, "notes.ipynb", "clip)(1.0)", "clip)(2.0)")
    assert cost(steps) < everything / 4


def test_a_file_that_is_no_python_is_no_reason_to_begin_anew(project: Path, steps: list[int]) -> None:
    (project / "broken.py").write_text("import jax\nprint 'x'\n")
    everything = cost(steps)
    edit(project, "plain.py", "float(x)", "int(x)")
    assert 0 < cost(steps) < everything / 4


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


def test_only_classes_are_read_from_elsewhere() -> None:
    for home, name in (("builtins", "eval"), ("os", "system"), ("pickle", "Unpickler")):
        with pytest.raises(pickle.UnpicklingError):
            stored._Reader(io.BytesIO(), "/", str).find_class(home, name)


def test_a_branch_that_is_switched_back_costs_nothing(project: Path, steps: list[int]) -> None:
    before = told()
    undo = edit(project, "steps.py", "SCALE = 2.0", "SCALE = 3")
    told()
    undo()
    steps[0] = 0
    assert told() == before
    assert steps == [0]


def test_an_editor_goes_on_from_what_the_command_has_left(project: Path, steps: list[int]) -> None:
    everything = cost(steps)
    places, path = KnownPlaces(), "plain.py"
    buffers = {path: Source(path, FILES[path].replace("float(x)", "int(x)"))}
    steps[0] = 0
    values(path, [path], buffers, places, cache="")  # a hover, which the command knows nothing of
    hovered, steps[0] = steps[0], 0
    run(Request([path], fixable=(), cache="", buffers=buffers, places=places))
    assert 0 < steps[0] < everything / 4
    assert hovered < everything


def test_of_a_file_that_nobody_runs_little_is_looked_at(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(recall, "_SMALL_PART", 2)
    told()
    edit(project, "plain.py", "float(x)", "int(x)")
    read: list[object] = []
    monkeypatch.setattr(stored, "unpacked", lambda *given: read.append(given))
    assert told() == told(None)
    assert read == []
    edit(project, "steps.py", "scaled = x * SCALE", "scaled = x + SCALE")
    told()
    assert len(read) == 1


def test_what_others_wrote_is_not_read(project: Path, steps: list[int], monkeypatch: pytest.MonkeyPatch) -> None:
    cost(steps)
    edit(project, "steps.py", "scaled = x * SCALE", "scaled = x + SCALE")
    (project.parent / "cache/jaxlint/key").write_bytes(os.urandom(32))
    read: list[object] = []
    monkeypatch.setattr(stored, "unpacked", lambda *given: read.append(given))
    assert cost(steps) > 30
    assert read == []


@pytest.mark.parametrize("key", [b"", b"short", None])
def test_without_a_key_nothing_is_signed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, key: bytes | None) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    if key is None:
        (tmp_path / "jaxlint").write_text("no folder")
    else:
        (tmp_path / "jaxlint").mkdir()
        (tmp_path / "jaxlint/key").write_bytes(key)
    assert signature.signature(b"data") is None
    assert not signature.is_signed(b"data", digest_of("data"))


def test_a_signature_is_of_the_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    made = signature.signature(b"data")
    assert made is not None
    assert signature.is_signed(b"data", made)
    assert not signature.is_signed(b"date", made)
    assert (tmp_path / "jaxlint").stat().st_mode & 0o77 == 0


def test_a_link_is_no_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    (tmp_path / "jaxlint").mkdir()
    (tmp_path / "other").write_bytes(bytes(32))
    (tmp_path / "jaxlint/key").symlink_to(tmp_path / "other")
    assert signature.signature(b"data") is None
