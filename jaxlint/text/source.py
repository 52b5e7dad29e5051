"""A text with a path, and the only place that turns lines and columns into offsets."""

from __future__ import annotations

from itertools import accumulate

from jaxlint.text.code import Code
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from typing import Any

_CELL_MARKS = ("\n# %%", "\n# +")  # of jupytext and of editors


class Source:
    """One file as text.  ``encoding`` and ``bom`` are kept, so that it can be written back as it was."""

    __slots__ = ("_code", "_starts", "bom", "encoding", "path", "text")

    def __init__(self, path: str, text: str, encoding: str = "utf-8", bom: bool = False) -> None:
        self.path = path
        self.text = text
        self.encoding = encoding
        self.bom = bom
        self._starts: list[int] | None = None
        self._code: Code | None = None

    @property
    def is_read(self) -> bool:
        """Is the text at hand?"""
        return True

    def having(self, text: str) -> Source:
        """The same file with another text."""
        return Source(self.path, text, self.encoding, self.bom)

    def is_same(self, other: Source) -> bool:
        """Would reading it again give this?"""
        mine, theirs = (self.path, self.encoding, self.bom), (other.path, other.encoding, other.bom)
        return self is other or (mine == theirs and self.text == other.text)

    @property
    def starts(self) -> list[int]:
        """Offset of the first character of each line, as Python's parser counts lines."""
        if self._starts is None:
            self._starts = line_starts(self.text)
        return self._starts

    @property
    def code(self) -> Code:
        """What of it counts: comments say nothing to the tracer."""
        if self._code is None:
            self._code = Code(self.text, self.starts)
        return self._code

    def says(self, word: str) -> bool:
        """Does it hold a word, but for comments?"""
        return word in self.text and word in self.code.text

    def offset(self, line: int, byte_column: int) -> int:
        """Offset of an ast position: 1-based line, 0-based column in UTF-8 bytes."""
        start = self.starts[line - 1]
        end = self.starts[line] if line < len(self.starts) else len(self.text)
        row = self.text[start:end]
        if row.isascii():
            return start + byte_column
        return start + len(row.encode()[:byte_column].decode(errors="replace"))

    def span(self, node: _ast.AST) -> Span:
        """Of any node that has a position."""
        line, column, end_line, end_column = _place(node)
        return Span(self.offset(line, column), self.offset(end_line, end_column))

    def segment(self, node: _ast.AST) -> str:
        span = self.span(node)
        return self.text[span.start : span.end]

    def position(self, offset: int) -> tuple[int, int]:
        """1-based line and column (in characters) of an offset."""
        starts = self.starts
        low, high = 0, len(starts)
        while high - low > 1:
            middle = (low + high) // 2
            if starts[middle] <= offset:
                low = middle
            else:
                high = middle
        return low + 1, offset - starts[low] + 1

    def line_name(self, number: int) -> str:
        """What messages call a line."""
        return f"line {number}"

    def cell(self, number: int) -> int:
        """How many cells begin at or before a line: notebooks kept as scripts mark them with comments."""
        end = self.starts[number - 1]
        return sum(self.text.count(mark, 0, end) for mark in _CELL_MARKS)

    def line(self, number: int) -> str:
        """The text of a 1-based line, without its line end."""
        start = self.starts[number - 1]
        end = self.starts[number] if number < len(self.starts) else len(self.text)
        return self.text[start:end].rstrip("\r\n")


def _place(node: Any) -> tuple[int, int, int, int]:  # noqa: ANN401  not every node class has positions
    return node.lineno, node.col_offset, node.end_lineno, node.end_col_offset


def line_starts(text: str) -> list[int]:
    """Python ends a line at LF, CRLF or a lone CR, and nowhere else (form feed and U+2028 do not count)."""
    if "\r" not in text:
        ends = accumulate(map(len, text.split("\n")))
        return [0, *[end + at for at, end in enumerate(ends, 1)]][:-1]
    starts = [0]
    for index, character in enumerate(text):
        if character == "\n" or (character == "\r" and text[index + 1 : index + 2] != "\n"):
            starts.append(index + 1)
    return starts
