"""What is known of files without reading them, and what they hold now."""

from __future__ import annotations

import os
import time

from jaxlint.discovery.read import is_notebook
from jaxlint.project.summary import Summary, packed, summarize, unpacked
from jaxlint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jaxlint.text.source import Source

# A file may be written twice within one tick of its file system's clock: what was seen so soon is read again.
TICK = 2_000_000_000  # nanoseconds


class Row(Record):
    """One file.  ``stamps``: when its content, and anything of it, was changed, and its size; ``seen``: when that was
    looked at, or a little before.  Times are in nanoseconds.  ``summary``: in either form; ``meaning``: stands for what
    its text says, but for comments and blank lines, "" where nobody has asked.
    """

    stamps: tuple[int, int, int]
    seen: int
    digest: str
    summary: Summary | str
    meaning: str = ""

    def packed(self) -> str:
        return self.summary if isinstance(self.summary, str) else packed(self.summary)

    def unpacked(self) -> Summary:
        return unpacked(self.summary) if isinstance(self.summary, str) else self.summary


class Index:
    """``rows``: by absolute path, as an earlier run left them; ``read``: the text of a file, None where it has none.

    ``given``: the files whose text is not that on disk; ``changed``: rows that are worth keeping.
    """

    def __init__(
        self,
        rows: dict[str, Row],
        read: Callable[[str], Source | None],
        given: Iterable[str],
        unpacked: dict[str, tuple[Summary | str, Summary]],
    ) -> None:
        """``unpacked``: summaries by path, each with what its row had for it."""
        self.before = rows
        self._unpacked = unpacked
        self._read = read
        self._given = frozenset(given)
        self._begun = time.time_ns()  # no text was read before: what is written from now on may not be what was read
        self.now: dict[str, Row] = {}
        self.changed: dict[str, Row] = {}

    def digest(self, path: str) -> str:
        return self._row(path).digest

    def meaning(self, path: str) -> str:
        """The same for texts of which no line differs, but for those that say nothing to the file itself.

        Behind it stand the names that the text gives to constants and does not read: others may.
        """
        row = self._row(path)
        if not row.meaning:
            source = self._read(path)
            is_it = source is not None and row.digest == digest_of(source.text, source.encoding)
            row.meaning = _meaning_of(source) if source is not None and is_it and can_move(source) else row.digest
        return row.meaning

    def agrees(self, path: str, source: Source | None) -> bool:
        """Is this the text that was looked at, where one was?  None: there is none."""
        row = self.now.get(path)
        if row is None or (source is not None and not source.is_read):
            return True
        return row.digest == ("" if source is None else digest_of(source.text, source.encoding))

    def packed(self, path: str) -> str:
        return self._row(path).packed()

    def summary(self, path: str) -> Summary:
        """The same object as long as its contents are the same."""
        row = self._row(path)
        known = self._unpacked.get(path)
        if known is not None and (known[0] == row.summary or packed(known[1]) == row.packed()):
            return known[1]
        try:
            self._unpacked[path] = row.summary, row.unpacked()
            return self._unpacked[path][1]
        except ValueError:  # somebody else wrote it
            self.now[path] = self.changed[path] = self._made(path, row.stamps)
            return self.now[path].unpacked()

    def _row(self, path: str) -> Row:
        row = self.now.get(path)
        if row is None:
            row = self.now[path] = self._made(path) if path in self._given else self._looked_at(path)
        return row

    def _looked_at(self, path: str) -> Row:
        """The row of before where the file has not been touched since."""
        stamps, before = stamps_of(path), self.before.get(path)
        if before is not None and before.stamps == stamps and max(stamps[:2]) < before.seen - TICK:
            return before
        made = self._made(path, stamps, before)
        if stamps != _NOWHERE:
            self.changed[path] = made
        return made

    def _made(self, path: str, stamps: tuple[int, int, int] = (0, 0, 0), before: Row | None = None) -> Row:
        source = self._read(path)
        if source is None:
            return Row(stamps, 0, "", summarize(""))
        digest = digest_of(source.text, source.encoding)
        same = before is not None and before.digest == digest
        if before is not None and same:
            return Row(stamps, self._begun, digest, before.summary, before.meaning)
        return Row(stamps, self._begun, digest, summarize(source.text))


def can_move(source: Source) -> bool:
    """May its lines be counted without those that say nothing?  A cell of a notebook is more than its lines."""
    return "\r" not in source.text and not is_notebook(source.path)


def _meaning_of(source: Source) -> str:
    text, starts = source.text, [*source.starts, len(source.text)]
    rows = (text[starts[line - 1] : starts[line]].rstrip("\n") for line in source.code.lines)
    return " ".join([digest_of(source.encoding, *rows), *source.code.unread])


_NOWHERE = (0, 0, 0)


def stamps_of(path: str) -> tuple[int, int, int]:
    """When a file was changed, in content and in anything, in nanoseconds, and its size; zeros where there is none."""
    try:
        found = os.stat(path)
    except OSError:
        return _NOWHERE
    return found.st_mtime_ns, found.st_ctime_ns, found.st_size


def digest_of(*parts: str) -> str:
    """32 hexadecimal digits that stand for these texts, in this order."""
    from _blake2 import blake2b  # hashlib costs 10 ms

    found = blake2b(digest_size=16)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        found.update(len(data).to_bytes(8, "little"))
        found.update(data)
    return found.hexdigest()
