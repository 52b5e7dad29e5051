"""Fix until nothing is left to fix: lint, choose, apply, verify, lint again."""

from __future__ import annotations

from jaxlint.codemods.idle.names import idle
from jaxlint.codemods.layout import columns, laid_out
from jaxlint.codemods.plan import plan
from jaxlint.codemods.recipes.wording.fresh_names import renumbered
from jaxlint.codemods.verify import verify
from jaxlint.diagnostic import Diagnostic, Problem
from jaxlint.record import Record
from jaxlint.text.edit import apply_edits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.text.source import Source

    Lint = Callable[[dict[str, Source]], list[Diagnostic]]

_PASSES = 10
# Fixes that make a file this much larger after the first pass feed on one another; a long ``elif``, which is nested
# deep, lawfully grows in that one.
_GROWTH = 4
_GROWTH_AT_FIRST = 16


class Mended(Record):
    """``sources``: all files, mended or not; ``fixed``: the findings mended; ``remaining``: those of the new texts."""

    sources: dict[str, Source]
    fixed: list[Diagnostic]
    problems: list[Problem]
    remaining: list[Diagnostic]


def mend(sources: dict[str, Source], lint: Lint, unsafe: bool) -> Mended:
    """Nothing is written here.  A file that doesn't settle keeps its original text, and a Problem names the codes."""
    work = _Work(sources)
    remaining = lint(work.sources)
    for _ in range(_PASSES):
        if not work.step(remaining, unsafe):
            break
        remaining = lint(work.sources)
    else:
        unsettled = plan(work.open(remaining), unsafe)
        if unsettled:
            paths = {path for item in unsettled if item.fix is not None for path in item.fix.edits}
            work.revert(paths, unsettled, f"fixes did not settle in {_PASSES} passes")
            remaining = lint(work.sources)
    if work.tidy():
        remaining = lint(work.sources)
    return Mended(work.sources, work.fixed, work.problems, remaining)


class _Work:
    """The texts as they are now, what each has been, and who made it so."""

    def __init__(self, sources: dict[str, Source]) -> None:
        self.original = sources
        self.sources = dict(sources)
        self.fixed: list[Diagnostic] = []
        self.problems: list[Problem] = []
        self._seen = {path: {source.text} for path, source in sources.items()}
        self._first: dict[str, str] = {}  # after the first pass that changed them
        self._frozen: set[str] = set()
        self._broken: set[tuple[str, str, str]] = set()

    def open(self, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
        """Findings that may still be mended."""
        return [
            item
            for item in diagnostics
            if item.fix is not None
            and item.fix.edits.keys() <= self.sources.keys()  # other files are not ours to write
            and not self._frozen & set(item.fix.edits)
            and _key(item, self.sources) not in self._broken
        ]

    def step(self, diagnostics: list[Diagnostic], unsafe: bool) -> bool:
        """One pass; False when there is nothing left to do."""
        chosen = plan(self.open(diagnostics), unsafe)
        if not chosen:
            return False
        verified = verify(self.sources, chosen)
        said = {str(problem) for problem in self.problems}
        self.problems += {str(new): new for new in verified.problems if str(new) not in said}.values()
        self._broken.update(_key(item, self.sources) for item in set(chosen) - set(verified.kept))
        self.fixed += verified.kept
        restless: set[str] = set()
        for path, source in verified.sources.items():
            if source.text in self._seen[path] or len(source.text) > self._most(path):
                restless.add(path)
            self._first.setdefault(path, source.text)
            self._seen[path].add(source.text)
        self.sources.update(verified.sources)
        if restless:
            self.revert(restless, verified.kept, "fixes undo or feed one another")
        return True

    def _most(self, path: str) -> int:
        """Characters that a file may have after a pass."""
        most = _GROWTH_AT_FIRST * (len(self.original[path].text) + 1000)
        return min(most, _GROWTH * (len(self._first[path]) + 1000)) if path in self._first else most

    def revert(self, paths: set[str], culprits: list[Diagnostic], why: str) -> None:
        """Back to the originals, together with every file that shares a fix with one of these."""
        paths = self._linked(paths)
        self.problems = [problem for problem in self.problems if problem.path not in paths]
        for path in sorted(paths):
            involved = [item for item in [*self.fixed, *culprits] if item.fix is not None and path in item.fix.edits]
            codes = ", ".join(sorted({item.code for item in involved}))
            self.problems.append(Problem(path, f"not fixed: {why} ({codes}); the file is unchanged"))
            self.sources[path] = self.original[path]
        self._frozen |= paths
        self.fixed = [item for item in self.fixed if item.fix is not None and not paths & set(item.fix.edits)]

    def tidy(self) -> bool:
        """Take away imports and local names without a use, number new names anew, lay out lines that are too long."""
        changed = False
        for path in {path for item in self.fixed if item.fix is not None for path in item.fix.edits}:
            source, before = self.sources[path], self.original[path].text
            text = apply_edits(source.text, idle(self.original[path], source.text))
            text = renumbered(before, text)
            text = laid_out(before, text, columns(before), joins=False)
            if text != source.text:
                self.sources[path] = source.having(text)
                changed = True
        return changed

    def _linked(self, paths: set[str]) -> set[str]:
        linked = set(paths)
        groups = [set(item.fix.edits) for item in self.fixed if item.fix is not None]
        while True:
            more = {path for group in groups if group & linked for path in group} - linked
            if not more:
                return linked
            linked |= more


def _key(diagnostic: Diagnostic, sources: dict[str, Source]) -> tuple[str, str, str]:
    """A finding whose fix broke the file, known again in a later pass although lines have moved."""
    location = diagnostic.location
    source = sources.get(location.path)
    line = source.line(location.line).strip() if source is not None and location.line <= len(source.starts) else ""
    return (location.path, diagnostic.code, line)
