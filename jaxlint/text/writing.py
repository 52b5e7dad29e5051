"""The one door through which files are written: wholly or not at all, and never through a link.

A new text waits beside its file under a name that nobody else can have made, and then takes the file's place.
"""

from __future__ import annotations

import errno
import os
import stat

from jaxlint.text.leftovers import SUFFIX, own_prefix

_HERE, _EXCHANGE = -100, 2  # AT_FDCWD, RENAME_EXCHANGE
_STREAMS = ("/dev/", "/proc/")  # what lies there is no file to be replaced, even where it leads to one


def write_file(path: str, data: bytes) -> None:
    """Raises OSError.  Streams that are named, as /dev/stdout is, are written to."""
    try:
        kind = os.stat(path).st_mode
    except FileNotFoundError:
        kind = 0
    place = os.path.join(os.path.realpath(os.path.dirname(path)), "")
    if place.startswith(_STREAMS) or stat.S_ISFIFO(kind) or stat.S_ISCHR(kind):
        _send(path, data)
    elif kind and not stat.S_ISREG(kind):
        raise OSError(errno.EINVAL, "no regular file", path)
    else:
        temporary = beside(path, data)
        try:
            os.replace(temporary, path)
        except BaseException:
            remove(temporary)
            raise


def beside(path: str, data: bytes) -> str:
    """A new file with these bytes, all of them on the disk, that looks like the one whose place it is to take."""
    old = os.stat(path) if os.path.isfile(path) and not os.path.islink(path) else None
    if old is not None and not os.access(path, os.W_OK):
        # a new file would hide that this one is read-only
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    name = f"{own_prefix()}{os.urandom(8).hex()}{SUFFIX}"
    temporary = os.path.join(os.path.dirname(path), name)
    flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_BINARY", 0)
    handle = os.open(temporary, flags, 0o666 if old is None else 0o600)
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
            stream.flush()
            os.fsync(handle)
        if old is not None:
            _make_alike(path, temporary, old)
    except BaseException:
        remove(temporary)
        raise
    return temporary


def exchange(one: str, other: str) -> bool:
    """Two files take each other's name in one step; False where the system has no such step (it is Linux')."""
    import ctypes

    try:
        rename = ctypes.CDLL(None).renameat2
    except (AttributeError, OSError, TypeError):
        return False
    return bool(rename(_HERE, os.fsencode(one), _HERE, os.fsencode(other), _EXCHANGE) == 0)


def remove(path: str) -> None:
    try:
        os.unlink(path)
    except OSError:  # gone already
        pass


def _make_alike(path: str, new: str, old: os.stat_result) -> None:
    """Owner, extended attributes and mode, as far as this user may set them."""
    made = os.stat(new)
    if hasattr(os, "chown") and (made.st_uid, made.st_gid) != (old.st_uid, old.st_gid):
        os.chown(new, old.st_uid, old.st_gid)
    for name in _attributes(path):
        try:
            os.setxattr(new, name, os.getxattr(path, name))
        except OSError:  # one that the system alone may set
            pass
    os.chmod(new, stat.S_IMODE(old.st_mode))


def _attributes(path: str) -> list[str]:
    try:
        return os.listxattr(path)
    except (OSError, AttributeError):  # on this file system, or this system, there are none
        return []


def _send(path: str, data: bytes) -> None:
    """To a pipe that somebody reads: opening one that nobody does would wait for ever."""
    handle = os.open(path, os.O_WRONLY | os.O_APPEND | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_NOCTTY", 0))
    with open(handle, "wb") as stream:
        os.set_blocking(handle, True)
        stream.write(data)
