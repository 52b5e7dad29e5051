"""A stretch of one text, counted in characters from its start."""

from __future__ import annotations


class Span:
    """Half-open range ``[start, end)`` of character offsets."""

    __slots__ = ("end", "start")

    def __init__(self, start: int, end: int) -> None:
        self.start = start
        self.end = end

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Span) and (self.start, self.end) == (other.start, other.end)

    def __lt__(self, other: Span) -> bool:
        return (self.start, self.end) < (other.start, other.end)

    def __hash__(self) -> int:
        return hash((self.start, self.end))

    def __repr__(self) -> str:
        return f"Span({self.start}, {self.end})"

    def covers(self, offset: int) -> bool:
        return self.start <= offset < self.end

    def contains(self, other: Span) -> bool:
        return self.start <= other.start and other.end <= self.end

    def touches(self, other: Span) -> bool:
        """True where the two overlap or meet; such edits can't be made in one pass."""
        return self.start <= other.end and other.start <= self.end
