"""The files of a run by the project that they lie in: what is found in one depends on the others of its project."""

from __future__ import annotations

import os

from jaxlint.diagnostic import internal_error
from jaxlint.engine.unit import Unit
from jaxlint.project.around import Around
from jaxlint.project.place import Places, library_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.cache.store import Store
    from jaxlint.diagnostic import Diagnostic, Problem
    from jaxlint.engine.lint import Linter
    from jaxlint.engine.request import Request
    from jaxlint.engine.select import SelectionByFile
    from jaxlint.engine.unit import UnitOutcome
    from jaxlint.settings.nearest import Nearest
    from jaxlint.text.source import Source

_LARGE = 600_000  # characters for which other processes pay
_HUGE = 8_000_000  # characters that are more than one process should hold: trees take some forty times as much


class Linters:
    """Callable: texts by path to sorted diagnostics, each file in its project.  ``stdin``: texts that are given."""

    def __init__(
        self, nearest: Nearest, selection: SelectionByFile, paths: list[str], stdin: dict[str, Source], request: Request
    ) -> None:
        self._nearest = nearest
        self._selection = selection
        self._units: list[Unit] = []
        self._failed: dict[Unit, Problem] = {}
        self._places = request.places or Places()
        self._request = request
        self._is_begun = False
        tops = dict.fromkeys(paths, "") if request.isolated_files else self._places.tops(paths)
        for group, some in self._grouped(tops).items():
            self._units.append(self._unit(group, some, stdin, request))

    def __call__(self, sources: dict[str, Source]) -> list[Diagnostic]:
        is_first, self._is_begun = not self._is_begun, True
        if is_first:
            self._share()
        found: list[Diagnostic] = []
        for unit in self._units:
            try:
                found += unit({path: sources[path] for path in unit.sources})
            except Exception as error:  # costs this project, and no other; of fixed texts, the fixes
                if not is_first:
                    raise
                self._failed[unit] = internal_error(next(iter(unit.sources), os.curdir), "the run", error)
        return sorted(found, key=lambda diagnostic: diagnostic.sort_key())

    @property
    def sources(self) -> dict[str, Source]:
        """The texts of all files, as they are."""
        return {path: source for unit in self._units for path, source in unit.sources.items()}

    @property
    def elsewhere(self) -> list[Diagnostic]:
        """Findings that the last call met in files that were not asked for."""
        found = [one for unit in self._units for one in unit.elsewhere]
        return sorted(found, key=lambda diagnostic: diagnostic.sort_key())

    @property
    def texts(self) -> dict[str, Source]:
        """All files that findings and fixes are about."""
        return {path: source for unit in self._units for path, source in unit.texts.items()}

    @property
    def problems(self) -> list[Problem]:
        return [one for unit in self._units for one in unit.problems] + list(self._failed.values())

    @property
    def gave_up(self) -> list[tuple[str, str]]:
        return [one for unit in self._units for one in unit.gave_up]

    def _share(self) -> None:
        """Large work is done by other processes, as far as its projects have nothing to do with one another."""
        apart = [unit for unit in self._units if unit.is_apart]
        size = sum(len(source.text) for unit in apart for source in unit.sources.values())
        jobs = self._request.jobs if size > _LARGE else 1
        if len(apart) < 2 or (jobs == 1 and size < _HUGE) or not hasattr(os, "fork"):
            return
        from jaxlint.engine.processes import in_processes
        from jaxlint.tracing import program  # noqa: F401  most of them need it

        def work(unit: Unit) -> Callable[[], UnitOutcome]:
            def outcome() -> UnitOutcome:
                self._request.progress = None  # one line is not for several
                return unit.outcome()

            return outcome

        apart.sort(key=lambda unit: -sum(len(source.text) for source in unit.sources.values()))  # the longest first
        for unit, outcome in zip(apart, in_processes([work(unit) for unit in apart], jobs), strict=True):
            if outcome is not None:
                unit.take(outcome)

    def _grouped(self, tops: dict[str, str]) -> dict[tuple[str, str, str | None], list[str]]:
        """Paths by the top of their project, by installed library, and by the JAX that their settings aim at."""
        groups: dict[tuple[str, str, str | None], list[str]] = {}
        for path, top in tops.items():
            key = (top, library_of(path, top), self._nearest.of_file(path).target_jax)
            groups.setdefault(key, []).append(path)
        return groups

    def _unit(
        self, group: tuple[str, str, str | None], paths: list[str], stdin: dict[str, Source], request: Request
    ) -> Unit:
        top = group[0]
        if request.isolated_files:
            return Unit(paths, stdin, None, lambda: self._linter(paths, None, request), None)
        store = None if top in self._places.loose else _store(top, request.cache)
        files = self._places.files(top, self._nearest) + [os.path.abspath(path) for path in paths]
        known = {} if store is None else store.files()
        around = Around(top, files, self._given(top, files, stdin), known, self._places.memory(top))
        kept = None
        if store is not None:
            from jaxlint.engine.earlier.kept import Kept

            kept = Kept(store, around, _question(self._nearest, request), request.fix)
        return Unit(paths, stdin, around, lambda: self._linter(paths, around, request), kept)

    def _given(self, top: str, files: list[str], stdin: dict[str, Source]) -> dict[str, Source]:
        """The texts that count in place of those of a project's files, or that are on no disk yet."""
        own = set(files)
        found = {}
        for path, source in stdin.items():
            full = os.path.abspath(path)
            if full in own or (not os.path.exists(full) and self._places.top(path) == top):
                found[path] = source
        return found

    def _linter(self, paths: list[str], around: Around | None, request: Request) -> Linter:
        """Brings the tracer, that a run without changes does not need."""
        from jaxlint.engine.lint import Linter, assumed_by

        def assumed(path: str) -> bool:
            says = assumed_by(self._nearest.of_file(path))
            return says is not None and says(path)

        def public_api(path: str) -> bool:
            return request.public_api or self._nearest.of_file(path).public_api

        settings = self._nearest.of_file(paths[0])
        return Linter(settings, self._selection, around, assumed, request.progress, public_api, request.early)


def _store(top: str, folder: str | None) -> Store | None:
    """``folder``: as ``folder_of`` has it; None: nothing is kept."""
    if folder is None:
        return None
    from jaxlint.cache.store import Store, folder_of
    from jaxlint.cache.version import version

    return Store(folder_of(top, folder), top, version())


def _question(nearest: Nearest, request: Request) -> Callable[[str], str]:
    """What stands for all that is asked of a file, but for its text."""
    from jaxlint.project.index import digest_of

    asked = repr(
        (request.select, request.extend_select, request.ignore, request.fixable, request.unfixable, request.public_api)
    )
    return lambda path: digest_of(nearest.of_file(path).as_text(), asked)
