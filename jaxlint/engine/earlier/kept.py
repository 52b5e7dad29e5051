"""The answers of earlier runs that still hold, and those of this run for later ones."""

from __future__ import annotations

import os

from jaxlint.cache import answer as answers
from jaxlint.cache.answer import Answer
from jaxlint.cache.store import Store, Stored
from jaxlint.diagnostic import LEVELS, Fix, Problem, Severity
from jaxlint.discovery.walk import shown
from jaxlint.engine.caused import caused_in, steps_of
from jaxlint.project import graph as graphs
from jaxlint.project.index import digest_of, stamps_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.diagnostic import Diagnostic
    from jaxlint.engine.lint import Linter
    from jaxlint.project.around import Around
    from jaxlint.project.graph import Graph
    from jaxlint.text.edit import Edit
    from jaxlint.text.source import Source


class Kept:
    """``asked``: what stands for the rules and settings of a file; ``around``: its project, as it is now.

    ``fixes``: are fixes to be made?  Those are worked out anew: what is kept may have been written by somebody else.
    """

    def __init__(self, store: Store, around: Around, asked: Callable[[str], str], fixes: bool = False) -> None:
        self._fixes = fixes
        self._store = store
        self._around = around
        self._asked = asked
        self._state: str | None = None
        self._stamps: dict[bool, dict[str, str]] = {}  # by whether comments count
        self._facts = ""
        self._new_graph: tuple[str, str] | None = None
        self._named: dict[str, str] = {}
        self._said: dict[str, str] = {}
        self._requirements: dict[str, str] = {}  # by folder

    def answers(self, paths: list[str], with_findings: bool = False) -> dict[str, Answer]:
        """Those of these files that still hold, by path; ``with_findings``: that have some."""
        self._named.update((os.path.abspath(path), path) for path in paths)
        found: dict[str, Answer] = {}
        for asked, some in self._by_question(paths).items():
            rows = self._store.answers(asked, [os.path.abspath(path) for path in some], with_findings)
            for full, versions in rows.items():
                answer = next((one for row in versions if (one := self._holding(full, row)) is not None), None)
                if answer is not None:
                    found[self._name(full)] = answer
        return found

    def is_about(self, source: Source | Problem) -> bool:
        """Is this the text that the answers for its file are about?"""
        if isinstance(source, Problem):
            return False
        return self._around.index.digest(os.path.abspath(source.path)) == digest_of(source.text, source.encoding)

    def keep(self, sources: dict[str, Source], findings: list[Diagnostic], lint: Linter | None) -> None:
        """What was found out of these files; nothing of one that something went wrong with, or where texts changed.

        ``findings``: of all files; ``lint``: None where nothing had to be found out.
        """
        if not self._around.is_of_one_moment():
            return
        made = {} if lint is None else self._answers(sources, findings, lint)
        changed = self._around.index.changed
        gone = [path for path in self._around.index.before if path not in self._around]
        if made or changed or gone or self._new_graph is not None:
            self._store.keep(changed, gone, self._new_graph, made)

    def _answers(
        self, sources: dict[str, Source], findings: list[Diagnostic], lint: Linter
    ) -> dict[str, dict[str, Stored]]:
        """By what was asked, and by path."""
        made: dict[str, dict[str, Stored]] = {}
        project = lint.project
        wrong = {problem.path for problem in lint.problems}
        parsed = set() if project is None else set(project.run)
        by_path: dict[str, list[Diagnostic]] = {}
        by_step: dict[str, list[Diagnostic]] = {}
        for one in findings:
            by_path.setdefault(one.location.path, []).append(one)
            for step in steps_of(one):
                by_step.setdefault(step, []).append(one)
        outside = [] if project is None else [(path, stamps_of(path)) for path in sorted(project.outside)]
        for path in sources:
            if project is None or path in wrong or path not in parsed:
                continue
            full = os.path.abspath(path)
            own = by_path.get(path, [])
            caused = caused_in([path], by_step.get(full, []))
            gave_up = [one for one in lint.gave_up if one[0].partition(":")[0] == path]
            sought = [(word, self._saying(word)) for word in sorted(self._around.sought.get(path, ()))]
            answer = Answer(own, caused, gave_up, outside, sought, project.asked_for(path))
            body = answers.packed(answer, self._around.root, self._text)
            stamp = "" if path in lint.untried else self._stamp_of(full, answer)
            made.setdefault(self._asked(path), {})[full] = Stored(self._project(), stamp, len(own), body)
        return made

    def _by_question(self, paths: list[str]) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for path in paths:
            found.setdefault(self._asked(path), []).append(path)
        return found

    def _name(self, full: str) -> str:
        return self._named.get(full) or shown(full)

    def _holding(self, full: str, row: Stored) -> Answer | None:
        """The answer, where nothing that it depends on has changed."""
        is_same = row.project == self._project()
        if not is_same and not row.stamp:
            return None
        try:
            found = answers.unpacked(row.body, self._around.root, self._name, self._text)
            if not is_same and not self._is_as_it_was(full, found, row.stamp):
                return None
            if not self._is_sound(found, full) or any(stamps_of(path) != stamps for path, stamps in found.outside):
                return None
        except ValueError:  # names that are none, too
            return None
        if found.requirement is not None and found.requirement != (self._required(os.path.dirname(full)),):
            return None
        return found

    def _required(self, folder: str) -> str:
        if folder not in self._requirements:
            from jaxlint.project.requirement import requirements

            self._requirements[folder] = requirements(os.path.join(folder, "a.py"))
        return self._requirements[folder]

    def _is_sound(self, answer: Answer, full: str) -> bool:
        """Does it speak of this file, and of places that there are?"""
        if self._fixes and any(one.fix is not None for one in answer.diagnostics):
            return False
        own = self._name(full)
        return all(one.location.path == own and self._stands(one) for one in answer.diagnostics) and all(
            map(self._stands, answer.elsewhere)
        )

    def _stands(self, one: Diagnostic) -> bool:
        place, source = one.location, self._text(one.location.path)
        if source is None or one.severity not in Severity.ALL:
            return False
        steps = [step.location for step in one.related if step.location is not None]
        if any(step.line < 1 or step.column < 1 for step in steps):
            return False
        if not (1 <= place.line <= place.end_line <= len(source.starts)):
            return False
        ends = ((place.line, place.column), (place.end_line, place.end_column))
        if any(not 1 <= column <= len(source.text) - source.starts[line - 1] + 1 for line, column in ends):
            return False
        return one.fix is None or (one.fix.applicability in LEVELS and all(map(self._is_edit_of_it, _edits(one.fix))))

    def _is_edit_of_it(self, made: tuple[str, Edit]) -> bool:
        path, edit = made
        source = self._text(path)
        return source is not None and 0 <= edit.span.start <= edit.span.end <= len(source.text)

    def _text(self, path: str) -> Source | None:
        """Of a file of the project."""
        full = os.path.abspath(path)
        return self._around.source(full) if full in self._around else None

    def _project(self) -> str:
        if self._state is None:
            self._state = self._around.state()
        return self._state

    def _is_as_it_was(self, full: str, answer: Answer, stamp: str) -> bool:
        return stamp == self._stamp_of(full, answer) and all(self._saying(word) == said for word, said in answer.sought)

    def _saying(self, word: str) -> str:
        if word not in self._said:
            self._said[word] = self._around.saying(word)
        return self._said[word]

    def _stamp_of(self, full: str, answer: Answer) -> str:
        """With the files that its fixes edit."""
        edited = {path for one in answer.diagnostics if one.fix is not None for path in one.fix.edits}
        others = sorted({os.path.abspath(path) for path in edited} - {full})
        return digest_of(*(self._stamp(one, answer.stays) for one in (full, *others)))

    def _stamp(self, full: str, exactly: bool) -> str:
        """What stands for everything in the project that has a part in a file; ``exactly``: comments, too."""
        if exactly not in self._stamps:
            around = self._around
            self._stamps[exactly] = self._graph().stamps(around.index.digest if exactly else around.meaning)
        return digest_of(self._stamps[exactly].get(full, ""), self._facts)

    def _graph(self) -> Graph:
        """As it was kept, where the imports and classes of the project are the same."""
        around = self._around
        if not self._facts:
            key = around.shape()
            try:
                around.graph, self._facts = graphs.unpacked(self._store.graph(key) or "", around.root, around.files)
            except ValueError:  # none, or none of ours
                self._facts = around.facts()
                self._new_graph = key, graphs.packed(around.graph, around.root, self._facts)
        return around.graph


def _edits(fix: Fix) -> list[tuple[str, Edit]]:
    """In all files, with and without other fixes."""
    return [(path, edit) for edits in (fix.edits, fix.alone) for path, made in edits.items() for edit in made]
