"""One file of plain JSON for each project.  Whatever is wrong with it, the run goes on without.

It may have come with a clone.  A link, or another user's file, is neither read nor replaced.  JSON is data without
behaviour: it is read up to a size, and believed only if every row has its form.
"""

from __future__ import annotations

import json
import os
import re
import stat

from jaxlint.discovery.walk import OUR_OWN as FOLDER
from jaxlint.project.index import Row, digest_of
from jaxlint.record import Record
from jaxlint.text.leftovers import remove_leftovers
from jaxlint.text.reading import read_file
from jaxlint.text.shapes import Each, Maybe, read_json
from jaxlint.text.writing import write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    Stamps = tuple[int, int, int]

_BESIDE = {".gitignore": b"*\n", "CACHEDIR.TAG": b"Signature: 8a477f597d28d172789f06886806bc55\n"}
_HEAD = "jaxlint cache "  # and the digest of what follows: bytes that a disk or a tool has changed are not believed
_HEAD_LENGTH = len(_HEAD) + 33
_ROWS = {
    "files": Each((int, int, int, int, str, str, str)),  # by path: stamps, seen, digest, summary, meaning
    "graph": Maybe((str, str)),  # key, body
    "answers": Each(Each([(str, str, int, dict)])),  # by question, the last one asked last, and by path
}
_MOST_STATES = 3  # of a project, as two branches have them
_MOST_ASKED = 8  # questions: selections of rules, settings
_MOST_VERSIONS = 3  # as for the Pythons that one project is linted with
_LARGEST = 32_000_000  # bytes
_OWN = re.compile(r"[0-9a-f]{32}\.json")  # the names that stores have, after their versions


def folder_of(top: str, folder: str) -> str:
    """Where answers for a project at ``top`` are kept; ``folder``: one for many projects, "" for the project's own."""
    return os.path.join(folder, digest_of(top)[:16]) if folder else os.path.join(top, FOLDER)


class Stored(Record):
    """``project``, ``stamp``: digests of the project, and of those of its files that have a part in the answer;
    ``findings``: how many; ``body``: the answer.
    """

    project: str
    stamp: str
    findings: int
    body: dict[str, Any]


class Store:
    """Paths are relative to ``top``.  ``version`` stands for everything that an answer depends on but the files."""

    def __init__(self, folder: str, top: str, version: str) -> None:
        self._folder = folder
        self._top = top
        self._path = os.path.join(folder, f"{version}.json")
        self._data = self._read()

    def files(self) -> dict[str, Row]:
        """What is known of the project's files, by absolute path."""
        return {
            self._absolute(name): Row((changed, touched, size), seen, digest, summary, meaning)
            for name, (changed, touched, size, seen, digest, summary, meaning) in self._data["files"].items()
        }

    def graph(self, key: str) -> str | None:
        kept = self._data["graph"]
        return kept[1] if kept is not None and kept[0] == key else None

    def answers(self, asked: str, paths: list[str], with_findings: bool = False) -> dict[str, list[Stored]]:
        """By absolute path, the latest first; ``with_findings``: only where there are some."""
        known = self._data["answers"].get(asked, {})
        found = {path: [Stored(*row) for row in known.get(self._relative(path), ())] for path in paths}
        return {path: rows for path, rows in found.items() if any(one.findings >= with_findings for one in rows)}

    def keep(
        self,
        files: dict[str, Row],
        gone: Iterable[str],
        graph: tuple[str, str] | None,
        answers: dict[str, dict[str, Stored]],
    ) -> None:
        """All of it, or nothing.  ``gone``: files that are there no more; ``answers``: by question and by path."""
        data = self._read()  # another run may have written since
        for path, row in files.items():
            data["files"][self._relative(path)] = [*row.stamps, row.seen, row.digest, row.packed(), row.meaning]
        data["graph"] = graph or data["graph"]
        for asked, made in answers.items():
            known = data["answers"][asked] = data["answers"].pop(asked, {})
            for path, one in made.items():
                own = self._relative(path)
                before = [old for old in known.get(own, ()) if old[0] != one.project]
                latest = [one.project, one.stamp, one.findings, one.body]
                known[own] = [latest, *before][:_MOST_STATES]
        data["answers"] = dict(list(data["answers"].items())[-_MOST_ASKED:])
        for path in gone:
            for rows in (data["files"], *data["answers"].values()):
                rows.pop(self._relative(path), None)
        self._write(data)

    def _relative(self, path: str) -> str:
        return os.path.relpath(path, self._top)

    def _absolute(self, name: str) -> str:
        return os.path.join(self._top, name)

    def _read(self) -> dict[str, Any]:
        try:
            if _is_usable(self._folder, self._path):
                text = read_file(self._path, _LARGEST).decode("ascii")
                if text[:_HEAD_LENGTH] == _head(text[_HEAD_LENGTH:]):
                    return read_json(text[_HEAD_LENGTH:], _ROWS)  # type: ignore[no-any-return]
        except (OSError, ValueError):  # it isn't there, or not ours
            pass
        return {"files": {}, "graph": None, "answers": {}}

    def _write(self, data: dict[str, Any]) -> None:
        rows = json.dumps(data, separators=(",", ":"))
        text = _head(rows) + rows
        try:
            if len(text) <= _LARGEST and _prepare(self._folder, self._path):
                write_file(self._path, text.encode("ascii"))
        except OSError:  # a place where nothing can be written
            pass


def _head(text: str) -> str:
    return f"{_HEAD}{digest_of(text)}\n"


def _is_usable(folder: str, path: str) -> bool:
    """Is all that is there of this user's making, as far as that shows?"""
    return _is_ours(folder, stat.S_ISDIR) and all(map(_is_ours, (*_beside(folder), path)))


def _prepare(folder: str, path: str) -> bool:
    """Make the folder, that git and backups leave alone; of stores of other versions the last few stay.

    False where something there is not ours to use.
    """
    if not _is_usable(folder, path):
        return False
    if not os.path.exists(path):
        os.makedirs(folder, exist_ok=True)
        for name, text in _beside(folder).items():
            if not os.path.exists(name):
                write_file(name, text)
        others = [one for one in _stores(folder) if one != path]
        for old in sorted(others, key=os.path.getmtime)[: -_MOST_VERSIONS or None]:
            os.remove(old)
        remove_leftovers([folder])
    return True


def _beside(folder: str) -> dict[str, bytes]:
    return {os.path.join(folder, name): text for name, text in _BESIDE.items()}


def _is_ours(path: str, is_kind: Callable[[int], bool] = stat.S_ISREG) -> bool:
    """Did a run of this user make it, or is there nothing?"""
    try:
        found = os.lstat(path)
    except FileNotFoundError:
        return True
    return is_kind(found.st_mode) and (not hasattr(os, "geteuid") or found.st_uid == os.geteuid())


def _stores(folder: str) -> list[str]:
    paths = [os.path.join(folder, name) for name in os.listdir(folder) if _OWN.fullmatch(name)]
    return [path for path in paths if _is_ours(path)]


def clean(folder: str) -> bool:
    """Take away what ``_prepare`` and a store have made; False where there was nothing."""
    made = _beside(folder)
    if not (_is_ours(folder, stat.S_ISDIR) and all(os.path.isfile(one) and _is_ours(one) for one in made)):
        return False
    remove_leftovers([folder])
    for path in (*_stores(folder), *made):
        os.remove(path)
    if not os.listdir(folder):
        os.rmdir(folder)
    return True
