"""The settings that hold for each file: those nearest to it, each file of them read once."""

from __future__ import annotations

import os

from jaxlint.settings.load import Loaded, load
from jaxlint.settings.locate import has_settings, is_top, project_root
from jaxlint.settings.model import Settings


class Nearest:
    """Asked by folder.  ``used``: all that somebody asked for, in that order; ``fixed``: what holds everywhere."""

    def __init__(self, fixed: Settings | None = None) -> None:
        self._fixed = None if fixed is None else Loaded(fixed)
        self._by_folder: dict[str, Loaded] = {}
        self._without: dict[str, Loaded] = {}

    def of_file(self, path: str) -> Settings:
        return self.of(os.path.dirname(os.path.abspath(path))).settings

    def of(self, folder: str) -> Loaded:
        """``folder`` is absolute."""
        known = self._by_folder.get(folder)
        if known is None:
            known = self._by_folder[folder] = self._found(folder)
        return known

    @property
    def used(self) -> list[Loaded]:
        return list(dict.fromkeys(self._by_folder.values()))

    def _found(self, folder: str) -> Loaded:
        if self._fixed is not None:
            return self._fixed
        if has_settings(folder):
            return load(folder)
        above = os.path.dirname(folder)
        found = None if is_top(folder) or above == folder else self.of(above)
        if found is not None and (found.settings.path is not None or found.problems):
            return found
        root = project_root(folder)
        return self._without.setdefault(root, Loaded(Settings(root)))
