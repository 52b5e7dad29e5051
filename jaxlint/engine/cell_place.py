"""``nb.ipynb:cell 3``, line 5: places as users write and read them, and lines of the text that all cells make."""

from __future__ import annotations

import re

from jaxlint.diagnostic import Problem
from jaxlint.discovery.read import is_notebook, read
from jaxlint.notebook.cell_path import CellPath
from jaxlint.notebook.notebook import Notebook
from jaxlint.record import Record
from jaxlint.text.numbers import whole_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.text.source import Source

_CELL = re.compile(r"(.+\.ipynb):(?:cell )?(\d+)")
_PLACES = (  # the first that fits: of a notebook, the first number is a cell
    re.compile(r"(.+\.ipynb:(?:cell )?\d+):(\d+)(?::(\d+))?", re.DOTALL),
    re.compile(r"(.+?):(\d+)(?::(\d+))?", re.DOTALL),
)


class Place(Record):
    """``FILE:LINE:COLUMN`` as users write it; ``column``: None where they name none."""

    path: str
    line: int
    column: int | None = None


def place_in(text: str) -> Place | None:
    """None for what is no place; a number may be no longer than a file can be."""
    found = next((one for one in (pattern.fullmatch(text) for pattern in _PLACES) if one is not None), None)
    line, column = (None, None) if found is None else (whole_number(found[2]), whole_number(found[3] or ""))
    if found is None or line is None or (column is None and found[3]):
        return None
    return Place(found[1], line, column)


def file_and_line(path: str, line: int) -> tuple[str, int] | Problem:
    """The notebook, and the line of its text, that a line of a cell is; any other place as it is."""
    named = _CELL.fullmatch(path)
    if named is None:
        return Problem(path, "name a cell: FILE:cell N:LINE") if is_notebook(path) else (path, line)
    source = read(named[1])
    if isinstance(source, Problem):
        return source
    parts = source.parts if isinstance(source, Notebook) else []
    part = next((one for one in parts if one.number == whole_number(named[2])), None)
    if part is None:
        return Problem(named[1], f"the notebook has no code cell {named[2]}")
    if not 1 <= line <= source.text.count("\n", part.start, part.end) + 1:
        return Problem(path, f"the file has no line {line}")
    return named[1], part.first + line - 1


def in_cell(path: str, source: Source, line: int) -> tuple[str, int]:
    """A line of a notebook as one of its cell; of any other file, as it is."""
    part = source.part(line) if isinstance(source, Notebook) else None
    return (path, line) if part is None else (CellPath(path, part.number), line - part.first + 1)


def label(path: str, source: Source, line: int) -> str:
    """A line, as users read it."""
    where, line = in_cell(path, source, line)
    return f"{where}:{line}"
