"""Standard output and error: bytes, colours, readers that leave."""

from __future__ import annotations

import os
import sys

from jaxlint.report.paint import Paint, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO


class Unwritten(Exception):
    """The output had no room, or no place to go to."""


def emit(text: str | bytes, stream: TextIO | None) -> None:
    """Write all of it; what the stream's encoding lacks is escaped; a reader that has gone ends the output quietly."""
    if stream is None:  # closed before we came
        return
    data = text if isinstance(text, bytes) else text.encode(stream.encoding or "utf-8", "backslashreplace")
    try:
        stream.flush()
        stream.buffer.write(data)
        stream.buffer.flush()
    except BrokenPipeError:
        # Later writes, and the flush at exit, must not fail again.
        os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
    except OSError as error:
        raise Unwritten(f"the output can't be written: {error.strerror}") from None


def tell(kind: str, message: str) -> None:
    """One line on standard error."""
    role = kind if kind in ("error", "warning") else "dim"
    label = Paint(wants_color("auto", sys.stderr))(role, f"{kind}:")
    emit(f"{label} {visible(message)}\n", sys.stderr)


def wants_color(choice: str, stream: TextIO | None) -> bool:
    """--color, then NO_COLOR, then FORCE_COLOR, then whether a person looks on."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR", "0") not in ("", "0"):
        return True
    return stream is not None and stream.isatty() and os.environ.get("TERM") != "dumb"


def is_terminal() -> bool:
    """Does a person look at standard output?"""
    return sys.stdout is not None and sys.stdout.isatty()


def columns_of(stream: TextIO | None) -> int | None:
    """How wide the terminal is; None where it is none, or does not say."""
    try:
        return os.get_terminal_size(stream.fileno()).columns or None if stream is not None else None
    except (OSError, ValueError):
        return None
