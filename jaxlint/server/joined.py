"""Texts of documents and texts of files: the cells of a notebook are documents of their own, and one file.

The only place that knows of both.  They are joined as those of a notebook on disk are.
"""

from __future__ import annotations

from functools import lru_cache

from jaxlint.diagnostic import Location
from jaxlint.notebook.cell_path import CellPath
from jaxlint.notebook.layout import Cell
from jaxlint.notebook.magics import SIGN
from jaxlint.notebook.notebook import Notebook, joined, sources_of
from jaxlint.text.source import Source
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable


class CellText(Source):
    """``uri``: of the cell, which may move among the others; ``may_fail``: is it meant to raise?"""

    __slots__ = ("may_fail", "uri")

    path: CellPath

    def __init__(self, path: CellPath, text: str, uri: str, may_fail: bool) -> None:
        super().__init__(path, text)
        self.uri = uri
        self.may_fail = may_fail

    def having(self, text: str) -> CellText:
        return CellText(self.path, text, self.uri, self.may_fail)

    def is_same(self, other: Source) -> bool:
        return isinstance(other, CellText) and super().is_same(other) and self.may_fail == other.may_fail


def by_file(texts: Iterable[Source]) -> dict[str, Source]:
    """Of each notebook the same text as long as those of its cells are."""
    made: dict[str, Source] = {}
    cells: dict[str, list[CellText]] = {}
    for text in texts:
        if isinstance(text, CellText):
            cells.setdefault(text.path.notebook, []).append(text)
        else:
            made[text.path] = text
    for path, some in cells.items():
        made[path] = _notebook(path, tuple(sorted(some, key=lambda text: text.path.cell)))
    return made


def by_document(new: Source, texts: Iterable[Source]) -> dict[str, Source]:
    """What a changed file makes of its texts, where they change."""
    if not isinstance(new, Notebook):
        return {new.path: new}
    olds = [text for text in texts if isinstance(text, CellText) and text.path.notebook == new.path]
    cells = _cells(sorted(olds, key=lambda text: text.path.cell))
    changed = {
        cell.number: source
        for cell, source in zip(cells, sources_of(new, cells) or (), strict=False)
        if source != cell.source
    }
    return {text.path: text.having(changed[text.path.cell]) for text in olds if text.path.cell in changed}


@lru_cache(16)
def _notebook(path: str, texts: tuple[CellText, ...]) -> Notebook:
    made = joined(path, _cells(texts))
    made.problems.clear()  # that a cell is half-typed is no news
    return made


def _cells(texts: Iterable[CellText]) -> list[Cell]:
    return [Cell(text.path.cell, _readable(text.text), 0, 0, text.may_fail) for text in texts]


def _readable(text: str) -> str:
    return "\n" * text.count("\n") if SIGN[1] in text or "\0" in text else text


class Layout:
    """Where a text of a document stands in that of its file, which may be the same.  ``up``: the lines above it."""

    def __init__(self, source: Source, whole: Source, up: int) -> None:
        self.source = source
        self.whole = whole
        self.up = up

    def outer(self, offset: int) -> int:
        return _carried(self.source, self.whole, offset, self.up)

    def location(self, place: Location) -> Location:
        """Of a place in the document, that in the file."""
        line, end_line = place.line + self.up, place.end_line + self.up
        return Location(self.whole.path, line, place.column, end_line, place.end_column)

    def inner(self, span: Span) -> Span | None:
        """None for what is in no line of it."""
        if not self.outer(0) <= span.start <= span.end <= self.outer(len(self.source.text)):
            return None
        start, end = (_carried(self.whole, self.source, offset, -self.up) for offset in (span.start, span.end))
        return Span(start, end)


def layout(source: Source, whole: Source) -> Layout | None:
    """None where the file has been read with another text in its place."""
    if not isinstance(source, CellText) or not isinstance(whole, Notebook):
        return Layout(source, whole, 0) if source.text == whole.text else None  # of a run before, it is another object
    part = next((one for one in whole.parts if one.number == source.path.cell), None)
    return None if part is None or whole.shown(part) != source.text else Layout(source, whole, part.first - 1)


def _carried(old: Source, new: Source, offset: int, down: int) -> int:
    """By line and column: what stands in for a magic may have another length."""
    if old is new:
        return offset
    line, column = old.position(offset)
    return new.starts[line + down - 1] + min(column - 1, len(new.line(line + down)))
