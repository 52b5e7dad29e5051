"""The settings that hold for each file: those nearest to it, each file of them read once."""

from __future__ import annotations

import os

from jaxlint.settings.load import Loaded, load
from jaxlint.settings.locate import ancestors, has_settings, project_root
from jaxlint.settings.model import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.settings.overrides import Overrides


class Nearest:
    """Asked by folder.  ``fixed``: what holds everywhere; ``overrides``: what the command line says of all."""

    def __init__(self, fixed: Settings | None = None, overrides: Overrides | None = None) -> None:
        self._overrides = overrides
        self._fixed = None if fixed is None else Loaded(fixed)
        self._by_folder: dict[str, Loaded] = {}
        self._homes: dict[str, Loaded] = {}  # by the folder that has them, or the top of a project without

    def of_file(self, path: str) -> Settings:
        return self.of(os.path.dirname(os.path.abspath(path))).settings

    def of(self, folder: str) -> Loaded:
        """``folder`` is absolute."""
        known = self._by_folder.get(folder)
        if known is None:
            known = self._by_folder[folder] = self._found(folder)
        return known

    def _found(self, folder: str) -> Loaded:
        if self._fixed is not None:
            return self._fixed
        said = self._overrides
        if said is not None and (said.files or said.isolated):  # no other file is looked for
            self._fixed = load(folder, said)
            return self._fixed
        home = next((one for one in ancestors(folder) if one in self._homes or has_settings(one)), None)
        if home is None:
            home = project_root(folder)
        if home not in self._homes:
            self._homes[home] = load(home, said)
        return self._homes[home]
