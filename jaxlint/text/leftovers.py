"""Temporary files, by name: of this process, and of those that were killed."""

from __future__ import annotations

import os

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SUFFIX = ".tmp"
_PREFIX = ".jaxlint-"


def own_prefix() -> str:
    return f"{_PREFIX}{_machine()}-{os.getpid()}-"


def remove_leftovers(folders: Iterable[str]) -> None:
    """What runs on this machine have left that were killed."""
    for folder in folders:
        try:
            names = os.listdir(folder or os.curdir)
        except OSError:
            continue
        for name in names:
            if name.startswith(_PREFIX) and name.endswith(SUFFIX) and _is_of_the_dead(name):
                try:
                    os.unlink(os.path.join(folder, name))
                except OSError:  # gone already, or another user's
                    pass


def _is_of_the_dead(name: str) -> bool:
    machine, _, rest = name.removeprefix(_PREFIX).partition("-")
    process = rest.partition("-")[0]
    if machine != _machine() or not process.isdigit() or os.name != "posix":
        return False
    try:
        os.kill(int(process), 0)
    except ProcessLookupError:
        return True
    except (OSError, OverflowError):  # another user's
        return False
    return False


def _machine() -> str:
    """Of several machines that share a disk, each knows its own processes only."""
    return os.uname().nodename.encode().hex() if hasattr(os, "uname") else "0"
