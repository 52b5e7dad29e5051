"""What a text says to Python, and to us: its lines without those that are blank, or comments alone."""

from __future__ import annotations

from bisect import bisect_left, bisect_right

_TO_TOOLS = ("jaxlint", "noqa", "type:", "%%", "# +")  # comments that are read
_TRIPLE = ('"""', "'''")


class Code:
    """``text``: each comment that is a line of its own blank in its place; ``lines``: the numbers of all other lines
    that are not blank, or stand in a string.

    ``unread``: names that get a constant at the end, and that nothing above mentions; these lines are not counted.
    """

    __slots__ = ("lines", "text", "unread")

    def __init__(self, text: str, starts: list[int]) -> None:
        ends = [*starts[1:], len(text)]
        rows = [text[start:end].rstrip("\r\n") for start, end in zip(starts, ends, strict=True)]
        inside = _inside_strings(rows)
        blank = {number: row for number, row in enumerate(rows, 1) if number not in inside and _is_silent(row)}
        parts, done = [], 0
        for number, row in blank.items():
            if row:
                parts += [text[done : starts[number - 1]], " " * len(row)]
                done = starts[number - 1] + len(row)
        self.text = "".join([*parts, text[done:]]) if parts else text
        self.lines = [number for number in range(1, len(rows) + 1) if number not in blank]
        self.unread: list[str] = []
        while self.lines and self.lines[-1] not in inside:
            last = self.lines[-1]
            name = _bound_to_constant(rows[last - 1])
            if name is None or text.count(name) > 1 or (last > 1 and rows[last - 2].endswith("\\")):
                break
            self.unread.append(name)
            self.lines.pop()

    def count(self, first: int, last: int) -> int:
        """How many of its lines stand between two, and on these."""
        return bisect_right(self.lines, last) - bisect_left(self.lines, first)


def _is_silent(row: str) -> bool:
    said = row.lstrip()
    return not said or (said[0] == "#" and not any(word in said for word in _TO_TOOLS))


def _inside_strings(rows: list[str]) -> set[int]:
    """The lines that begin in a string."""
    inside: set[int] = set()
    quote = ""
    for number, row in enumerate(rows, 1):
        if quote:
            inside.add(number)
        if quote or row.endswith("\\") or any(mark in row for mark in _TRIPLE):
            quote = _open_after(row, quote)
    return inside


def _open_after(row: str, quote: str) -> str:
    """The quotes of the string that is open behind a line; ``quote``: of the one that is open before it."""
    at = 0
    while True:
        if quote:
            at = _closing(row, at, quote)
            if at < 0:
                return quote if len(quote) == 3 or row.endswith("\\") else ""
            at += len(quote)
        found = [place for place in (row.find(mark, at) for mark in "\"'#") if place >= 0]
        if not found or row[min(found)] == "#":
            return ""
        at = min(found)
        quote = row[at] * 3 if row.startswith(row[at] * 3, at) else row[at]
        at += len(quote)


def _closing(row: str, at: int, quote: str) -> int:
    """Where a string ends: at quotes that no backslash stands before, or two."""
    while True:
        at = row.find(quote, at)
        before = row[:at]
        if at < 0 or (len(before) - len(before.rstrip("\\"))) % 2 == 0:
            return at
        at += 1


def _bound_to_constant(row: str) -> str | None:
    """``LIMIT = 3``"""
    name, _, value = row.rstrip().partition(" = ")
    if not name.isidentifier() or name.startswith("__"):
        return None
    number = value.removeprefix("-").replace("_", "").replace(".", "", 1)
    quote = value[:1]
    is_text = quote in ("'", '"') and value.endswith(quote) and value.count(quote) == 2 and "\\" not in value
    return name if value in ("True", "False", "None") or number.isdigit() or is_text else None
