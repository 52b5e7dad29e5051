"""A line on the terminal, for as long as a run takes longer than a second."""

from __future__ import annotations

import os
import sys
import time

from jaxlint.cli.streams import emit
from jaxlint.report.paint import visible

_PATIENCE, _PAUSE = 1.0, 0.1  # seconds before the first line, and between two
_ERASE = "\r\x1b[K"


class Progress:
    """Called with each file that is traced, its number among how many."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _PATIENCE
        self._is_shown = False

    def __call__(self, path: str, number: int, of: int) -> None:
        now = time.monotonic()
        if now < self._next:
            return
        self._next, self._is_shown = now + _PAUSE, True
        width = _width() - 1
        emit(f"{_ERASE}{visible(f'tracing {number} of {of}: {path}')[:width]}", sys.stderr)

    def clear(self) -> None:
        if self._is_shown:
            emit(_ERASE, sys.stderr)
            self._is_shown = False


def progress() -> Progress | None:
    """None where nobody looks on."""
    return Progress() if sys.stderr is not None and sys.stderr.isatty() else None


def _width() -> int:
    """Columns of the terminal that is written to."""
    try:
        return os.get_terminal_size(sys.stderr.fileno()).columns or 80
    except (OSError, ValueError):
        return 80
