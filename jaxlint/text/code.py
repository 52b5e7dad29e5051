"""What a text says to Python, and to us: its lines without those that are blank, or comments alone."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right

_COMMENT_LINE = re.compile(r"^[ \t\f]*#[^\r\n]*", re.MULTILINE)
_TO_TOOLS = re.compile(r"jaxlint|noqa|type:|%%|\+")  # comments that are read
# Comments, and strings by their quotes; whatever lies between them is of no matter here.
_TOKEN = re.compile(
    r"""#[^\n]*|\"{3}[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*\"{3}|'{3}[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'{3}"""
    r"""|"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'""",
    re.DOTALL,
)


_CONSTANT = re.compile(r"""((?!__)[^\W\d]\w*) = (?:-?[\d.][\w.]*|True|False|None|"[^"\\]*"|'[^'\\]*')\s*""")


class Code:
    """``text``: each comment that is a line of its own blank in its place; ``lines``: the numbers of all other lines
    that are not blank, or stand in a string.

    ``unread``: names that get a constant at the end, and that nothing above mentions; these lines are not counted.
    """

    __slots__ = ("lines", "text", "unread")

    def __init__(self, text: str, starts: list[int]) -> None:
        strings = [span for one in _TOKEN.finditer(text) if "\n" in one[0] for span in [one.span()]]
        inside: set[int] = set()
        for start, end in strings:
            inside.update(range(bisect_right(starts, start) + 1, bisect_right(starts, end - 1) + 1))
        parts, done = [], 0
        for one in _COMMENT_LINE.finditer(text):
            if bisect_right(starts, one.start()) not in inside and not _TO_TOOLS.search(one[0]):
                parts += [text[done : one.start()], " " * len(one[0])]
                done = one.end()
        self.text = "".join([*parts, text[done:]]) if parts else text
        ends = [*starts[1:], len(text)]
        rows = enumerate(zip(starts, ends, strict=True), 1)
        self.lines = [number for number, (start, end) in rows if number in inside or self.text[start:end].strip()]
        self.unread: list[str] = []
        while self.lines and self.lines[-1] not in inside:
            found = _CONSTANT.fullmatch(self.text, starts[self.lines[-1] - 1], ends[self.lines[-1] - 1])
            if (
                found is None
                or len(re.findall(rf"\b{found[1]}\b", text)) > 1
                or text.endswith("\\\n", 0, found.start())
            ):
                break
            self.unread.append(found[1])
            self.lines.pop()

    def count(self, first: int, last: int) -> int:
        """How many of its lines stand between two, and on these."""
        return bisect_right(self.lines, last) - bisect_left(self.lines, first)
