"""A fix is tried on its file, and on those that run what it changes."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from jaxlint.engine import lint
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.server.places import KnownPlaces
from jaxlint.text.edit import apply_edits
from jaxlint.text.source import Source
from jaxlint.tracing import program
from tests.cli.command_line import ROOT

if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.diagnostic import Diagnostic
    from jaxlint.tracing.program import Progress
    from jaxlint.tracing.running.interpreter import Interpreter

HEAD = "import jax\nimport jax.numpy as jnp\n\n\n"
HALF = "@jax.jit\ndef f(x):\n    y = float(x.sum())\n    return x if y > 0 else -x\n"
USES = "from part0 import f\n\n\n@jax.jit\ndef used(x):\n    return f(x)\n"
NAMES = "from part0 import f\n\n\ndef named():\n    return f.__name__\n"


def tried_on(folder: Path, texts: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> set[frozenset[str]]:
    tried = set()
    traced = lint.Linter._traced

    def seen(self, sources):
        tried.add(frozenset(path.rpartition("/")[2] for path in sources))
        return traced(self, sources)

    monkeypatch.setattr(lint.Linter, "_traced", seen)
    for name, text in texts.items():
        (folder / name).write_text(HEAD + text)
    outcome = run(Request([str(folder)]))
    assert [item.fix is not None for item in outcome.diagnostics].count(True) >= sum(
        "float(" in text for text in texts.values()
    )
    return tried


def test_files_that_have_nothing_to_do_with_a_fix_are_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = [f"part{number}.py" for number in range(4)]
    found = tried_on(tmp_path, {**dict.fromkeys(names, HALF), "use.py": USES, "name.py": NAMES}, monkeypatch)
    together = frozenset([*names, "use.py"])  # once, for the fixes of all
    assert found == {together, frozenset(["part0.py", "use.py"]), *(frozenset([name]) for name in names[1:])}


def test_files_that_read_what_an_import_has_made_of_it_are_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {
        "part0.py": HALF,
        "made.py": "from part0 import f\n\nMADE = f(jnp.ones(3))\n",
        "handed.py": "from made import MADE\n\nHANDED = MADE\n",
        "last.py": "from handed import HANDED\n\n\n@jax.jit\ndef g(x):\n    return x + HANDED\n",
    }
    assert all("last.py" in files for files in tried_on(tmp_path, texts, monkeypatch))


def test_what_does_not_reach_a_fix_is_not_run_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And what was known before holds afterwards: a second run runs nothing."""
    seen: list[int] = []
    monkeypatch.setattr(program, "run", _counted(program.run, seen))
    for number in range(4):
        (tmp_path / f"user{number}.py").write_text(
            f"{HEAD}from shared import f, g\n\n\n@jax.jit\ndef h(x):\n    return {'g' if number else 'f'}(x)\n"
        )
    (tmp_path / "shared.py").write_text(HEAD + HALF + "\n\ndef g(x):\n    return x + 1\n")
    places = KnownPlaces()
    for _ in range(2):
        assert [item.fix is not None for item in run(Request([str(tmp_path)], places=places)).diagnostics] == [True]
    first, *trials = seen[: len(seen) // 2]
    assert trials
    assert all(0 < steps < first / 2 for steps in trials)
    assert seen[len(seen) // 2 :] == [0, *trials]


def _counted(traced: Callable[..., None], seen: list[int]) -> Callable[..., None]:
    def counting(interpreter: Interpreter, paths: list[str], progress: Progress | None = None) -> None:
        traced(interpreter, paths, progress)
        seen.append(interpreter.steps)

    return counting


@pytest.mark.slow
def test_fixes_that_split_a_key_leave_nothing() -> None:
    """They are not tried."""
    made = 0
    for path in (one for one in (ROOT / "fixtures/randomness").glob("*key*.py") if one.name.count(".") == 1):
        source = Source(str(path), path.read_text())
        found = keys_in(source)
        for item in (one for one in found if one.fix is not None):
            after = keys_in(source.having(apply_edits(source.text, item.fix.edits[source.path])))
            assert len(after) < len(found), (path.name, item.location.line, [one.location.line for one in after])
            made += 1
    assert made >= 40


def keys_in(source: Source) -> list[Diagnostic]:
    request = Request([source.path], select=("JAX402", "JAX406"), isolated_files=True, stdin=source.text.encode())
    return run(request).diagnostics
