"""Numbers that stand in texts from outside: Python refuses to read one of thousands of digits."""

from __future__ import annotations

_MOST_DIGITS = 18  # more than any line, size, cell or release has


def whole_number(text: str) -> int | None:
    """The number that decimal digits stand for; None for anything else, and for more digits than a number has."""
    return int(text) if text.isdecimal() and len(text) <= _MOST_DIGITS else None
