"""File paths and dotted module names, by Python's rules for packages."""

from __future__ import annotations

import os


class Naming:
    """Remembers which folders are packages: each is asked for once."""

    def __init__(self) -> None:
        self._packages: dict[str, bool] = {}

    def is_package(self, folder: str) -> bool:
        known = self._packages.get(folder)
        if known is None:
            known = os.path.isfile(os.path.join(folder, "__init__.py")) and not _is_repository(folder)
            self._packages[folder] = known
        return known

    def name_and_root(self, path: str) -> tuple[str, str]:
        """``src/pkg/sub/mod.py`` -> ("pkg.sub.mod", ".../src"): the folder that is on sys.path."""
        folder, file = os.path.split(os.path.abspath(path))
        stem = file[:-3] if file.endswith(".py") else file
        parts = [] if stem == "__init__" else [stem]
        while self.is_package(folder):
            folder, package = os.path.split(folder)
            parts.insert(0, package)
            if not package:
                break
        return ".".join(parts), folder


_OF_CHECKOUTS = ("pyproject.toml", "setup.py", "setup.cfg", ".git")


def _is_repository(folder: str) -> bool:
    """A checkout whose root has an ``__init__.py`` by mistake: it can't be imported, or has the package of its name."""
    name = os.path.basename(folder)
    if not name.isidentifier():
        return True
    if not os.path.isfile(os.path.join(folder, name, "__init__.py")):
        return False
    return any(os.path.exists(os.path.join(folder, one)) for one in _OF_CHECKOUTS)


def file_of(root: str, dotted: str) -> str | None:
    """The file of a module below a folder of sys.path; None where there is none."""
    base = os.path.join(root, *dotted.split("."))
    for candidate in (base + ".py", os.path.join(base, "__init__.py")):
        if os.path.isfile(candidate):
            return candidate
    return None
