"""Sources to diagnostics, once; asked again after each round of fixes."""

from __future__ import annotations

import gc
import os

from jaxlint.diagnostic import internal_error
from jaxlint.discovery.read import is_notebook
from jaxlint.engine.caused import caused_in
from jaxlint.engine.cells import within_cells
from jaxlint.knowledge.interest import mentions_jax
from jaxlint.project.around import Around
from jaxlint.project.concern import unconcerned
from jaxlint.project.project import Project
from jaxlint.syntax.directives import speaks
from jaxlint.syntax.parse import NotParsed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator

    from jaxlint.diagnostic import Diagnostic, Problem
    from jaxlint.engine.judge import Verdict
    from jaxlint.engine.select import Selection, SelectionByFile
    from jaxlint.settings.model import Settings
    from jaxlint.syntax.directives import Directives
    from jaxlint.text.source import Source
    from jaxlint.tracing.program import Program
    from jaxlint.tracing.running.tracers import Trial

    _Texts = tuple[tuple[str, str], ...]


class Linter:
    """Callable: texts by path to sorted diagnostics.  ``problems`` gathers what went wrong, each once.

    ``around``: the project that the files lie in; those of its files that lead to them are run, too.
    ``elsewhere``: findings in files that were not asked for, which those cause; ``texts``: those of all
    files that are spoken of; ``project``: as it was after the last call.
    ``early``: told of what is found before its fixes are made.
    """

    def __init__(
        self,
        settings: Settings,
        selection: Selection | SelectionByFile,
        around: Around | None = None,
        assumed: Callable[[str], bool] | None = None,
        progress: Callable[[str, int, int], None] | None = None,
        public_api: Callable[[str], bool] | None = None,
        early: Callable[[list[Diagnostic]], None] | None = None,
    ) -> None:
        self._early = early
        self._progress = progress
        self._root = settings.root if around is None else around.root
        self._assumed = assumed or assumed_by(settings)
        self._target_jax = settings.target_jax
        self._public_api = public_api or (lambda path: settings.public_api)
        self._selection = selection
        self._around = around or Around(self._root, [], {})
        self._behind: dict[frozenset[str], dict[str, Source]] = {}
        self._last: tuple[dict[str, Source], list[Diagnostic]] | None = None
        # What comes of fixes is asked for again: to complete one that was tried, and in the next pass.
        self._tried: dict[_Texts, tuple[Trial, Program | None]] = {}
        self._entered: _Texts | None = None  # the texts that are tried now
        self.untried: set[str] = set()  # files with a fix that was not, as much was run for others
        self.problems: list[Problem] = []
        self.gave_up: list[tuple[str, str]] = []
        self.elsewhere: list[Diagnostic] = []
        self.texts: dict[str, Source] = {}
        self.project: Project | None = None

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
        run = {**self._leading_to(sources), **sources}
        self.gave_up, self.elsewhere, self.texts, self.untried = [], [], sources, set()
        known = self._known(_key(run))
        self.project = self._project(run.values(), sources) if known is None else known.project
        if not self.project.modules:  # nothing is traced, and no tracer imported
            return self._idle_comments(sources, {})
        return self._judged(sources, run, known or self._program(self.project, sources))

    def _judged(self, sources: dict[str, Source], run: dict[str, Source], program: Program) -> list[Diagnostic]:
        self.gave_up = [one for one in program.gave_up if one[0].partition(": ")[0] in sources]
        self.project = program.project
        found: list[Diagnostic] = []
        whole: list[Diagnostic] = []  # with findings of other files, which a fix has not left behind
        comments: dict[str, Directives] = {}
        if program.events:  # else no rule is imported
            from jaxlint.engine.judge import judge

            verdict = judge(program, self._selection, sources, self._told_early(sources))
            whole = sorted(verdict.diagnostics, key=lambda one: one.sort_key())
            found = [one for one in whole if one.location.path in sources] + caused_in(sources, whole)
            comments = verdict.directives
            self._tell(verdict.problems)
        self._tell([problem for problem in program.problems if problem.path in sources])
        self.texts = {**_texts([one.location.path for one in found], program.project), **sources}
        if any(one.fix is not None for one in found):
            from jaxlint.engine.alone import UNTRIED
            from jaxlint.engine.trials import settle, tidy

            edited = [path for one in found if one.fix is not None for path in one.fix.edits]
            texts = {**_texts(edited, program.project), **run}
            told = [one for one in whole if one.location.path in texts]
            try:
                settle(program, told, texts, self._selection, self._traced)
            finally:
                self._leave()
            self.untried = {one.location.path for one in found if one.no_fix == UNTRIED}
            tidy(found, texts)
            self.texts = {**texts, **self.texts}
        found = within_cells(found, self.texts)
        found = sorted(found + self._idle_comments(sources, comments), key=lambda one: one.sort_key())
        if any(one.fix is not None for one in found):
            from jaxlint.engine.trust import trust

            trust(found, self._selection)
        self.elsewhere = [one for one in found if one.location.path not in sources]
        return [one for one in found if one.location.path in sources]

    def _told_early(self, sources: dict[str, Source]) -> Callable[[Verdict], None] | None:
        early = self._early
        if early is None:
            return None

        def told(verdict: Verdict) -> None:
            found = [one for one in verdict.diagnostics if one.location.path in sources]
            found += caused_in(sources, verdict.diagnostics)
            found += self._idle_comments(sources, verdict.directives)
            early(sorted(found, key=lambda diagnostic: diagnostic.sort_key()))

        return told

    def _leading_to(self, sources: dict[str, Source]) -> dict[str, Source]:
        """The other files of the project whose code may run that of these; fixes change little of that."""
        asked = frozenset(sources)
        if asked not in self._behind:
            self._behind[asked] = dict(self._others(self._around.reaching(list(sources)), sources))
        return self._behind[asked]

    def _others(self, paths: list[str], sources: dict[str, Source]) -> Iterator[tuple[str, Source]]:
        own = set(map(os.path.abspath, sources))
        for full in paths:
            source = self._around.source(full) if full not in own else None
            if source is not None:
                yield source.path, source

    def _idle_comments(self, sources: dict[str, Source], read: dict[str, Directives]) -> list[Diagnostic]:
        """Of files that say the words: of others no rule is imported for it."""
        spoken = {path: source for path, source in sources.items() if _may_silence(source)}
        if not spoken:
            return []
        from jaxlint.engine.silencing import idle_comments

        in_part = {place.partition(":")[0] for place, _ in self.gave_up} | {one.path for one in self.problems}
        problems: list[Problem] = []
        found = idle_comments(spoken, read, self._selection, in_part, problems)
        self._tell(problems)
        return found

    def _traced(self, sources: dict[str, Source]) -> Program | None:
        """Changed texts, which are the project's until others are traced; None where that fails."""
        from jaxlint.tracing.running.tracers import Trial

        texts = _key(sources)
        if texts != self._entered:
            self._leave()
            self._entered = texts
            if texts in self._tried:
                self._tried[texts][0].exchange()
            else:
                self._tried[texts] = trial, _ = Trial(self._around.memory), None
                try:
                    self._tried[texts] = trial, self._program(self._project(sources.values(), sources), sources)
                except Exception:
                    return None
        return self._tried[texts][1]

    def _leave(self) -> None:
        """The project has its own texts again."""
        if self._entered is not None:
            self._tried[self._entered][0].exchange()
            self._entered = None

    def _known(self, texts: _Texts) -> Program | None:
        """What was tried is so from here on."""
        trial, program = self._tried.pop(texts, (None, None))
        if trial is not None:
            trial.exchange()
            self._around.memory.changes = None
        self._tried.clear()
        return program

    def _program(self, project: Project, asked: Collection[str]) -> Program:
        from jaxlint.knowledge.tables import use_version
        from jaxlint.tracing.program import trace

        use_version(_table(self._target_jax))
        return trace(project, self._selection.is_written, asked, self._progress)

    def _project(self, sources: Iterable[Source], asked: Collection[str]) -> Project:
        """A file that can't be parsed costs only itself."""
        project = Project(self._root, self._assumed, self._target_jax, self._around, self._public_api)
        sources = list(sources)
        aside = unconcerned(project.around, sources, mentions_jax)
        for source in sources:
            try:
                if os.path.abspath(source.path) in aside:
                    project.check(source)
                else:
                    project.add(source)
                self._tell(_of_cells(source) if source.path in asked else [])
            except NotParsed as error:
                self._tell([error.problem] if source.path in asked else [])
            except Exception as error:
                self._tell([internal_error(source.path, "the parser", error)])
        return project

    def _tell(self, problems: list[Problem]) -> None:
        told = {str(problem): problem for problem in [*self.problems, *problems]}
        self.problems = list(told.values())


def _key(sources: dict[str, Source]) -> _Texts:
    return tuple((path, source.text) for path, source in sources.items())


def _of_cells(source: Source) -> list[Problem]:
    """What is wrong with the cells of a notebook."""
    if not is_notebook(source.path):
        return []
    from jaxlint.notebook.notebook import Notebook

    return source.problems if isinstance(source, Notebook) else []


def assumed_by(settings: Settings) -> Callable[[str], bool] | None:
    """Says of which files all functions count as traced."""
    if not settings.assume_traced:
        return None
    from jaxlint.discovery.patterns import Patterns

    return Patterns(settings.root, settings.assume_traced).match


def _texts(paths: list[str], project: Project) -> dict[str, Source]:
    return {path: project.modules[path].source for path in paths if path in project.modules}


def _may_silence(source: Source) -> bool:
    """Of ``noqa`` only our own codes matter here."""
    return "jaxlint:" in source.text or ("JAX" in source.text and speaks(source))


def _table(target_jax: str | None) -> str | None:
    """The measured JAX next to the oldest that the settings aim at; None: the newest, and names gone since."""
    if target_jax is None:
        return None
    from jaxlint.knowledge.releases import target
    from jaxlint.knowledge.versions import available, nearest

    found = nearest(".".join(map(str, target(target_jax).low)))
    return None if found == available()[0] else found
