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
    """Write the changed files.  Files that share a fix are all written, or none: back go those that already were.

    Returns what went wrong, and the paths that hold their old text.
    """
    problems: list[Problem] = []
    unwritten: set[str] = set()
    for group in _groups(changed, together):
        done: list[str] = []
        for path in group:
            problem = write(before[path], after[path])
            if problem is None:
                done.append(path)
                continue
            undone = [write(after[one], before[one]) for one in done]
            problems += [
                problem,
                *(Problem(one, f"not fixed: shares a fix with {path}") for one in group if one != path),
            ]
            problems += [again for again in undone if again is not None]
            unwritten.update(group)
            break
    return problems, unwritten


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
    try:
        data = encode(new)
    except UnicodeEncodeError as error:
        missing = error.object[error.start]
        return Problem(new.path, f"not fixed: {new.encoding} has no {missing!r}, that the fix needs")
    now = read(old.path)
    if isinstance(now, Problem) or now.text != old.text:
        return Problem(new.path, "not fixed: changed meanwhile")
    try:
        _replace(os.path.realpath(new.path), data)
    except OSError as error:
        return Problem(new.path, f"not fixed: {error.strerror}")
    return None


def _replace(path: str, data: bytes) -> None:
    """``path`` is no link.  A temporary file beside it takes its place in one step."""
    status = os.stat(path)
    if not os.access(path, os.W_OK):
        raise PermissionError(13, "Permission denied", path)  # a new file would hide that this one is read-only
    if status.st_nlink > 1:
        _overwrite(path, data)  # a new file would part it from its other names
        return
    handle, temporary = tempfile.mkstemp(prefix=".jaxlint-", suffix=".tmp", dir=os.path.dirname(path))
    try:
        with os.fdopen(handle, "wb") as stream:
            stream.write(data)
        os.chmod(temporary, stat.S_IMODE(status.st_mode))
        _keep_owner(temporary, status)
        os.replace(temporary, path)
    except BaseException:
        os.unlink(temporary)
        raise


def _overwrite(path: str, data: bytes) -> None:
    with open(path, "r+b") as stream:
        stream.write(data)
        stream.truncate()


def _keep_owner(path: str, status: os.stat_result) -> None:
    """As far as this user may: root fixing another's file leaves it theirs."""
    if hasattr(os, "chown") and status.st_uid != os.getuid():
        os.chown(path, status.st_uid, status.st_gid)
