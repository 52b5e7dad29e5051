"""The settings that hold for each file: those nearest to it, each file of them read once."""

from __future__ import annotations

import os

from jaxlint.diagnostic import Problem
from jaxlint.settings.load import Loaded, load
from jaxlint.settings.locate import Roots, has_settings, is_marked, parent_of, top_of
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
        self._homes: dict[str, str | None] = {}  # by folder: the nearest one with settings, there or above
        self._roots = Roots()
        self._loaded: dict[str, Loaded] = {}  # by the folder that has them, or the top of a project without

    def of_file(self, path: str) -> Settings:
        return self.of(os.path.dirname(os.path.abspath(path))).settings

    def consents(self, top: str) -> bool:
        """Do the settings at the top of a project turn unsafe fixes on, or the command line?"""
        found = self.of(top).settings
        return found.unsafe_fixes and (self._is_of(top, found) or found.line_of("unsafe-fixes") == 0)

    def _is_of(self, top: str, found: Settings) -> bool:
        """Do the settings lie there, and not above, or are they named on the command line?"""
        return found.root == top or self._fixed is not None

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
        home = self._home(folder) or self._roots.project(folder)
        if home not in self._loaded:
            self._loaded[home] = load(home, said)
            if self._asked is not None and self._loaded[home].settings.extend_safe_fixes:
                self._hold_back(self._loaded[home], home, self._asked)
        return self._loaded[home]

    def _home(self, folder: str) -> str | None:
        """The nearest folder with settings, there or above: each folder is looked at once."""
        way: list[str] = []
        above: str | None = folder
        while above is not None and above not in self._homes and not has_settings(above):
            way.append(above)
            above = parent_of(above)
        home = None if above is None else self._homes.get(above, above)
        self._homes.update(dict.fromkeys([*way, *([] if above is None else [above])], home))
        return home

    def _hold_back(self, loaded: Loaded, home: str, asked: str) -> None:
        top = top_of(asked)
        if not (is_marked(top) or has_settings(top)):  # several projects side by side
            top = top_of(home)
        if top == home:
            return
        root, own = self.of(top).settings, loaded.settings
        allowed = root.extend_safe_fixes if self._is_of(top, root) else ()
        consents = self.consents(top)
        refused = [
            one
            for one in own.extend_safe_fixes
            if not (consents or _is_allowed(one, allowed) or own.lines.get(one) == 0)
        ]
        if refused:
            kept = tuple([word for word in own.extend_safe_fixes if word not in refused])
            loaded.settings = own.but(extend_safe_fixes=kept)
            said = "`extend-safe-fixes` needs the same in the top-level settings of the project, or --unsafe-fixes"
            place, line = own.place_of(refused[0])
            self.without_consent.append(Problem(place, f"{said}: ignoring {refused[0]!r}", line))


def _is_allowed(word: str, allowed: tuple[str, ...]) -> bool:
    starts = tuple([one for one in allowed if one.startswith("JAX")])
    return word in allowed or "ALL" in allowed or word.startswith(starts)
