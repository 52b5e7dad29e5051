"""A notebook as a Source: its code cells, one below the other, each behind a comment that bears its number."""

from __future__ import annotations

from jaxlint.diagnostic import Problem
from jaxlint.notebook.layout import BadNotebook, Cell, code_cells, with_sources
from jaxlint.notebook.magics import SIGN, Altered, Magic, as_comments, error_in, with_magics, without_magics
from jaxlint.record import Record
from jaxlint.text.edit import Edit
from jaxlint.text.source import Source
from jaxlint.text.span import Span

_HEAD = f"{SIGN}cell "
_FAILS = " is meant to raise"


class Part(Record):
    """A code cell within the text.  ``first``: its first line, from 1; ``start``, ``end``: offsets of its code."""

    number: int
    first: int
    start: int
    end: int
    may_fail: bool


class Notebook(Source):
    """``magics``: what some lines stand for; ``problems``: of cells that are no Python, and are left out."""

    __slots__ = ("_parts", "magics", "problems")

    def __init__(self, path: str, text: str, magics: list[Magic], bom: bool = False) -> None:
        super().__init__(path, text, "utf-8", bom)
        self.magics = magics
        self.problems: list[Problem] = []
        self._parts: list[Part] | None = None

    def having(self, text: str) -> Notebook:
        return Notebook(self.path, text, self.magics, self.bom)

    def is_same(self, other: Source) -> bool:
        if not isinstance(other, Notebook) or not super().is_same(other):
            return False
        return [one.written for one in self.magics] == [one.written for one in other.magics]

    @property
    def parts(self) -> list[Part]:
        if self._parts is None:
            self._parts = _parts(self)
        return self._parts

    def part(self, line: int) -> Part | None:
        """The cell that a line belongs to."""
        found = None
        for one in self.parts:
            if one.first > line:
                break
            found = one
        return found

    def line_name(self, number: int) -> str:
        part = self.part(number)
        return super().line_name(number) if part is None else f"line {number - part.first + 1} of cell {part.number}"

    def cell(self, number: int) -> int:
        part = self.part(number)
        return 0 if part is None else part.number

    def shown(self, part: Part) -> str:
        """The text of a cell as its reader sees it."""
        return with_magics(self.text[part.start : part.end], self.magics)

    def within_cell(self, edit: Edit) -> Edit | None:
        """The edit, where what it replaces is Python of one cell; the line break behind the cell's last line stays."""
        start, end, new = edit.span.start, edit.span.end, edit.replacement
        part = next((one for one in self.parts if one.start <= start and end <= one.end + 1), None)
        if part is None:
            return None
        if end == part.end + 1:
            end -= 1
            if new:
                new = new.removesuffix("\n")
            elif start > part.start:
                start -= 1  # the break before the line goes instead
        line_end = self.text.find("\n", end)
        line_start = self.text.rfind("\n", 0, start) + 1
        if SIGN in self.text[line_start : line_end if line_end >= 0 else len(self.text)]:
            return None
        return Edit(Span(start, end), new)


def _parts(notebook: Notebook) -> list[Part]:
    found: list[Part] = []
    for line, start in enumerate(notebook.starts, 1):
        if notebook.text.startswith(_HEAD, start):
            head_end = notebook.text.index("\n", start)
            number, _, may_fail = notebook.text[start + len(_HEAD) : head_end].partition(" ")
            if found:
                found[-1].end = start - 1
            found.append(Part(int(number), line + 1, head_end + 1, 0, bool(may_fail)))
    if found:
        found[-1].end = len(notebook.text) - 1
    return found


def read_notebook(path: str, text: str, bom: bool) -> Notebook | Problem:
    """A notebook out of its JSON."""
    try:
        cells = code_cells(text)
    except BadNotebook as error:
        return Problem(path, error.message, error.line)
    marked = next((cell for cell in cells if SIGN[1] in cell.source or "\0" in cell.source), None)
    if marked is not None:
        return Problem(path, f"can't be read: cell {marked.number} holds control characters")
    return joined(path, cells, bom)


def joined(path: str, cells: list[Cell], bom: bool = False) -> Notebook:
    """Each cell is parsed on its own: one may not end what another begins."""
    magics: list[Magic] = []
    texts: list[str] = []
    errors: dict[int, tuple[str, int]] = {}
    for cell in cells:
        known = len(magics)
        text = without_magics(cell.source, magics)
        error = error_in(text)
        if error is not None:
            errors[cell.number] = error
            del magics[known:]
            text = as_comments(cell.source, magics)
        texts.append(f"{_HEAD}{cell.number}{_FAILS if cell.may_fail else ''}\n{text}\n")
    notebook = Notebook(path, "".join(texts), magics, bom)
    for part in notebook.parts:
        if part.number in errors and not part.may_fail:
            message, line = errors[part.number]
            notebook.problems.append(Problem(path, f"{message}; the cell is left out", part.first + line - 1))
    return notebook


def json_of(old: str, new: Notebook) -> str | None:
    """The JSON of a changed notebook; None where a change is not within the cells that ``old`` has."""
    cells = code_cells(old)
    sources = sources_of(new, cells)
    return None if sources is None else with_sources(old, cells, sources)


def sources_of(new: Notebook, cells: list[Cell]) -> list[str] | None:
    """The cells of a changed notebook; None where a change is not within those that it had."""
    parts = new.parts
    begins = new.text.startswith(_HEAD) or not new.text
    if not begins or [part.number for part in parts] != [cell.number for cell in cells]:
        return None
    try:
        sources = [new.shown(part) for part in parts]
    except Altered:
        return None
    return sources if _signs(new.text) == _signs(joined(new.path, cells, new.bom).text) else None


def _signs(text: str) -> list[str]:
    """The comments that say what lines stand for, in their order."""
    return [row.partition(SIGN)[2] for row in text.split("\n") if SIGN in row]
