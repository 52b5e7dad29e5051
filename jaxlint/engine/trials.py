"""Which fixes of a run are tried alone, and on which of its files."""

from __future__ import annotations

import _ast
from bisect import bisect_left

from jaxlint.codemods.idle.names import idle
from jaxlint.codemods.imports import is_import
from jaxlint.diagnostic import SUGGESTION
from jaxlint.engine.alone import Trials
from jaxlint.engine.judge import Found
from jaxlint.syntax.binders import FUNCTIONS
from jaxlint.syntax.nodes import first_line, walk
from jaxlint.text.edit import apply_edits
from jaxlint.text.moved import composed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jaxlint.diagnostic import Diagnostic
    from jaxlint.engine.select import Selection, SelectionByFile
    from jaxlint.syntax.module import Module
    from jaxlint.text.edit import Edit
    from jaxlint.text.source import Source
    from jaxlint.tracing.program import Program

    Sources = dict[str, Source]

# A fix leaves nothing where a table says which name, or which wrapper, is meant, and where all uses of a key in its
# function are given keys of their own.
_WHOLE = frozenset(["name-used", "parameter-used", "private-name", "library-changed", "key-reused"])
# Statements run for the fixes of one file, beside some for each of its lines; fixes that are not reached are not
# offered.
_MOST_STEPS, _STEPS_OF_LINE = 100_000, 5


def settle(
    program: Program,
    diagnostics: list[Diagnostic],
    sources: Sources,
    selection: Selection | SelectionByFile,
    trace: Callable[[Sources], Program | None],
) -> None:
    """Fixes that stay half are completed, or taken back.

    ``program``: of the sources, and ``diagnostics``: what was found in it.
    """
    everything = selection.everything
    untried = {rule.code for rule in everything.rules if set(rule.events) <= _WHOLE}
    tried = [item for item in diagnostics if item.code not in untried and _is_applied(item)]
    truths = frozenset(rule.code for rule in everything.rules if "truth-test" in rule.events)
    may_mend = frozenset(rule.code for rule in selection.rules if selection.may_fix(rule))
    room = {path: _MOST_STEPS + len(source.code.lines) * _STEPS_OF_LINE for path, source in sources.items()}

    def lint(texts: Sources, path: str | None) -> Found | None:
        program = trace(texts) if path is None or room[path] > 0 else None
        if program is not None and path is not None:
            room[path] -= program.steps
        return None if program is None else Found(program, everything, texts)

    def near(item: Diagnostic) -> set[str]:
        """The files that tell of a finding: its own, those of its reason and its fix, and those that run its code."""
        assert item.fix is not None
        steps = {step.location.path for step in item.related if step.location is not None}
        files = {item.location.path, *item.fix.edits} | steps
        for path, edits in item.fix.edits.items():
            around = _functions_around(program.project.modules.get(path), edits)
            if around is None:  # what a module says at its top, all may read
                return set(sources)
            files |= program.running(around)
        return files & sources.keys()

    if tried:
        covered = selection.covers(everything)
        before = diagnostics if covered else Found(program, everything, sources).verdict.diagnostics
        Trials(sources, lint, may_mend, truths, near).settle(before, tried)


def _functions_around(module: Module | None, edits: list[Edit]) -> set[_ast.AST] | None:
    """The defs and lambdas of the statements, at the top or in a class, that edits touch; None for what is in none."""
    found: set[_ast.AST] = set()
    for edit in edits:
        if not is_import(edit):
            touched = [] if module is None else list(_touched(module, module.tree.body, edit))
            functions = [one for statement in touched for one in walk(statement) if isinstance(one, FUNCTIONS)]
            if not functions:
                return None
            found.update(functions)
    return found


def _touched(module: Module, body: list[_ast.stmt], edit: Edit) -> Iterator[_ast.stmt]:
    lines = [module.source.position(offset)[0] for offset in (edit.span.start, edit.span.end)]
    for statement in body[bisect_left(body, lines[0], key=lambda one: one.end_lineno or 0) :]:
        if first_line(statement) > lines[1]:
            return
        if isinstance(statement, _ast.ClassDef) and first_line(statement.body[0]) <= lines[0]:
            yield from _touched(module, statement.body, edit)
        else:
            yield statement


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
