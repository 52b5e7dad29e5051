"""Sources to diagnostics, once; asked again after each round of fixes."""

from __future__ import annotations

import gc

from jaxlint.diagnostic import internal_error
from jaxlint.knowledge.tables import use_version
from jaxlint.project.project import Project
from jaxlint.syntax.parse import NotParsed
from jaxlint.tracing.program import trace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from jaxlint.diagnostic import Diagnostic, Problem
    from jaxlint.engine.select import Selection
    from jaxlint.settings.model import Settings
    from jaxlint.text.source import Source
    from jaxlint.tracing.program import Program


class Linter:
    """Callable: texts by path to sorted diagnostics.  ``problems`` gathers what went wrong, each once."""

    def __init__(self, settings: Settings, selection: Selection, public_api: bool = False) -> None:
        self._root = settings.root
        self._assumed: Callable[[str], bool] | None = None
        if settings.assume_traced:
            from jaxlint.discovery.patterns import Patterns

            self._assumed = Patterns(settings.root, settings.assume_traced).match
        self._target_jax = settings.target_jax
        self._public_api = public_api or settings.public_api
        self._selection = selection
        self._last: tuple[dict[str, Source], list[Diagnostic]] | None = None
        # What comes of fixes is asked for again: to complete one that was tried, and in the next pass.
        self._programs: dict[tuple[tuple[str, str], ...], Program] = {}
        self.problems: list[Problem] = []
        self.gave_up: list[tuple[str, str]] = []

    def __call__(self, sources: dict[str, Source]) -> list[Diagnostic]:
        if self._last is None or self._last[0] != sources:
            # Trees live until the end of the run: looking for garbage among them costs 5x on large projects.
            gc.disable()
            try:
                self._last = (dict(sources), self._lint(sources))
            finally:
                gc.freeze()
                gc.enable()
        return list(self._last[1])

    def _lint(self, sources: dict[str, Source]) -> list[Diagnostic]:
        use_version(_table(self._target_jax))
        program = self._program(sources)
        self.gave_up = program.gave_up
        diagnostics: list[Diagnostic] = []
        if program.events:  # else no rule is imported
            from jaxlint.engine.judge import judge

            verdict = judge(program, self._selection)
            diagnostics = verdict.diagnostics
            self._tell(verdict.problems)
        self._tell(program.problems)
        diagnostics.sort(key=lambda diagnostic: diagnostic.sort_key())
        if any(diagnostic.fix is not None for diagnostic in diagnostics):
            from jaxlint.engine.trials import settle, tidy

            settle(diagnostics, sources, self._selection, self._traced)
            tidy(diagnostics, sources)
        return diagnostics

    def _traced(self, sources: dict[str, Source]) -> Program | None:
        """Changed texts, whose troubles are nobody's business."""
        try:
            return self._program(sources)
        except Exception:
            return None

    def _program(self, sources: dict[str, Source]) -> Program:
        """Traced once, whoever asks."""
        texts = tuple((path, source.text) for path, source in sources.items())
        if texts not in self._programs:
            self._programs[texts] = trace(self._project(sources.values()), self._selection.is_written)
        return self._programs[texts]

    def _project(self, sources: Iterable[Source]) -> Project:
        """A file that can't be parsed costs only itself."""
        project = Project(self._root, self._assumed, self._target_jax, self._public_api)
        for source in sources:
            try:
                project.add(source)
            except NotParsed as error:
                self._tell([error.problem])
            except Exception as error:
                self._tell([internal_error(source.path, "the parser", error)])
        return project

    def _tell(self, problems: list[Problem]) -> None:
        told = {str(problem): problem for problem in [*self.problems, *problems]}
        self.problems = list(told.values())


def _table(target_jax: str | None) -> str | None:
    """The measured JAX next to the oldest that the settings aim at; None: the newest, and names gone since."""
    if target_jax is None:
        return None
    from jaxlint.knowledge.releases import target
    from jaxlint.knowledge.versions import available, nearest

    found = nearest(".".join(map(str, target(target_jax).low)))
    return None if found == available()[0] else found
