"""Sizes for the axes that annotations name, and for those that the tracer only knows to be equal."""

from __future__ import annotations

from jaxlint.text.numbers import whole_number

_SIZES = (4, 3, 5, 6, 7, 8, 9)
_UNNAMED = 3


class Sizes:
    """Each name, and each axis of the tracer's, gets a size of its own and keeps it."""

    def __init__(self) -> None:
        self._known: dict[object, int] = {}

    def of(self, name: object) -> int:
        return self._known.setdefault(name, _SIZES[len(self._known) % len(_SIZES)])

    def shape(self, text: str) -> tuple[int, ...] | None:
        """Of jaxtyping's ``"*batch n 3"``: no axis stands for ``...`` and ``*batch``.  None for what can't be read."""
        found: list[int] = []
        for word in text.split():
            size = self._size(word.lstrip("#?"))
            if size is None:
                return None
            found += [] if word.lstrip("#?").startswith(("*", "...")) else [size]
        return tuple(found)

    def _size(self, word: str) -> int | None:
        """``n``, ``3``, ``n=3``, ``_``, ``n+1``."""
        word = word.rpartition("=")[2] if "=" in word else word
        if word.startswith(("*", "...")):
            return 0
        if word.startswith("_"):
            return _UNNAMED
        if (number := whole_number(word)) is not None:
            return number
        if word.isidentifier():
            return self.of(word)
        total = 0
        for term in word.replace("-", "+-").split("+"):
            sign, name = (-1, term[1:]) if term.startswith("-") else (1, term)
            number = whole_number(name)
            if number is None and not name.isidentifier():
                return None
            total += sign * (self.of(name) if number is None else number)
        return max(total, 0)
