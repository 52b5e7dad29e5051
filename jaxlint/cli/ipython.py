"""``%load_ext jaxlint``: what is found in a cell, or through it in cells before, is reported before the cell runs."""

from __future__ import annotations

import json
import sys

from jaxlint.cli.streams import wants_color
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.report.cells import by_cell
from jaxlint.report.paint import Paint
from jaxlint.report.text import finding_text
from jaxlint.report.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from jaxlint.diagnostic import Diagnostic

_NAME = "session.ipynb"  # in the working directory, whose settings hold
_EVENT = "pre_run_cell"


class _Session:
    """The cells that were run, by the number that IPython gives them."""

    def __init__(self, shell: Any) -> None:  # noqa: ANN401  IPython is no dependency
        self._shell = shell
        self._cells: dict[int, str] = {}
        self._known: set[tuple[str, str, str]] = set()

    def check(self, info: Any) -> None:  # noqa: ANN401
        """Whatever goes wrong here must not keep the cell from running."""
        try:
            text = self._report(info.raw_cell)
        except Exception as error:
            text = f"jaxlint: {type(error).__name__}: {error}\n"
        if text:
            print(text, end="", file=sys.stderr)  # that of a kernel has no bytes below

    def _report(self, cell: str) -> str:
        self._cells[self._number(cell)] = cell
        outcome = by_cell(run(Request([_NAME], stdin=_as_notebook(self._cells))))
        new = [one for one in outcome.diagnostics if _key(one) not in self._known]
        self._known.update(map(_key, new))
        view = View(Paint(wants_color("auto", sys.stderr)))
        return "\n".join(finding_text(one, outcome.spoken_of, view) for one in new)

    def _number(self, cell: str) -> int:
        """That of ``In [n]``: versions of IPython differ in when they count."""
        seen = self._shell.history_manager.input_hist_raw
        return int(len(seen) - (seen[-1] == cell))


def _key(item: Diagnostic) -> tuple[str, str, str]:
    return item.code, item.location.path, item.message


def _as_notebook(cells: dict[int, str]) -> bytes:
    """Cells that were not seen are empty."""
    made = []
    for number in range(1, max(cells) + 1):
        source = cells.get(number)
        kind = "markdown" if source is None else "code"
        made.append({"cell_type": kind, "metadata": {}, "source": source or ""})
    return json.dumps({"cells": made, "metadata": {}, "nbformat": 4}).encode()


_sessions: dict[int, _Session] = {}


def load(shell: Any) -> None:  # noqa: ANN401
    """Once for each shell."""
    if id(shell) not in _sessions:
        _sessions[id(shell)] = _Session(shell)
        shell.events.register(_EVENT, _sessions[id(shell)].check)


def unload(shell: Any) -> None:  # noqa: ANN401
    """The end of it."""
    session = _sessions.pop(id(shell), None)
    if session is not None:
        shell.events.unregister(_EVENT, session.check)
