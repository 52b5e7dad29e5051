"""Places in a text as clients count them: lines from 0, columns in units of the encoding that was agreed on."""

from __future__ import annotations

from lsprotocol import types

from jaxlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Location
    from jaxlint.text.span import Span

_CODECS = {"utf-8": ("utf-8", 1), "utf-16": ("utf-16-le", 2)}  # bytes of a unit; of utf-32 it is a character


class Positions:
    """``encoding``: utf-8, utf-16 or utf-32."""

    def __init__(self, encoding: str) -> None:
        self.encoding = encoding
        self._codec, self._width = _CODECS.get(encoding, ("", 1))

    def units(self, text: str) -> int:
        if not self._codec or text.isascii():
            return len(text)
        return len(text.encode(self._codec, "surrogatepass")) // self._width

    def index(self, row: str, units: int) -> int:
        """The character of a line; beyond its end, the end; inside of a character, its start."""
        if not self._codec or row.isascii():
            return min(units, len(row))
        data = row.encode(self._codec, "surrogatepass")[: units * self._width]
        return len(data.decode(self._codec, "ignore"))

    def offset(self, source: Source, position: types.Position) -> int:
        """The character of a text; beyond its end, the end."""
        if position.line >= len(source.starts):
            return len(source.text)
        row = source.line(position.line + 1)
        return source.starts[position.line] + self.index(row, position.character)

    def position(self, source: Source, offset: int) -> types.Position:
        line, column = source.position(offset)
        return self._at(source, line, column)

    def range(self, source: Source, span: Span) -> types.Range:
        return types.Range(self.position(source, span.start), self.position(source, span.end))

    def of(self, source: Source | None, location: Location) -> types.Range:
        """``source``: None where the file can't be read: then characters are taken for units."""
        start = self._at(source, location.line, location.column)
        return types.Range(start, self._at(source, location.end_line, location.end_column))

    def _at(self, source: Source | None, line: int, column: int) -> types.Position:
        """1-based line and column, in characters."""
        known = source is not None and line <= len(source.starts)
        row = source.line(line)[: column - 1] if known and source is not None else ""
        beyond = column - 1 - len(row)  # in the line end, or in a text that is not known
        return types.Position(line - 1, self.units(row) + (0 if known else beyond))
