"""Text back to disk: the file is wholly old or wholly new, and never one that changed meanwhile."""

from __future__ import annotations

import os
import stat
import tempfile

from jaxlint.diagnostic import Problem
from jaxlint.discovery.read import encode, read
from jaxlint.text.source import Source


def write_all(
    before: dict[str, Source], after: dict[str, Source], changed: list[str], together: list[list[str]]
) -> tuple[list[Problem], set[str]]:
    """Write the changed files.  Files that share a fix are all written, or none.

    Returns what went wrong, and the paths that hold their old text.
    """
    problems: list[Problem] = []
    unwritten: set[str] = set()
    for group in _groups(changed, together):
        went_wrong = _write_group(before, after, group)
        if went_wrong:
            problems += went_wrong
            culprit = went_wrong[0].path
            problems += [
                Problem(one, f"not fixed: shares a fix with {culprit}") for one in group if after[one].path != culprit
            ]
            unwritten.update(group)
    return problems, unwritten


def _write_group(before: dict[str, Source], after: dict[str, Source], group: list[str]) -> list[Problem]:
    """First all new texts to temporary files, which may fail without harm; then each takes its place."""
    ready: list[_Ready] = []
    placed: list[str] = []
    try:
        for path in group:
            made = prepare(before[path], after[path])
            if isinstance(made, Problem):
                return [made]
            ready.append(made)
        for path, one in zip(group, ready, strict=True):
            problem = one.place()
            if problem is not None:
                return [problem, *_taken_back(before, after, placed)]
            placed.append(path)
    except BaseException:
        _taken_back(before, after, placed)
        raise
    finally:
        for one in ready:
            one.discard()
    return []


def _taken_back(before: dict[str, Source], after: dict[str, Source], placed: list[str]) -> list[Problem]:
    """What could not be put back to its old text."""
    undone = [write(after[path], before[path]) for path in placed]
    return [problem for problem in undone if problem is not None]


def _groups(changed: list[str], together: list[list[str]]) -> list[list[str]]:
    """The changed files, those in one list that some chain of shared fixes connects."""
    group_of = {path: {path} for path in changed}
    for paths in together:
        known = [path for path in paths if path in group_of]
        merged = set().union(*(group_of[path] for path in known))
        for path in merged:
            group_of[path] = merged
    seen: set[str] = set()
    groups: list[list[str]] = []
    for path in changed:
        if path not in seen:
            groups.append(sorted(group_of[path]))
            seen |= group_of[path]
    return groups


def write(old: Source, new: Source) -> Problem | None:
    """Replace ``old`` by ``new`` under its path, or say why not."""
    ready = prepare(old, new)
    if isinstance(ready, Problem):
        return ready
    try:
        return ready.place()
    finally:
        ready.discard()


class _Ready:
    """A new text that waits beside its file; ``temporary`` None: it has to be written into the file itself."""

    __slots__ = ("data", "path", "real", "temporary")

    def __init__(self, path: str, data: bytes) -> None:
        self.path = path
        self.real = os.path.realpath(path)
        self.data = data
        self.temporary: str | None = None

    def place(self) -> Problem | None:
        """The one step that changes the file."""
        try:
            if self.temporary is None:
                _overwrite(self.real, self.data)
            else:
                os.replace(self.temporary, self.real)
                self.temporary = None
        except OSError as error:
            return Problem(self.path, f"not fixed: {error.strerror}")
        return None

    def discard(self) -> None:
        if self.temporary is not None:
            os.unlink(self.temporary)
            self.temporary = None


def prepare(old: Source, new: Source) -> _Ready | Problem:
    """All that can be done, and all that can fail, before the file is touched."""
    try:
        data = encode(new)
    except UnicodeEncodeError as error:
        missing = error.object[error.start]
        return Problem(new.path, f"not fixed: {new.encoding} has no {missing!r}, that the fix needs")
    now = read(old.path)
    if isinstance(now, Problem) or now.text != old.text:
        return Problem(new.path, "not fixed: changed meanwhile")
    ready = _Ready(new.path, data)
    try:
        status = os.stat(ready.real)
        if not os.access(ready.real, os.W_OK):
            # a new file would hide that this one is read-only
            raise PermissionError(13, "Permission denied", ready.real)
        if status.st_nlink == 1:  # a new file would part it from its other names
            ready.temporary = _temporary(ready.real, data, status)
    except OSError as error:
        return Problem(new.path, f"not fixed: {error.strerror}")
    return ready


def _temporary(path: str, data: bytes, status: os.stat_result) -> str:
    """A file with the new text beside the old, that looks like it."""
    handle, temporary = tempfile.mkstemp(prefix=".jaxlint-", suffix=".tmp", dir=os.path.dirname(path))
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(temporary, stat.S_IMODE(status.st_mode))
        _keep_owner(temporary, status)
    except BaseException:
        os.unlink(temporary)
        raise
    return temporary


def _overwrite(path: str, data: bytes) -> None:
    with open(path, "r+b") as stream:
        stream.write(data)
        stream.truncate()


def _keep_owner(path: str, status: os.stat_result) -> None:
    """As far as this user may: root fixing another's file leaves it theirs."""
    if hasattr(os, "chown") and status.st_uid != os.getuid():
        os.chown(path, status.st_uid, status.st_gid)
