"""For formats that know of lines and not of cells: a finding in a notebook stands on the line of its JSON."""

from __future__ import annotations

from jaxlint.diagnostic import Diagnostic, Location, Problem, Related
from jaxlint.discovery.read import read_bytes
from jaxlint.engine.request import Outcome
from jaxlint.notebook.cell_path import CellPath


def whole(outcome: Outcome) -> Outcome:
    """The same outcome, where none of its findings is in a cell."""
    places = [*(one.location.path for one in outcome.diagnostics), *(one.path for one in outcome.problems)]
    if not any(isinstance(path, CellPath) for path in places):
        return outcome
    lines = _Lines()
    made = Outcome()
    for name in Outcome.__slots__:
        setattr(made, name, getattr(outcome, name))
    made.diagnostics = [_diagnostic(one, lines) for one in outcome.diagnostics]
    made.problems = [_problem(one, lines) for one in outcome.problems]
    return made


class _Lines:
    """The JSON lines of the cells of each notebook, read once."""

    def __init__(self) -> None:
        self._known: dict[str, dict[int, list[int]]] = {}

    def of(self, path: CellPath, line: int) -> int:
        """1 where the notebook is not at hand, or is not what it was."""
        if path.notebook not in self._known:
            self._known[path.notebook] = _lines(path.notebook)
        cell = self._known[path.notebook].get(path.cell, [])
        return cell[line - 1] if line <= len(cell) else 1


def _lines(notebook: str) -> dict[int, list[int]]:
    from jaxlint.notebook.layout import BadNotebook, lines_of_cells

    data = read_bytes(notebook)
    if isinstance(data, Problem):
        return {}
    try:
        return lines_of_cells(data.decode("utf-8-sig"))
    except (BadNotebook, UnicodeDecodeError):
        return {}


def _diagnostic(item: Diagnostic, lines: _Lines) -> Diagnostic:
    """Without its fix, which is one of the cell's text."""
    related = tuple(_related(step, lines) for step in item.related)
    path = item.location.path
    if not isinstance(path, CellPath):
        return item.but(related=related)
    message = f"{item.message} ({_told(path, item.location.line)})"
    return item.but(message=message, location=_location(item.location, lines), related=related, fix=None)


def _related(step: Related, lines: _Lines) -> Related:
    if step.location is None or not isinstance(step.location.path, CellPath):
        return step
    told = _told(step.location.path, step.location.line)
    return Related(f"{step.message} ({told})", _location(step.location, lines))


def _problem(item: Problem, lines: _Lines) -> Problem:
    if not isinstance(item.path, CellPath) or item.line is None:
        return item
    return Problem(
        item.path.notebook, f"{item.message} ({_told(item.path, item.line)})", lines.of(item.path, item.line)
    )


def _location(place: Location, lines: _Lines) -> Location:
    assert isinstance(place.path, CellPath)
    first, last = lines.of(place.path, place.line), lines.of(place.path, place.end_line)
    return Location(place.path.notebook, first, 1, max(first, last), 1)


def _told(path: CellPath, line: int) -> str:
    return f"line {line} of cell {path.cell}"
