"""The settings that hold for each file: those nearest to it, each file of them read once."""

from __future__ import annotations

import os

from jaxlint.diagnostic import Problem
from jaxlint.settings.load import Loaded, load
from jaxlint.settings.locate import ancestors, has_settings, is_marked, project_root, top_of
from jaxlint.settings.model import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.settings.overrides import Overrides


class Nearest:
    """Asked by folder.  ``fixed``: what holds everywhere; ``overrides``: what the command line says of all.

    ``asked``: the folder that a run is about.  The settings below its top make no unsafe fix safe unless those at the
    top do; ``without_consent`` names those that tried.
    """

    def __init__(
        self, fixed: Settings | None = None, overrides: Overrides | None = None, asked: str | None = None
    ) -> None:
        self.without_consent: list[Problem] = []
        self._asked = asked
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
            if self._asked is not None and self._homes[home].settings.extend_safe_fixes:
                self._hold_back(self._homes[home], home, self._asked)
        return self._homes[home]

    def _hold_back(self, loaded: Loaded, home: str, asked: str) -> None:
        top = top_of(asked)
        if not (is_marked(top) or has_settings(top)):  # several projects side by side
            top = top_of(home)
        if top == home or top.startswith(os.path.join(home, "")):
            return
        root, own = self.of(top).settings, loaded.settings
        refused = [word for word in own.extend_safe_fixes if not _is_allowed(word, root)]
        if refused:
            kept = tuple([word for word in own.extend_safe_fixes if word not in refused])
            loaded.settings = own.having(extend_safe_fixes=kept)
            said = "`extend-safe-fixes` in a subfolder requires the same in the top-level settings, or --unsafe-fixes"
            place, line = own.place_of(refused[0])
            self.without_consent.append(Problem(place, f"{said}: ignoring {refused[0]!r}", line))


def _is_allowed(word: str, root: Settings) -> bool:
    allowed = root.extend_safe_fixes
    starts = tuple([one for one in allowed if one.startswith("JAX")])
    return root.unsafe_fixes or word in allowed or "ALL" in allowed or word.startswith(starts)
