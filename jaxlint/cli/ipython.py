"""``%load_ext jaxlint``: what is found in a cell, or through it in cells before, is reported before the cell runs.

``%jaxlint`` reports all of it once more; and where a cell fails with an error of JAX's, it is explained.
"""

from __future__ import annotations

import json
import os
import re
import sys
from textwrap import fill
from traceback import walk_tb

from jaxlint.cli.streams import wants_color
from jaxlint.discovery.read import decode
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.report.cells import by_cell
from jaxlint.report.paint import Paint
from jaxlint.report.text import finding_text
from jaxlint.report.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from jaxlint.diagnostic import Diagnostic
    from jaxlint.engine.request import Outcome
    from jaxlint.explain.match import Match
    from jaxlint.explain.meaning import Meaning
    from jaxlint.explain.place import Place

_NAME = "session.ipynb"  # in the working directory, whose settings hold
_MAGIC = "jaxlint"
_LONGEST = 20  # chain of errors, which may be a ring
_CELL = re.compile(r"In\[(\d+)\]")  # as tracebacks show the file that a cell was compiled as


class _Session:
    """The cells that were run, by the number that IPython gives them."""

    def __init__(self, shell: Any) -> None:  # noqa: ANN401  IPython is no dependency
        self._shell = shell
        self._cells: dict[int, str] = {}
        self._known: set[tuple[str, str, str]] = set()
        self.events = {"pre_run_cell": self.check, "post_run_cell": self.explain}

    def check(self, info: Any) -> None:  # noqa: ANN401
        _tell(lambda: self._report(info.raw_cell))

    def explain(self, result: Any) -> None:  # noqa: ANN401
        _tell(lambda: self._explained(result.error_in_exec))

    def all(self, line: str) -> None:
        """``%jaxlint``: the findings of all cells, of those before the extension was loaded, too."""
        _tell(self._all)

    def _report(self, cell: str) -> str:
        self._cells[self._number(cell)] = cell
        outcome = _checked(self._cells)
        new = [one for one in outcome.diagnostics if _key(one) not in self._known]
        self._known.update(map(_key, new))
        return _text(new, outcome)

    def _all(self) -> str:
        seen = enumerate(self._shell.history_manager.input_hist_raw)
        cells = {number: cell for number, cell in seen if number} | self._cells
        outcome = _checked(cells)
        self._known.update(map(_key, outcome.diagnostics))
        return _text(outcome.diagnostics, outcome) or "jaxlint: no findings in the cells run so far\n"

    def _explained(self, error: BaseException | None) -> str:
        """Of what was raised last, or of what it was raised from."""
        from jaxlint.explain.match import Failure, match
        from jaxlint.explain.meaning import meaning

        for _ in range(_LONGEST):
            if error is None:
                break
            name = type(error).__name__
            known = meaning(name, str(error))
            if known is not None:
                session = _NAME, _as_notebook(self._cells)
                found = match(Failure(name, known, self._places(error, session[1]), []), session)
                return _meant(known) if found is None else self._matched(found)
            error = error.__cause__ or error.__context__
        return ""

    def _matched(self, found: Match) -> str:
        outcome = by_cell(found.outcome)
        one = outcome.diagnostics[found.outcome.diagnostics.index(found.diagnostic)]
        more = f"Learn more: jaxlint rule {one.code}\n"
        if _key(one) in self._known:
            place = one.location
            at = f"{place.path}:{place.line}:{place.column}"
            return f"jaxlint reports this error: {one.code} at {at}; `%jaxlint` shows it again. {more}"
        return f"jaxlint reports this error:\n{_text([one], outcome)}{more}"

    def _places(self, error: BaseException, session: bytes) -> list[Place]:
        """The user's lines in a traceback, in cells and in files, the innermost first."""
        from jaxlint.explain.place import Place, places
        from jaxlint.explain.traceback import Frame, Traceback

        book: Any = decode(_NAME, session)
        firsts = {part.number: part.first for part in book.parts}
        found: list[Place] = []
        for frame, line in walk_tb(error.__traceback__):
            path, function = frame.f_code.co_filename, frame.f_code.co_name
            number = self._number_of(path)
            if number in firsts:
                found.insert(0, Place(_NAME, firsts[number] + line - 1, book, function))
            else:
                seen = Traceback()
                seen.frames = [Frame(path, line, function)]
                found[:0] = places(seen, os.curdir)
        return found

    def _number_of(self, path: str) -> int | None:
        """Of the cell that was compiled under such a name, which is another one in a kernel than in a terminal."""
        label = self._shell.compile.format_code_name(path)
        named = None if label is None else _CELL.fullmatch(label[1])
        return None if named is None else int(named[1])

    def _number(self, cell: str) -> int:
        """That of ``In [n]``: versions of IPython differ in when they count."""
        seen = self._shell.history_manager.input_hist_raw
        return int(len(seen) - (seen[-1] == cell))


def _tell(made: Callable[[], str]) -> None:
    """Whatever goes wrong here must not keep the cell from running."""
    try:
        text = made()
    except Exception as error:
        text = f"jaxlint: {type(error).__name__}: {error}\n"
    if text:
        print(text, end="", file=sys.stderr)  # that of a kernel has no bytes below


def _checked(cells: dict[int, str]) -> Outcome:
    return by_cell(run(Request([_NAME], stdin=_as_notebook(cells))))


def _text(found: list[Diagnostic], outcome: Outcome) -> str:
    view = View(Paint(wants_color("auto", sys.stderr)))
    return "\n".join(finding_text(one, outcome.spoken_of, view) for one in found)


def _meant(known: Meaning) -> str:
    rows = f"jaxlint: {known.text}", f"What to check: {known.check}"
    return "".join(f"{fill(row, 100, break_on_hyphens=False)}\n" for row in rows) + f"See {known.address}\n"


def _key(item: Diagnostic) -> tuple[str, str, str]:
    return item.code, item.location.path, item.message


def _as_notebook(cells: dict[int, str]) -> bytes:
    """Cells that were not seen are empty."""
    made = []
    for number in range(1, max(cells, default=0) + 1):
        source = cells.get(number)
        kind = "markdown" if source is None else "code"
        made.append({"cell_type": kind, "metadata": {}, "source": source or ""})
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4}).encode()


_sessions: dict[int, _Session] = {}


def load(shell: Any) -> None:  # noqa: ANN401
    """Once for each shell."""
    if id(shell) not in _sessions:
        session = _sessions[id(shell)] = _Session(shell)
        for event, told in session.events.items():
            shell.events.register(event, told)
        shell.register_magic_function(session.all, "line", _MAGIC)


def unload(shell: Any) -> None:  # noqa: ANN401
    """The end of it."""
    session = _sessions.pop(id(shell), None)
    if session is not None:
        for event, told in session.events.items():
            shell.events.unregister(event, told)
        shell.magics_manager.magics["line"].pop(_MAGIC, None)
