"""One SQLite file for each project.  Whatever is wrong with it, the run goes on without.

It may have come with a clone: what is a link, or another user's, is neither written to nor read, and a row is believed
only as far as its shape is right.
"""

from __future__ import annotations

import os
import re
import sqlite3
import stat
from zlib import crc32

from jaxlint.cache.signature import is_signed, signature
from jaxlint.discovery.walk import OUR_OWN as FOLDER
from jaxlint.project.index import Row, digest_of
from jaxlint.text.writing import write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

_BESIDE = {".gitignore": b"*\n", "CACHEDIR.TAG": b"Signature: 8a477f597d28d172789f06886806bc55\n"}
_TABLES = (  # with row ids: without them SQLite loads whole rows to compare their keys, of whatever size
    "CREATE TABLE IF NOT EXISTS files (path TEXT PRIMARY KEY, changed INTEGER, touched INTEGER, size INTEGER,"
    " seen INTEGER, digest BLOB, summary TEXT, mark INTEGER)",
    "CREATE TABLE IF NOT EXISTS graphs (key BLOB PRIMARY KEY, body TEXT, mark BLOB)",
    "CREATE TABLE IF NOT EXISTS answers (path TEXT, asked BLOB, project BLOB, stamp BLOB, findings INTEGER,"
    " body TEXT, mark BLOB, PRIMARY KEY (path, asked, project))",
    "CREATE TABLE IF NOT EXISTS asked (key BLOB PRIMARY KEY, last INTEGER) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS traced (key TEXT PRIMARY KEY, body BLOB, mark BLOB)",
)
_MOST_STATES = 3  # of a project, as two branches have them
_OUTDATED = (
    "DELETE FROM answers WHERE path = ?1 AND asked = ?2 AND rowid NOT IN"
    f" (SELECT rowid FROM answers WHERE path = ?1 AND asked = ?2 ORDER BY rowid DESC LIMIT {_MOST_STATES})"
)
_WAIT = 2.0  # seconds for another run that is writing
_MOST_TRACED = 4  # groups of files of one project, as installed libraries are: each may take megabytes
_MOST_ASKED = 8  # ways to ask: selections of rules, settings
_MOST_VERSIONS = 3  # as for the Pythons that one project is linted with
_BROKEN = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_TOOBIG)
_LARGEST = 32_000_000  # bytes of a row
_FAULTS = (sqlite3.Error, OSError, ValueError, OverflowError)
_OWN = re.compile(r"[0-9a-f]{32}\.sqlite(-journal)?")  # the names that stores have, after their versions
_CHUNK = 500


def folder_of(top: str, folder: str) -> str:
    """Where answers for a project at ``top`` are kept; ``folder``: one for many projects, "" for the project's own."""
    return os.path.join(folder, digest_of(top).hex()[:16]) if folder else os.path.join(top, FOLDER)


class Stored:
    """``project``, ``stamp``: what stood for the project, and for those of its files that have a part in the answer;
    ``findings``: how many; ``body``: the answer.
    """

    __slots__ = ("body", "findings", "project", "stamp")

    def __init__(self, project: bytes, stamp: bytes, findings: int, body: str) -> None:
        self.project = project
        self.stamp = stamp
        self.findings = findings
        self.body = body


class Store:
    """Paths are relative to ``top``.  ``version`` stands for everything that an answer depends on but the files."""

    def __init__(self, folder: str, top: str, version: str) -> None:
        self._top = top
        self._path = os.path.join(folder, f"{version}.sqlite")
        self._connection: sqlite3.Connection | None = None
        try:
            if not _prepare(folder, self._path):
                return
            self._connection = sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None)
            self._connection.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LARGEST)
            self._connection.text_factory = lambda data: data.decode(errors="replace")
            for statement in ("PRAGMA synchronous=OFF", *_TABLES):  # a crash of the machine may cost the file: no more
                self._connection.execute(statement)
        except _FAULTS as error:
            self._give_up(error)

    def files(self) -> dict[str, Row]:
        """What is known of the project's files, by absolute path."""
        wanted = "SELECT path, changed, touched, size, seen, digest, summary, mark FROM files"
        return {
            self._absolute(row[0]): Row(row[1:4], row[4], row[5], row[6])
            for row in self._rows(wanted)
            if row[-1] is not None and _sum(*row[:-1]) == row[-1]
        }

    def graph(self, key: bytes) -> str | None:
        found = self._rows("SELECT body, mark FROM graphs WHERE key = ?", key)
        return next((body for body, mark in found if isinstance(body, str) and _mark(body) == mark), None)

    def answers(self, asked: bytes, paths: list[str], with_findings: bool = False) -> dict[str, list[Stored]]:
        """By absolute path, the latest first; ``with_findings``: only where there are some."""
        found: dict[str, list[Stored]] = {}
        for start in range(0, len(paths), _CHUNK):
            some = [self._relative(path) for path in paths[start : start + _CHUNK]]
            marks = ",".join("?" * len(some))
            wanted = "SELECT path, project, stamp, findings, body, mark FROM answers WHERE asked = ? AND findings >= ?"
            for path, *row, mark in self._rows(
                f"{wanted} AND path IN ({marks}) ORDER BY rowid DESC", asked, int(with_findings), *some
            ):
                if isinstance(path, bytes) and isinstance(row[-1], str) and _mark(os.fsdecode(path), row[-1]) == mark:
                    found.setdefault(self._absolute(path), []).append(Stored(*row))
        return found

    def keep(
        self,
        files: dict[str, Row],
        gone: Iterable[str],
        graph: tuple[bytes, str] | None,
        asked: bytes,
        answers: dict[str, Stored],
        now: int,
    ) -> None:
        """All of it, or nothing.  ``gone``: files that are there no more; ``now``: seconds."""
        if self._connection is None:
            return
        rows = [_written(self._relative(path), row) for path, row in files.items()]
        lost = [(self._relative(path),) for path in gone]
        given = []
        for path, one in answers.items():
            own = self._relative(path)
            if len(one.body) < _LARGEST // 2:
                mark = _mark(os.fsdecode(own), one.body)
                given.append((own, asked, one.project, one.stamp, one.findings, one.body, mark))
        try:
            run = self._connection
            run.execute("BEGIN IMMEDIATE")
            run.executemany("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            run.executemany("DELETE FROM files WHERE path = ?", lost)
            run.executemany("DELETE FROM answers WHERE path = ?", lost)
            run.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)", given)
            run.executemany(_OUTDATED, [one[:2] for one in given])
            if graph is not None and len(graph[1]) < _LARGEST // 2:
                run.execute("DELETE FROM graphs")
                run.execute("INSERT INTO graphs VALUES (?, ?, ?)", (*graph, _mark(graph[1])))
            run.execute("INSERT OR REPLACE INTO asked VALUES (?, ?)", (asked, now))
            kept = f"(SELECT key FROM asked ORDER BY last DESC LIMIT {_MOST_ASKED})"
            run.execute(f"DELETE FROM answers WHERE asked NOT IN {kept}")
            run.execute(f"DELETE FROM asked WHERE key NOT IN {kept}")
            run.execute("COMMIT")
        except _FAULTS as error:
            self._give_up(error)

    def traced(self, key: str) -> bytes | None:
        """What tracers knew, where a run of this very user wrote it."""
        found = self._rows("SELECT body, mark FROM traced WHERE key = ?", key)
        return next((body for body, mark in found if isinstance(body, bytes) and is_signed(body, mark)), None)

    def keep_traced(self, key: str, body: bytes) -> None:
        mark = signature(body)
        if self._connection is None or mark is None or len(body) > _LARGEST // 2:
            return
        try:
            self._connection.execute("INSERT OR REPLACE INTO traced VALUES (?, ?, ?)", (key, body, mark))
            latest = f"(SELECT rowid FROM traced ORDER BY rowid DESC LIMIT {_MOST_TRACED})"
            self._connection.execute(f"DELETE FROM traced WHERE rowid NOT IN {latest}")
        except _FAULTS as error:
            self._give_up(error)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _relative(self, path: str) -> bytes:
        """Names need not be text."""
        return os.fsencode(os.path.relpath(path, self._top))

    def _absolute(self, path: bytes) -> str:
        return os.path.join(self._top, os.fsdecode(path))

    def _rows(self, wanted: str, *values: object) -> list[tuple[Any, ...]]:
        if self._connection is None:
            return []
        try:
            return self._connection.execute(wanted, values).fetchall()
        except _FAULTS as error:
            self._give_up(error)
            return []

    def _give_up(self, error: Exception) -> None:
        """A file that is broken is taken away; one that somebody else is writing, or that can't be written, stays."""
        connection, self._connection = self._connection, None
        try:
            if connection is not None:
                connection.close()
            if getattr(error, "sqlite_errorcode", 0) & 0xFF in _BROKEN:
                os.remove(self._path)
        except (sqlite3.Error, OSError):
            pass


def _prepare(folder: str, path: str) -> bool:
    """The folder, that git and backups leave alone; of stores of other versions the last few stay.

    False where something there is not ours to use.
    """
    if os.path.lexists(folder) and not _is_ours(folder, stat.S_ISDIR):
        return False
    made = {os.path.join(folder, name): text for name, text in _BESIDE.items()}
    if not all(_is_ours(one) for one in (*made, path, f"{path}-journal", f"{path}-wal", f"{path}-shm")):
        return False
    if os.path.exists(path):
        return True
    os.makedirs(folder, exist_ok=True)
    for name, text in made.items():
        if not os.path.exists(name):
            write_file(name, text)
    others = [one for one in _stores(folder) if one != path]
    for old in sorted(others, key=os.path.getmtime)[: -_MOST_VERSIONS or None]:
        os.remove(old)
    return True


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
    made = [os.path.join(folder, name) for name in _BESIDE]
    if not (_is_ours(folder, stat.S_ISDIR) and all(os.path.isfile(one) and _is_ours(one) for one in made)):
        return False
    for path in (*_stores(folder), *made):
        os.remove(path)
    if not os.listdir(folder):
        os.rmdir(folder)
    return True


def _written(path: bytes, row: Row) -> tuple[object, ...]:
    values = (path, *row.stamps, row.seen, row.digest, row.packed())
    return (*values, _sum(*values))


def _sum(
    path: object, changed: object, touched: object, size: object, seen: object, digest: object, summary: object
) -> int | None:
    """The same for a row of the files, of which thousands are read in a run; None where it is no such row.

    Wrong stamps do no harm: the file is read again.
    """
    if not (isinstance(path, bytes) and isinstance(digest, bytes) and isinstance(summary, str)):
        return None
    if not all(type(one) is int for one in (changed, touched, size, seen)):
        return None
    return crc32(summary.encode("utf-8", "surrogatepass"), crc32(digest))


def _mark(*parts: str) -> bytes:
    """What a row must still be worth when it is read."""
    return digest_of(*parts)[:8]
