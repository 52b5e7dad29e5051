"""An editor's buffer: it comes in on stdin and, under ``--fix``, must go out again whatever happens.

Editors put what comes out in its place; nothing would empty it.
"""

from __future__ import annotations

import sys

from jaxlint.cli.streams import emit

_CHUNK = 1 << 16


class Buffer:
    """What stdin holds, kept from the first byte on, so that an interrupt loses none."""

    __slots__ = ("_chunks", "answered")

    def __init__(self) -> None:
        self._chunks: list[bytes] = []
        self.answered = False

    def read(self) -> bytes:
        """All of it, however often it is asked."""
        while chunk := sys.stdin.buffer.read1(_CHUNK):  # type: ignore[union-attr]
            self._chunks.append(chunk)
        return b"".join(self._chunks)

    def answer(self, data: bytes) -> None:
        """The text that is to stand in the editor."""
        self.answered = True
        emit(data, sys.stdout)

    def give_back(self) -> None:
        """As it came, where there was no answer."""
        if not self.answered and sys.stdin is not None and not sys.stdin.isatty():
            self.answer(self.read())


BUFFER = Buffer()


def is_awaited(arguments: list[str]) -> bool:
    """Does the command line, which may be one that can't be read, ask for the fixed text of stdin?"""
    if {"--fix", "--fix-only"}.isdisjoint(arguments) or "--diff" in arguments:
        return False
    return any(word == "-" or word.startswith("--stdin-filename") for word in arguments)
