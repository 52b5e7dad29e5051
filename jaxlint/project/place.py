"""Where the project around a file begins, and which files it has."""

from __future__ import annotations

import os

from jaxlint.discovery.walk import discover, is_directory, is_file
from jaxlint.project.memory import Memory
from jaxlint.project.naming import Naming
from jaxlint.settings.locate import PARTS, Roots, is_top

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.settings.nearest import Nearest

_INSTALLED = ("site-packages", "dist-packages")


class Places:
    """``top``: the top of a file's repository; else the nearest folder that has what projects have (pyproject.toml),
    else the outermost one with requirements or a lock file.

    Where nothing marks a project it is the folder that the file is imported from, or the one above ``src``, ``tests``
    and the like; ``loose`` holds these.
    """

    def __init__(self) -> None:
        self.loose: set[str] = set()
        self._by_folder: dict[str, str] = {}
        self._roots = Roots()
        self._naming = Naming()

    def tops(self, paths: Iterable[str]) -> dict[str, str]:
        """By path.  Of two that nothing marks, one in the other, the outer one is taken for both."""
        found = {path: self.top(path) for path in paths}
        loose = sorted(self.loose)
        return {path: self._outer(top, loose) if top in self.loose else top for path, top in found.items()}

    def top(self, path: str) -> str:
        folder = os.path.dirname(os.path.abspath(path))
        if folder not in self._by_folder:
            self._by_folder[folder] = self._found(folder, path)
        return self._by_folder[folder]

    def files(self, top: str, nearest: Nearest) -> list[str]:
        """The absolute paths of a project's files; below a loose folder, those beside the file and in its packages.

        Libraries that are installed side by side are no project: none are around another.
        """
        if os.path.basename(top) in _INSTALLED:
            return []
        searched = self._beside(top) if top in self.loose else [top]
        return [os.path.abspath(path) for path in discover(searched, nearest).files]

    def memory(self, top: str) -> Memory:
        """What earlier runs have left of a project."""
        return Memory()

    def _found(self, folder: str, path: str) -> str:
        last = self._roots.top(folder)
        if is_top(last) and last != os.path.expanduser("~"):  # some keep their settings in a repository
            return last
        root = self._roots.marked(folder)
        if root is not None:
            return root
        home = self._naming.name_and_root(path)[1]
        top = os.path.dirname(home) if os.path.basename(home) in PARTS else home
        self.loose.add(top)
        return top

    def _outer(self, top: str, loose: list[str]) -> str:
        return next((one for one in loose if top == one or top.startswith(os.path.join(one, ""))), top)

    def _beside(self, top: str) -> list[str]:
        try:
            with os.scandir(top) as scan:
                entries = sorted(scan, key=lambda entry: entry.name)
        except OSError:
            return []
        folders = [one.path for one in entries if self._is_of_project(one)]
        return folders + [one.path for one in entries if one.name.endswith((".py", ".ipynb")) and is_file(one)]

    def _is_of_project(self, entry: os.DirEntry[str]) -> bool:
        return is_directory(entry) and (entry.name in PARTS or self._naming.is_package(entry.path))


def library_of(path: str, top: str) -> str:
    """What is installed beside others, by the name of its folder or file; "" for what is no installed library."""
    if os.path.basename(top) not in _INSTALLED:
        return ""
    return os.path.relpath(os.path.abspath(path), top).partition(os.sep)[0]
