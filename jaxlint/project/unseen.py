"""Files of the project that nobody asked for: a fix can't edit them, but they may use what it changes."""

from __future__ import annotations

import os
import re
from functools import lru_cache

from jaxlint.project.search_path import plain
from jaxlint.text.reading import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.project.project import Project
    from jaxlint.syntax.module import Module

_MOST_READ = 2000
_MOST_FOLDERS = 5000  # a file that lies in nobody's project has a whole home around it
_LARGEST = 2_000_000  # bytes of one file
_NOT_LOOKED_INTO = frozenset(["node_modules", "__pycache__", "site-packages", "venv", "env", "build", "dist"])


def used_unseen(project: Project, module: Module, name: str) -> bool:
    """Does a file that was not asked for, or can't be read, mention the name and import from around the module?"""
    word = re.compile(rf"\b{re.escape(name)}\b")
    return project.is_unread(name) or any(name in text and word.search(text) for text in _importers(project, module))


@lru_cache(maxsize=16)
def _importers(project: Project, module: Module) -> list[str]:
    """The texts that import from around a module: few of all, and asked for each name of it."""
    importing = re.compile(_importing(project, module), re.MULTILINE)
    return [text for text in _texts(project, *project.folders_around(module.path)) if importing.search(text)]


def _importing(project: Project, module: Module) -> str:
    """A line that imports the module, or something of its package: by its name, or with that of its folder before."""
    first = re.escape(plain(module.name or "").partition(".")[0])
    folder = re.escape(os.path.basename(project.folder_of(module.path)))
    ways = [rf"(?:from|import)\s+(?:[\w.]+\s*(?:as\s+\w+\s*)?,\s*)*{first}\b"]
    ways.append(rf"(?:from|import)\s+(?:[\w.]+\.)?{folder}(?:\.|\s+import\b[^#\n]*\b){first}\b")
    if "." in (module.name or "") or module.path.endswith("__init__.py"):
        ways.append(r"from\s+\.")
    return rf"^\s*(?:{'|'.join(ways)})"


@lru_cache(maxsize=4)
def _texts(project: Project, *folders: str) -> list[str]:
    seen = set(project.files())
    found: list[str] = []
    for path in _files(list(folders)):
        if path not in seen and len(found) < _MOST_READ:
            try:
                found.append(read_file(path, _LARGEST).decode(errors="replace"))
            except OSError:
                continue
    return found


def _files(folders: list[str]) -> list[str]:
    found: dict[str, None] = {}
    looked_into = 0
    for top in folders:
        for folder, inner, files in os.walk(top):
            looked_into += 1
            inner[:] = sorted(one for one in inner if not one.startswith(".") and one not in _NOT_LOOKED_INTO)
            found.update(dict.fromkeys(os.path.join(folder, one) for one in sorted(files) if one.endswith(".py")))
            if len(found) > 2 * _MOST_READ or looked_into > _MOST_FOLDERS:
                return list(found)
    return list(found)
