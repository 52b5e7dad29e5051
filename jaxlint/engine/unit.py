"""The files of one project that were asked for: what is known of them from before, and what has to be worked out."""

from __future__ import annotations

import os

from jaxlint.diagnostic import Problem, internal_error
from jaxlint.discovery.read import Unread, read
from jaxlint.engine.caused import caused_in
from jaxlint.record import Record
from jaxlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.diagnostic import Diagnostic
    from jaxlint.engine.earlier.kept import Kept
    from jaxlint.engine.lint import Linter
    from jaxlint.project.around import Around


class UnitOutcome(Record):
    """``elsewhere``: findings in other files."""

    diagnostics: list[Diagnostic]
    elsewhere: list[Diagnostic]
    problems: list[Problem]
    gave_up: list[tuple[str, str]]


class Unit:
    """Callable: texts by path to diagnostics.  ``sources``: the texts as they are; ``problems``: what went wrong.

    ``stdin``: paths whose text is given; ``kept``: what earlier runs found out; ``linter``: made where that is not all.
    """

    def __init__(
        self,
        paths: list[str],
        stdin: dict[str, Source],
        around: Around | None,
        linter: Callable[[], Linter],
        kept: Kept | None,
    ) -> None:
        self._around = around
        self._linter = linter
        self._made: Linter | None = None
        self._kept = kept
        self._known = {} if kept is None else kept.answers(paths)
        self._read_problems: list[Problem] = []
        self.sources: dict[str, Source] = {}
        for path in paths:
            source = stdin.get(path) or self._text(path)
            if isinstance(source, Problem):
                self._read_problems.append(source)
                continue
            self.sources[path] = source
            if around is not None:
                around.put(os.path.abspath(path), source)
        self._begun = dict(self.sources)
        self._first: list[Diagnostic] | None = None  # what was found in them
        self.elsewhere: list[Diagnostic] = []
        self._outcome: UnitOutcome | None = None  # by another process
        self._is_new = False  # was the linter asked of all files?

    def __call__(self, sources: dict[str, Source]) -> list[Diagnostic]:
        if sources == self._begun and self._first is not None:
            return list(self._first)
        if sources != self._begun:
            self._is_new = True
            found = self._lint(sources)
            self.elsewhere = self._lint.elsewhere
            return found
        missing = {path: source for path, source in sources.items() if path not in self._known}
        fresh = self._lint(missing) if missing else []
        answers = [self._known[path] for path in sources if path in self._known]
        known = [one for answer in answers for one in answer.diagnostics]
        outside = [one for answer in answers for one in answer.elsewhere]
        self.elsewhere = caused_in(sources, outside + (self._lint.elsewhere if missing else []))
        if self._kept is not None:
            try:
                self._kept.keep(missing, fresh + known + self.elsewhere, self._made)
            except Exception as error:
                self._read_problems.append(
                    internal_error(
                        self._around.root if self._around else os.curdir, "what is kept for later runs", error
                    )
                )
        self._first = fresh + known
        return list(self._first)

    @property
    def is_apart(self) -> bool:
        """May another process work at it?  Of what is kept, one alone may write."""
        return self._kept is None

    def outcome(self) -> UnitOutcome:
        found = self(self.sources)
        return UnitOutcome(found, self.elsewhere, [] if self._made is None else self._made.problems, self.gave_up)

    def take(self, outcome: UnitOutcome) -> None:
        """What another process found in the texts as they are."""
        self._outcome = outcome
        self._first, self.elsewhere = outcome.diagnostics, outcome.elsewhere

    @property
    def _lint(self) -> Linter:
        if self._made is None:
            self._made = self._linter()
        return self._made

    @property
    def problems(self) -> list[Problem]:
        found = [] if self._outcome is None else self._outcome.problems
        found = found + ([] if self._made is None else self._made.problems)
        return self._read_problems + list({str(one): one for one in found}.values())

    @property
    def gave_up(self) -> list[tuple[str, str]]:
        known = [] if self._is_new else [one for answer in self._known.values() for one in answer.gave_up]
        if self._outcome is not None and not self._is_new:
            return self._outcome.gave_up
        return known + ([] if self._made is None else self._made.gave_up)

    @property
    def texts(self) -> dict[str, Source]:
        """All files that findings and fixes are about."""
        known = [one for answer in self._known.values() for one in answer.diagnostics]
        known += [] if self._outcome is None else self._outcome.diagnostics
        paths = {path for one in known if one.fix is not None for path in one.fix.edits}
        paths |= {one.location.path for one in self.elsewhere}
        found: dict[str, Source] = {path: Unread(path) for path in paths}
        return {**found, **self.sources, **({} if self._made is None else self._made.texts)}

    def _text(self, path: str) -> Source | Problem:
        """Read where it has findings; an answer that is about another text by now is none."""
        answer = self._known.get(path)
        if answer is not None and not answer.diagnostics:
            return Unread(path)
        source = _read(path)
        if answer is not None and not (self._kept is not None and self._kept.is_about(source)):
            del self._known[path]
        return source


def _read(path: str) -> Source | Problem:
    try:
        return read(path)
    except Exception as error:
        return internal_error(path, "the reader", error)
