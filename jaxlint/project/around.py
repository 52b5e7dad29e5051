"""The files of a project around those that were asked for: what is said of one file depends on who uses it."""

from __future__ import annotations

import os

from jaxlint.discovery.roles import is_test
from jaxlint.project.edges import graph_of
from jaxlint.project.graph import Graph
from jaxlint.project.index import Index, Row, digest_of
from jaxlint.project.memory import Memory
from jaxlint.project.names import Names
from jaxlint.project.summary import Summary
from jaxlint.syntax.parse import NotParsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.text.source import Source


class Around:
    """``files``: absolute paths, in order; texts, trees and summaries are made when somebody asks.

    ``given``: texts that count in place of what is on disk, as an editor's buffer does.
    """

    def __init__(
        self,
        root: str,
        files: list[str],
        given: dict[str, Source],
        known: dict[str, Row] | None = None,
        memory: Memory | None = None,
    ) -> None:
        """``known``: what an earlier run has seen of the files; ``memory``: of earlier runs in this process."""
        self.memory = memory or Memory()
        self.root = os.path.abspath(root)
        self.sought: dict[str, set[str]] = {}  # words that were looked for in all texts, by the file for which
        self._names: Names | None = None
        self._sources: dict[str, Source | None] = {os.path.abspath(path): one for path, one in given.items()}
        self._modules: dict[str, Module | None] = {}
        self._summaries: dict[str, Summary] = {}
        self._graph: Graph | None = None
        rows = {**(known or {}), **self.memory.rows}
        self.index = Index(rows, self._glance, list(self._sources), self.memory.summaries)
        self.memory.rows = self.index.now
        self.files = sorted({*files, *self._sources})
        self._known = frozenset(self.files)

    @property
    def names(self) -> Names:
        if self._names is None:
            self._names = Names()
            for path in self.files:
                self._names.add(path)
            if self.files:
                self._names.search(self.root)
        return self._names

    def __contains__(self, path: str) -> bool:
        return path in self._known

    def holds(self, source: Source) -> bool:
        """Is this the very text of a file, and no changed one?"""
        return self._sources.get(os.path.abspath(source.path)) is source

    def put(self, path: str, source: Source) -> None:
        """The text of a file, under the name that the run calls it by."""
        self._sources[path] = source

    def source(self, path: str) -> Source | None:
        """The text of a file; None where it can't be read."""
        if path not in self._sources:
            self._sources[path] = self.memory.source(path)
        return self._sources[path]

    def _glance(self, path: str) -> Source | None:
        """The same for a look at a file that is not kept: a project may hold more text than memory."""
        return self._sources[path] if path in self._sources else self.memory.source(path, keep=False)

    def module(self, path: str) -> Module | None:
        """The tree of a file; None where it is no Python."""
        if path not in self._modules:
            source = self.source(path)
            try:
                self._modules[path] = None if source is None else self.parsed(source)
            except NotParsed:
                self._modules[path] = None
        return self._modules[path]

    def parsed(self, source: Source, name: str | None = None) -> Module:
        """Any text as a module of this project; raises NotParsed."""
        inside = os.path.relpath(os.path.abspath(source.path), self.root)
        outside = inside.startswith(os.pardir)
        return self.memory.parsed(
            source, name or self.names.add(source.path), is_test(source.path if outside else inside)
        )

    def summary(self, path: str) -> Summary:
        if path not in self._summaries:
            self._summaries[path] = self.index.summary(path)
        return self._summaries[path]

    @property
    def graph(self) -> Graph:
        if self._graph is None:
            summaries, known = {path: self.summary(path) for path in self.files}, self.memory.graph
            if known is None or known[0] != summaries:
                known = self.memory.graph = summaries, graph_of(self.root, self.names, summaries)
            self._graph = known[1]
        return self._graph

    @graph.setter
    def graph(self, graph: Graph) -> None:
        self._graph = graph

    def shape(self) -> str:
        """What stands for all that the graph is made of."""
        return digest_of(*(part for path in self.files for part in (path, self.index.packed(path))))

    def state(self) -> str:
        """What stands for the texts of all files."""
        return digest_of(*(part for path in self.files for part in (path, self.index.digest(path))))

    def meaning(self, path: str) -> str:
        """What stands for what a file says to the others, and to itself."""
        said, *names = self.index.meaning(path).split() or [""]
        others = (self.source(one) for one in self.files if names and one != path)
        if any(one is not None and one.says(name) for one in others for name in names):
            return self.index.digest(path)
        return said

    def saying(self, word: str) -> str:
        """What stands for the texts that hold a word."""
        sources = ((path, self.source(path)) for path in self.files)
        found = [path for path, source in sources if source is not None and source.says(word)]
        return digest_of(*(part for path in found for part in (path, self.meaning(path))))

    def facts(self) -> str:
        """What stands for all that is asked of the classes of the project as a whole."""
        classes = [one for path in self.files for one in self.summary(path).classes if one.may_be_pytree]
        methods = sorted({name for one in classes for name in one.methods})
        said = sorted({one for path in self.files for one in self.summary(path).said_of_pytrees()})
        return digest_of(*methods, "", *said)

    def is_of_one_moment(self) -> bool:
        """Has no file changed between the look that the index took at it and the reading of its text?"""
        return all(self.index.agrees(path, source) for path, source in self._sources.items())

    def reaching(self, paths: list[str]) -> list[str]:
        """The files whose code may lead to these, and these."""
        asked = [os.path.abspath(path) for path in paths]
        return self.files if set(asked) >= set(self.files) else sorted(self.graph.reaching(asked))
