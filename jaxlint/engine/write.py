"""Text back to disk: the file is wholly old or wholly new, and never one that changed meanwhile.

A file with several names (hard links) is no exception: the name that was asked for gets a file of its own, as git does
it, because a text that is written into the file itself is lost where the disk is full or the process is killed.
"""

from __future__ import annotations

import os

from jaxlint.diagnostic import Problem, internal_error
from jaxlint.discovery.read import decode, read_bytes, rewritten
from jaxlint.record import Record
from jaxlint.text.source import Source
from jaxlint.text.writing import beside, exchange, remove

_CHANGED = "not fixed: changed meanwhile"


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
                Problem(one, f"not fixed: the fix also edits {culprit}") for one in group if after[one].path != culprit
            ]
            unwritten.update(group)
    return problems, unwritten


def _write_group(before: dict[str, Source], after: dict[str, Source], group: list[str]) -> list[Problem]:
    """First all new texts to temporary files, which may fail without harm; then each takes its place."""
    ready: list[_Ready] = []
    placed: list[str] = []
    path = group[0]
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
    except Exception as error:
        return [internal_error(path, "the writer", error), *_taken_back(before, after, placed)]
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


class _Ready(Record):
    """A new text that waits beside its file, complete, so that nothing is left to do but to rename it.

    ``temporary``: the file that goes in the end, whichever text it holds by then.
    """

    path: str
    real: str
    old: bytes
    temporary: str | None

    def place(self) -> Problem | None:
        """The one step that changes the file, if that is still what it was: an editor may have saved it.

        Where files can be exchanged, what came out is looked at again, and put back if it is another text.
        """
        assert self.temporary is not None
        if read_bytes(self.real) != self.old:
            return Problem(self.path, _CHANGED)
        if exchange(self.temporary, self.real):
            if read_bytes(self.temporary) == self.old:
                return None
            exchange(self.temporary, self.real)
            return Problem(self.path, _CHANGED)
        try:
            os.replace(self.temporary, self.real)
        except OSError as error:
            return Problem(self.path, f"not fixed: {error.strerror}")
        self.temporary = None
        return None

    def discard(self) -> None:
        if self.temporary is not None:
            remove(self.temporary)
            self.temporary = None


def prepare(old: Source, new: Source) -> _Ready | Problem:
    """All that can be done, and all that can fail, before the file is touched."""
    now = read_bytes(old.path)
    read_again = now if isinstance(now, Problem) else decode(old.path, now)
    if isinstance(now, Problem) or isinstance(read_again, Problem) or read_again.text != old.text:
        return Problem(new.path, _CHANGED)
    data = rewritten(now, new)
    if isinstance(data, Problem):
        return data
    real = os.path.realpath(new.path)
    try:
        return _Ready(new.path, real, now, beside(real, data))
    except OSError as error:
        return Problem(new.path, f"not fixed: {error.strerror}")
