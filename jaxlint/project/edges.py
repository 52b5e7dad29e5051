"""Which file leads to which: by what it imports, and by the classes that it knows only a base of."""

from __future__ import annotations

import os

from jaxlint.discovery.roles import is_test
from jaxlint.project.graph import Graph

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jaxlint.project.names import Names
    from jaxlint.project.summary import Summary

_DEEPEST = 8  # modules that a name is handed on through


def graph_of(root: str, names: Names, summaries: dict[str, Summary]) -> Graph:
    """Of the files of a project, by absolute path."""
    made = _Edges(root, names, summaries)
    return Graph(made.leads_to, made.looks_at)


class _Edges:
    def __init__(self, root: str, names: Names, summaries: dict[str, Summary]) -> None:
        self._tests = {path for path in summaries if is_test(os.path.relpath(path, root))}
        self._names = names
        self._summaries = summaries
        self._imported: dict[str, dict[str, list[tuple[str, str]]]] = {}
        self.leads_to: dict[str, set[str]] = {path: set() for path in summaries}
        self.looks_at: dict[str, set[str]] = {}
        for path, summary in summaries.items():
            for dotted, listed in summary.imports:
                home = names.home(path, dotted)
                if home is not None:
                    self._add_import(path, home, listed)
        self._add_fixtures()
        self._add_subclasses()

    def _add_import(self, path: str, home: str, listed: tuple[tuple[str, str], ...]) -> None:
        found = self.leads_to[path]
        if not listed:  # ``import a.b.c`` brings a and a.b, too
            parts = home.split(".")
            found.update(self._files(".".join(parts[:end]) for end in range(1, len(parts) + 1)))
        for name, _ in listed:
            self._add_name(path, home, name, _DEEPEST)
        found.discard(path)

    def _add_name(self, path: str, home: str, name: str, depth: int) -> None:
        """``from home import name``: a module of the name, what the home defines, or what it imports itself."""
        below = self._names.known_file(f"{home}.{name}")
        own = self._names.known_file(home)
        if below is not None and below in self.leads_to:
            self.leads_to[path].add(below)
        elif own is not None and own in self.leads_to:
            handed_on = self._handed_on(own, name) if depth else []
            if handed_on:
                self.looks_at.setdefault(path, set()).add(own)
            else:
                self.leads_to[path].add(own)
            for other, original in handed_on:
                self._add_name(path, other, original, depth - 1)

    def _handed_on(self, path: str, name: str) -> list[tuple[str, str]]:
        """Where a module has a name from, as its home and the name there; nothing where it may be its own."""
        known = self._imported.get(path)
        if known is None:
            known = self._imported[path] = {}
            for dotted, listed in self._summaries[path].imports:
                home = self._names.home(path, dotted)
                if home is not None:
                    for there, here in listed:
                        known.setdefault(here, []).append((home, there))
        return known.get(name, []) if "*" not in known else []

    def _files(self, names: Iterable[str]) -> Iterator[str]:
        for name in names:
            path = self._names.known_file(name)
            if path is not None and path in self.leads_to:
                yield path

    def _add_fixtures(self) -> None:
        """pytest gives what ``conftest.py`` prepares to the tests beside it and below."""
        for path in self._tests:
            folder = os.path.dirname(path)
            while True:
                above = os.path.join(folder, "conftest.py")
                if above in self.leads_to and above != path:
                    self.leads_to[path].add(above)
                if os.path.dirname(folder) == folder:
                    break
                folder = os.path.dirname(folder)

    def _add_subclasses(self) -> None:
        """Who calls a method of a base class, or of a Protocol, may run that of a class below it."""
        homes: dict[str, list[str]] = {}
        protocols: list[tuple[str, frozenset[str]]] = []
        for path, summary in self._summaries.items():
            for one in summary.classes:
                homes.setdefault(one.name, []).append(path)
                if "Protocol" in one.bases:
                    named = frozenset(name for name in one.methods if not name.startswith("__"))
                    protocols += [(path, named)] if named else []
        for path, summary in self._summaries.items():
            for one in summary.classes:
                for base in one.bases:
                    for home in homes.get(base, ()):
                        self._add_below(home, path)
                for home, asked in protocols:
                    if asked.issubset(one.methods):
                        self._add_below(home, path)

    def _add_below(self, home: str, path: str) -> None:
        if home != path and (home in self._tests or path not in self._tests):
            self.leads_to[home].add(path)
