"""The dotted names that the files of a project go by."""

from __future__ import annotations

import os

from jaxlint.project.naming import Naming
from jaxlint.project.search_path import SearchPath


class Names:
    """``folders``: those that modules are imported from; ``path``: the absolute path of a file by its dotted name."""

    def __init__(self) -> None:
        self._naming = Naming()
        self._search_path = SearchPath()
        self._names: dict[str, str] = {}
        self._paths: dict[str, str] = {}
        self._known_files: dict[str, str | None] = {}

    @property
    def folders(self) -> dict[str, None]:
        return self._search_path.folders

    def add(self, path: str) -> str:
        """The name of a file."""
        full = os.path.abspath(path)
        name = self._names.get(full)
        if name is None:
            dotted, folder = self._naming.name_and_root(full)
            name = self._names[full] = self._search_path.add(folder, dotted)
            self._paths.setdefault(name, full)
        return name

    def search(self, folder: str) -> None:
        """Modules may be imported from there, as from the directory that a program is started in."""
        self._search_path.search(folder)

    def path(self, name: str) -> str | None:
        """Of a file that was added."""
        return self._paths.get(name)

    def known_file(self, dotted: str) -> str | None:
        """The same, where a file goes by two names, too: ``folder.module`` for one that is imported as ``module``."""
        if dotted not in self._known_files:
            found = self._paths.get(dotted)
            if found is None and self._search_path.offers(dotted.partition(".")[0]):
                file = self._search_path.file(dotted)
                found = file if file in self._names else None
            self._known_files[dotted] = found
        return self._known_files[dotted]

    def file(self, dotted: str) -> str | None:
        """Any file of the name in the folders that are known, or the folder of a namespace package."""
        return self._search_path.file(dotted)

    def folder_of(self, path: str) -> str:
        """The folder of sys.path that a file is imported from."""
        return self._naming.name_and_root(path)[1]

    def seen_from(self, path: str, dotted: str) -> str:
        """The name of what ``import dotted`` means in a file."""
        return self._search_path.seen_from(self.folder_of(path), dotted)

    def home(self, path: str, dotted: str) -> str | None:
        """The name of the module that a file imports, or imports from, with the dots of a relative import."""
        level = len(dotted) - len(dotted.lstrip("."))
        if not level:
            return self.seen_from(path, dotted)
        package = self.add(path).split(".")
        if os.path.basename(path) == "__init__.py":
            level -= 1
        if level > len(package):
            return None
        rest = dotted.lstrip(".")
        return ".".join([*package[: len(package) - level], *([rest] if rest else [])]) or None

    def is_package(self, folder: str) -> bool:
        return self._naming.is_package(folder)
