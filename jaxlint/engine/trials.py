"""Which fixes of a run are tried alone, and on which of its files."""

from __future__ import annotations

import os

from jaxlint.codemods.idle.names import idle
from jaxlint.diagnostic import SUGGESTION
from jaxlint.engine.alone import Trials
from jaxlint.engine.judge import Found
from jaxlint.text.edit import apply_edits
from jaxlint.text.moved import composed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.diagnostic import Diagnostic
    from jaxlint.engine.select import Selection, SelectionByFile
    from jaxlint.text.edit import Edit
    from jaxlint.text.source import Source
    from jaxlint.tracing.program import Program

    Sources = dict[str, Source]

# A fix leaves nothing where a table says which name, or which wrapper, is meant, and where all uses of a key in its
# function are given keys of their own.
_WHOLE = frozenset(["name-used", "parameter-used", "private-name", "library-changed", "key-reused"])
# Statements run for the fixes of one file, beside some for each of its lines; fixes that are not reached are not
# offered.
_MOST_STEPS, _STEPS_OF_LINE = 100_000, 4


def settle(
    program: Program,
    diagnostics: list[Diagnostic],
    sources: Sources,
    selection: Selection | SelectionByFile,
    trace: Callable[[Sources], Program | None],
    leading_to: Callable[[list[str]], set[str]],
) -> set[str]:
    """Fixes that stay half are completed, or taken back; gives the files of those that rest on all files.

    ``program``: of the sources, and ``diagnostics``: what was found in it; ``leading_to``: absolute paths of files, and
    of those whose code may run that of these.
    """
    everything = selection.everything
    untried = {rule.code for rule in everything.rules if set(rule.events) <= _WHOLE}
    tried = [item for item in diagnostics if item.code not in untried and _is_applied(item)]
    truths = frozenset(rule.code for rule in everything.rules if "truth-test" in rule.events)
    may_mend = frozenset(rule.code for rule in selection.rules if selection.may_fix(rule))
    led: dict[frozenset[str], set[str]] = {}
    room = {path: _MOST_STEPS + len(source.code.lines) * _STEPS_OF_LINE for path, source in sources.items()}

    def lint(texts: Sources, path: str | None) -> Found | None:
        program = trace(texts) if path is None or room[path] > 0 else None
        if program is not None and path is not None:
            room[path] -= program.steps
        return None if program is None else Found(program, everything, texts)

    def near(item: Diagnostic) -> set[str]:
        """The files that tell of a finding: its own, those of its reason and its fix, and what runs the fix's code."""
        edited = frozenset(item.fix.edits if item.fix is not None else ())
        if edited not in led:
            leading = leading_to(sorted(edited))
            led[edited] = {path for path in sources if os.path.abspath(path) in leading}
        steps = {step.location.path for step in item.related if step.location is not None}
        return ({item.location.path, *edited} | led[edited] | steps) & sources.keys()

    if not tried:
        return set()
    covered = selection.covers(everything)
    before = diagnostics if covered else Found(program, everything, sources).verdict.diagnostics
    return Trials(sources, lint, may_mend, truths, near).settle(before, tried)


def tidy(diagnostics: list[Diagnostic], sources: Sources) -> None:
    """Fixes as they are made alone: without imports and local names that have lost their use."""
    for fix in [item.fix for item in diagnostics if item.fix is not None]:
        fix.alone = {path: _tidied(sources[path], edits) for path, edits in fix.edits.items()}


def _tidied(source: Source, edits: list[Edit]) -> list[Edit]:
    after = apply_edits(source.text, edits)
    gone = idle(source, after, edits)
    return composed(source.text, edits, gone) if gone else edits


def _is_applied(item: Diagnostic) -> bool:
    return item.fix is not None and item.fix.applicability != SUGGESTION
