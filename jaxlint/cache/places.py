"""Places in files as they are kept: counted over the lines that say something, so that they go with their lines."""

from __future__ import annotations

import re
from bisect import bisect_left

from jaxlint.project.index import can_move

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.text.source import Source
    from jaxlint.text.span import Span

    Ends = tuple[int, int, int, int]

# What ``Source.line_name`` makes, and code that is quoted, in which nobody looks for it.
_LINE = re.compile(r"`[^`]*`|\bline (\d+)( of )?")


class Unmoved(ValueError):
    """It stands, or would stand, where no line says anything."""


class AsTheyAre:
    """Places of this very text."""

    def line(self, path: str, number: int) -> int:
        return number

    def ends(self, path: str, span: Span) -> Ends:
        return 0, span.start, 0, span.end

    def offsets(self, path: str, ends: Ends) -> tuple[int, int]:
        return ends[1], ends[3]

    def words(self, path: str, text: str) -> str:
        return text


class ByLines:
    """``source``: the text of a file of the project as it is now; None for others, whose lines are told as they are."""

    def __init__(self, source: Callable[[str], Source | None], reads: bool) -> None:
        """``reads``: from what was kept to the text of now; else the other way."""
        self._source = source
        self._reads = reads

    def line(self, path: str, number: int) -> int:
        source = self._source(path)
        if source is None:
            return number
        return _now(source, number) if self._reads else _kept(source, number)

    def ends(self, path: str, span: Span) -> Ends:
        source = self._known(path)
        (first, column), (last, end) = source.position(span.start), source.position(span.end)
        kept = _edge(source, first, column), column, _edge(source, last, end), end
        if abs(kept[2]) - abs(kept[0]) != last - first - (kept[2] < 0) + (kept[0] < 0):
            raise Unmoved("what it replaces holds lines that say nothing")
        return kept

    def offsets(self, path: str, ends: Ends) -> tuple[int, int]:
        source = self._known(path)
        first, last = (_now(source, abs(edge)) + (edge < 0) for edge in (ends[0], ends[2]))
        starts = source.starts
        if last > len(starts) or abs(ends[2]) - abs(ends[0]) != last - first - (ends[2] < 0) + (ends[0] < 0):
            raise Unmoved("a line has come between")
        return starts[first - 1] + ends[1] - 1, starts[last - 1] + ends[3] - 1

    def words(self, path: str, text: str) -> str:
        """What is said of a line of the file, of that line."""

        source = self._source(path)

        def moved(found: re.Match[str]) -> str:
            if found[1] is None or source is None or not can_move(source):
                return found[0]
            if found[2] is not None:
                raise Unmoved("a line of another file")
            return f"line {self.line(path, int(found[1]))}"

        return _LINE.sub(moved, text)

    def _known(self, path: str) -> Source:
        source = self._source(path)
        if source is None:
            raise Unmoved(path)
        return source


def _kept(source: Source, line: int) -> int:
    lines = source.code.lines
    at = bisect_left(lines, line)
    if not can_move(source):
        return line
    if at == len(lines) or lines[at] != line:
        raise Unmoved(f"{source.path}: {line}")
    return at + 1


def _now(source: Source, number: int) -> int:
    lines = source.code.lines if can_move(source) else range(1, len(source.starts) + 1)
    if not 1 <= number <= len(lines):
        raise Unmoved(source.path)
    return lines[number - 1]


def _edge(source: Source, line: int, column: int) -> int:
    """Of an edit: the line, or, below zero, the one above, where it is right below that."""
    try:
        return _kept(source, line)
    except Unmoved:
        if column != 1 or line == 1:
            raise
        return -_kept(source, line - 1)
