"""Colours, and what must not reach a terminal as it is."""

from __future__ import annotations

from jaxlint.record import Record

_CODES = {
    "bold": "1",
    "dim": "2",
    "error": "1;31",
    "warning": "1;33",
    "info": "1;34",
    "gutter": "34",
    "path": "1",
    "added": "32",
    "removed": "31",
    "fine": "32",
}


class Paint(Record):
    """Wraps text in ANSI colours where ``enabled``."""

    enabled: bool = False

    def __call__(self, role: str, text: str) -> str:
        return f"\x1b[{_CODES[role]}m{text}\x1b[0m" if self.enabled and text else text


def visible(text: str) -> str:
    """One line, without control characters: a file name may hold terminal escapes, and a name may hold a newline."""
    if text.isprintable():
        return text
    return "".join([char if char.isprintable() else _escaped(char) for char in text])


def _escaped(char: str) -> str:
    return char.encode("unicode_escape", "surrogatepass").decode()
