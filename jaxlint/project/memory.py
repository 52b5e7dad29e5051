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

_VERSIONS = 3  # of one file: as it is, and as fixes would make it


class Memory:
    """Of a text that has not changed since, the same ``Source`` and the same ``Module`` come out.

    ``edits``: the modules that were edited, one edit after the other: their trees have the text of today.
    """

    __slots__ = ("_current", "_modules", "_parts", "_sources", "edits", "graph", "rows", "summaries")

    def __init__(self) -> None:
        self.edits: list[tuple[Module, Edited]] = []
        self._current: dict[tuple[str, str, bool], Module] = {}
        self._sources: dict[str, tuple[Stamps, int, Source | None]] = {}  # with when it was read
        self._modules: dict[tuple[str, str, bool], list[Module]] = {}
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

    def current(self, source: Source, name: str, is_test: bool) -> Module:
        """Of the text that a file has now; raises NotParsed."""
        key = source.path, name, is_test
        known = self._current.get(key)
        if known is not None and known.source.is_same(source):
            return known
        if known is None or not _is_plain(known.source) or not _is_plain(source):
            self._current[key] = self.module(source, name, is_test)
        else:
            self.edits.append((known, graft(known, parse(source, name, is_test))))
        return self._current[key]

    def known(self) -> set[Module]:
        """Those that may come out again."""
        return {*self._current.values(), *(one for some in self._modules.values() for one in some)}

    def module(self, source: Source, name: str, is_test: bool) -> Module:
        """Of any text of it; raises NotParsed."""
        known = self._modules.setdefault((source.path, name, is_test), [])
        for module in known:
            if module.source.is_same(source):
                return module
        made = parse(source, name, is_test)
        self._modules[source.path, name, is_test] = [made, *known[: _VERSIONS - 1]]
        return made


def _is_plain(source: Source) -> bool:
    return not is_notebook(source.path) and "\r" not in source.text


def _read(path: str) -> Source | None:
    try:
        found = read(path)
    except Exception:  # whoever asks for the file is told
        return None
    return found if isinstance(found, Source) else None
