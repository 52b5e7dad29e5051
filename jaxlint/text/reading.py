"""The one door to what is on disk: a pipe may wait for ever, a device may never end, and nobody expects a huge list."""

from __future__ import annotations

import errno
import os
import stat

MOST = 16_000_000  # bytes of a file that is no source: settings, lock files, baselines

# What a run could do without and has passed over, with the reason: it ends among the warnings.
PASSED_OVER: dict[str, str] = {}


def read_file(path: str, most: int | None = MOST) -> bytes:
    """All of a regular file; raises OSError, for what is none and for what is too large, too."""
    _look_at(os.stat(path), path)
    with open(path, "rb", opener=_opened) as stream:
        _look_at(os.fstat(stream.fileno()), path)  # others may have put a pipe in its place
        data = stream.read() if most is None else stream.read(most + 1)
    if most is not None and len(data) > most:
        raise OSError(errno.EFBIG, f"larger than {most:,} bytes", path)
    return data


def read_if_there(path: str, most: int = MOST) -> str:
    """The text of a file that a run can do without, as far as it is UTF-8; empty where it can't be read."""
    try:
        return read_file(path, most).decode(errors="replace")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except OSError as error:
        PASSED_OVER[path] = f"can't be read: {error.strerror}"
        return ""


def _opened(path: str, flags: int) -> int:
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))


def _look_at(status: os.stat_result, path: str) -> None:
    if stat.S_ISDIR(status.st_mode):
        raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), path)
    if not stat.S_ISREG(status.st_mode):
        raise OSError(errno.EINVAL, "no regular file", path)
