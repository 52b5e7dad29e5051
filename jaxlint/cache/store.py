"""One SQLite file for each project.  Whatever is wrong with it, the run goes on without."""

from __future__ import annotations

import os
import sqlite3
from zlib import crc32

from jaxlint.discovery.walk import OUR_OWN as FOLDER
from jaxlint.project.index import Row, digest_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_TAG = "CACHEDIR.TAG"
_TABLES = (
    "CREATE TABLE IF NOT EXISTS files (path TEXT PRIMARY KEY, changed INTEGER, touched INTEGER, size INTEGER,"
    " seen INTEGER, digest BLOB, summary TEXT, mark INTEGER) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS graphs (key BLOB PRIMARY KEY, body TEXT, mark BLOB) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS answers (path TEXT, asked BLOB, project BLOB, stamp BLOB, findings INTEGER,"
    " body TEXT, mark BLOB, PRIMARY KEY (path, asked)) WITHOUT ROWID",
    "CREATE TABLE IF NOT EXISTS asked (key BLOB PRIMARY KEY, last INTEGER) WITHOUT ROWID",
)
_WAIT = 2.0  # seconds for another run that is writing
_MOST_ASKED = 8  # ways to ask: selections of rules, settings
_MOST_VERSIONS = 3  # as for the Pythons that one project is linted with
_BROKEN = (sqlite3.SQLITE_ERROR, sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB)  # the first: other tables
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
            _prepare(folder, self._path)
            self._connection = sqlite3.connect(self._path, timeout=_WAIT, isolation_level=None)
            for statement in ("PRAGMA synchronous=OFF", *_TABLES):  # a crash of the machine may cost the file: no more
                self._connection.execute(statement)
        except (sqlite3.Error, OSError) as error:
            self._give_up(error)

    def files(self) -> dict[str, Row]:
        """What is known of the project's files, by absolute path."""
        wanted = "SELECT path, changed, touched, size, seen, digest, summary, mark FROM files"
        return {
            os.path.join(self._top, row[0]): Row(row[1:4], row[4], row[5], row[6])
            for row in self._rows(wanted)
            if row[-1] is not None and _sum(row[0], row[5], row[6]) == row[-1]
        }

    def graph(self, key: bytes) -> str | None:
        found = self._rows("SELECT body, mark FROM graphs WHERE key = ?", key)
        return next((body for body, mark in found if isinstance(body, str) and _mark(body) == mark), None)

    def answers(self, asked: bytes, paths: list[str], with_findings: bool = False) -> dict[str, Stored]:
        """By absolute path; ``with_findings``: only where there are some."""
        found: dict[str, Stored] = {}
        for start in range(0, len(paths), _CHUNK):
            some = [self._relative(path) for path in paths[start : start + _CHUNK]]
            marks = ",".join("?" * len(some))
            wanted = "SELECT path, project, stamp, findings, body, mark FROM answers WHERE asked = ? AND findings >= ?"
            for path, *row, mark in self._rows(f"{wanted} AND path IN ({marks})", asked, int(with_findings), *some):
                if isinstance(row[-1], str) and _mark(path, row[-1]) == mark:
                    found[os.path.join(self._top, path)] = Stored(*row)
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
            given.append((own, asked, one.project, one.stamp, one.findings, one.body, _mark(own, one.body)))
        try:
            run = self._connection
            run.execute("BEGIN IMMEDIATE")
            run.executemany("INSERT OR REPLACE INTO files VALUES (?, ?, ?, ?, ?, ?, ?, ?)", rows)
            run.executemany("DELETE FROM files WHERE path = ?", lost)
            run.executemany("DELETE FROM answers WHERE path = ?", lost)
            run.executemany("INSERT OR REPLACE INTO answers VALUES (?, ?, ?, ?, ?, ?, ?)", given)
            if graph is not None:
                run.execute("DELETE FROM graphs")
                run.execute("INSERT INTO graphs VALUES (?, ?, ?)", (*graph, _mark(graph[1])))
            run.execute("INSERT OR REPLACE INTO asked VALUES (?, ?)", (asked, now))
            kept = f"(SELECT key FROM asked ORDER BY last DESC LIMIT {_MOST_ASKED})"
            run.execute(f"DELETE FROM answers WHERE asked NOT IN {kept}")
            run.execute(f"DELETE FROM asked WHERE key NOT IN {kept}")
            run.execute("COMMIT")
        except (sqlite3.Error, OSError, OverflowError) as error:
            self._give_up(error)

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()

    def _relative(self, path: str) -> str:
        return os.path.relpath(path, self._top)

    def _rows(self, wanted: str, *values: object) -> list[tuple[Any, ...]]:
        if self._connection is None:
            return []
        try:
            return self._connection.execute(wanted, values).fetchall()
        except (sqlite3.Error, OSError) as error:
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


def _prepare(folder: str, path: str) -> None:
    """The folder, that git and backups leave alone; of stores of other versions the last few stay."""
    if os.path.isfile(path):
        return
    os.makedirs(folder, exist_ok=True)
    _write(os.path.join(folder, ".gitignore"), "*\n")
    _write(os.path.join(folder, _TAG), "Signature: 8a477f597d28d172789f06886806bc55\n")
    others = [one for one in _stores(folder) if one != path]
    for old in sorted(others, key=os.path.getmtime)[: -_MOST_VERSIONS or None]:
        os.remove(old)


def _stores(folder: str) -> list[str]:
    return [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith((".sqlite", ".sqlite-journal"))]


def clean(folder: str) -> bool:
    """Take away what ``_prepare`` and a store have made; False where there was nothing."""
    if not os.path.isfile(os.path.join(folder, _TAG)):
        return False
    for path in (*_stores(folder), os.path.join(folder, ".gitignore"), os.path.join(folder, _TAG)):
        os.remove(path)
    if not os.listdir(folder):
        os.rmdir(folder)
    return True


def _written(path: str, row: Row) -> tuple[object, ...]:
    summary = row.packed()
    return (path, *row.stamps, row.seen, row.digest, summary, _sum(path, row.digest, summary))


def _write(path: str, text: str) -> None:
    if not os.path.exists(path):
        with open(path, "w", encoding="utf-8") as stream:
            stream.write(text)


def _sum(path: object, digest: object, summary: object) -> int | None:
    """The same for a row of the files, of which thousands are read in a run; None where it is no such row.

    Wrong stamps do no harm: the file is read again.
    """
    if not (isinstance(path, str) and isinstance(digest, bytes) and isinstance(summary, str)):
        return None
    return crc32(summary.encode("utf-8", "surrogatepass"), crc32(digest))


def _mark(*parts: str) -> bytes:
    """What a row must still be worth when it is read."""
    return digest_of(*parts)[:8]
