"""What a process keeps of one project, from one run to the next: texts, trees, and what others work out."""

from __future__ import annotations

import time

from jaxlint.discovery.read import is_notebook, read
from jaxlint.discovery.walk import shown
from jaxlint.project.index import TICK, stamps_of
from jaxlint.syntax.graft import graft
from jaxlint.syntax.parse import parse
from jaxlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from jaxlint.project.graph import Graph
    from jaxlint.project.index import Row
    from jaxlint.project.summary import Summary
    from jaxlint.syntax.graft import Edited
    from jaxlint.syntax.module import Module

    Part = TypeVar("Part")
    Stamps = tuple[int, int, int]
    _Key = tuple[str, str, bool]  # path, dotted name, is it a test?


class Memory:
    """Of a text that has not changed since, the same ``Source`` and the same ``Module`` come out.

    ``edits``: the modules that were edited, one edit after the other: their trees have the text of today.
    """

    __slots__ = ("_parts", "_sources", "changes", "edits", "graph", "modules", "rows", "summaries")

    def __init__(self) -> None:
        self.edits: list[tuple[Module, Edited]] = []
        self.changes: Changes | None = None  # under way
        self._sources: dict[str, tuple[Stamps, int, Source | None]] = {}  # with when it was read
        self.modules: dict[_Key, Module] = {}
        self.rows: dict[str, Row] = {}  # of the last look at the files
        self.graph: tuple[dict[str, Summary], Graph] | None = None  # with what it was made of
        self.summaries: dict[str, tuple[Summary | str, Summary]] = {}  # by path, with the row's form of it
        self._parts: dict[type, object] = {}

    def part(self, kind: type[Part]) -> Part:
        """What somebody keeps here; it begins empty, when it is first asked for."""
        found = self._parts.get(kind)
        if found is None:
            found = self._parts[kind] = kind()
        return found  # type: ignore[return-value]

    def source(self, path: str, keep: bool = True) -> Source | None:
        """The text of a file on disk; None where it can't be read.  ``keep`` False: for one look at it."""
        now, stamps, known = time.time_ns(), stamps_of(path), self._sources.get(path)
        if known is not None and known[0] == stamps and max(stamps[:2]) < known[1] - TICK:
            return known[2]
        source = _read(shown(path))
        if known is not None and known[2] is not None and source is not None and known[2].is_same(source):
            source = known[2]
        if keep:
            self._sources[path] = stamps, now, source
        return source

    def parsed(self, source: Source, name: str, is_test: bool) -> Module:
        """Of the text that a file has now; raises NotParsed."""
        key = source.path, name, is_test
        known = self.modules.get(key)
        if known is not None and known.source.is_same(source):
            return known
        made = parse(source, name, is_test)
        if known is not None and _is_plain(known.source) and _is_plain(source):
            self.edits.append((known, graft(known, made)))
            return known
        if self.changes is not None:
            self.changes.replace(key, known)
        self.modules[key] = made
        return made

    def begin(self) -> Changes:
        """What changes from here on is to be taken back."""
        self.changes = Changes(self)
        return self.changes


class Changes:
    """Texts of a project that are other ones for a while."""

    __slots__ = ("_at", "_made", "_memory", "_others")

    def __init__(self, memory: Memory) -> None:
        self._memory, self._at = memory, len(memory.edits)
        self._made: list[tuple[Module, Edited]] = []  # where they are taken back
        self._others: dict[_Key, Module | None] = {}  # what files were, or will be

    def replace(self, key: _Key, module: Module | None) -> None:
        """The file was that module before."""
        self._others.setdefault(key, module)

    def exchange(self) -> None:
        """They are taken back, or made again."""
        memory, is_made = self._memory, self._memory.changes is self
        memory.changes = None if is_made else self
        if is_made:
            self._made = memory.edits[self._at :]
        memory.edits[self._at :] = [] if is_made else self._made
        for module, edited in self._made[:: -1 if is_made else 1]:
            edited.exchange_texts(module)
        for key, other in self._others.items():
            self._others[key] = memory.modules.pop(key, None)
            if other is not None:
                memory.modules[key] = other


def _is_plain(source: Source) -> bool:
    return not is_notebook(source.path) and "\r" not in source.text


def _read(path: str) -> Source | None:
    try:
        found = read(path)
    except Exception:  # whoever asks for the file is told
        return None
    return found if isinstance(found, Source) else None
