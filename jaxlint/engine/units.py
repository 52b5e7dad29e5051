"""The files of a run by the project that they lie in: what is said of one depends on the others of its project."""

from __future__ import annotations

from jaxlint.engine.lint import Linter, assumed_by
from jaxlint.project.around import Around
from jaxlint.project.place import Places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Problem
    from jaxlint.engine.select import SelectionByFile
    from jaxlint.settings.nearest import Nearest
    from jaxlint.text.source import Source


class Linters:
    """Callable: texts by path to sorted diagnostics, each file in its project.

    ``isolated``: the files that were asked for, and no others, are looked at together.
    """

    def __init__(
        self, nearest: Nearest, selection: SelectionByFile, sources: dict[str, Source], isolated: bool = False
    ) -> None:
        self._nearest = nearest
        self._units: list[tuple[Linter, list[str]]] = []
        places = Places()
        tops = dict.fromkeys(sources, "") if isolated else places.tops(sources)
        for (top, _), paths in _grouped(tops, nearest).items():
            files = [] if isolated else places.files(top, nearest)
            around = None if isolated else Around(top, files, {path: sources[path] for path in paths})
            settings = nearest.of_file(paths[0])
            self._units.append((Linter(settings, selection, around, self._assumed), paths))

    def __call__(self, sources: dict[str, Source]) -> list[Diagnostic]:
        found = [one for lint, paths in self._units for one in lint({path: sources[path] for path in paths})]
        return sorted(found, key=lambda diagnostic: diagnostic.sort_key())

    @property
    def elsewhere(self) -> list[Diagnostic]:
        """Findings that the last call met in files that were not asked for."""
        return [one for lint, _ in self._units for one in lint.elsewhere]

    @property
    def texts(self) -> dict[str, Source]:
        """All files that were asked for or that a fix changes."""
        return {path: source for lint, _ in self._units for path, source in lint.texts.items()}

    @property
    def problems(self) -> list[Problem]:
        return [one for lint, _ in self._units for one in lint.problems]

    @property
    def gave_up(self) -> list[tuple[str, str]]:
        return [one for lint, _ in self._units for one in lint.gave_up]

    def _assumed(self, path: str) -> bool:
        says = assumed_by(self._nearest.of_file(path))
        return says is not None and says(path)


def _grouped(tops: dict[str, str], nearest: Nearest) -> dict[tuple[str, str | None], list[str]]:
    """Paths by the top of their project, and by the JAX that their settings aim at."""
    groups: dict[tuple[str, str | None], list[str]] = {}
    for path, top in tops.items():
        groups.setdefault((top, nearest.of_file(path).target_jax), []).append(path)
    return groups
