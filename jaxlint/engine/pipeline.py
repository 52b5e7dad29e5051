"""The one way through the house."""

from __future__ import annotations

import os

from jaxlint.diagnostic import Problem, internal_error
from jaxlint.discovery.read import decode, read
from jaxlint.discovery.walk import Exclusion, discover
from jaxlint.engine.lint import Linter
from jaxlint.engine.request import Outcome, Request
from jaxlint.engine.select import Selection
from jaxlint.settings.load import load
from jaxlint.settings.locate import common_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.settings.model import Settings
    from jaxlint.text.source import Source


def run(request: Request) -> Outcome:
    """Paths -> sources -> traced program -> hazards -> diagnostics -> mended sources."""
    outcome = Outcome()
    loaded = load(common_directory(request.paths))
    selection = Selection(loaded.settings, request)
    outcome.warnings, outcome.fail_on = loaded.warnings, loaded.settings.fail_on
    misconfigured = loaded.problems + selection.problems + _broken_patterns(loaded.settings)

    _gather(request, loaded.settings, outcome)
    lint = Linter(loaded.settings, selection, request.public_api)
    outcome.diagnostics = lint(outcome.sources)
    if request.fix and misconfigured:  # what the user wants left alone is not known
        misconfigured.append(Problem("--fix", "nothing was fixed, because of the settings"))
    elif request.fix:
        _mend(request, lint, outcome)

    outcome.gave_up = lint.gave_up
    outcome.problems = sorted(misconfigured + outcome.problems + lint.problems, key=_problem_order)
    return outcome


def _broken_patterns(settings: Settings) -> list[Problem]:
    written = [*(settings.exclude or ()), *settings.extend_exclude, *settings.assume_traced]
    written += [pattern for pattern, _ in settings.per_file_ignores]
    if not written:
        return []
    from jaxlint.discovery.patterns import Patterns

    broken = Patterns(settings.root, written).broken
    return [Problem(settings.path or "settings", f"{one!r} is no pattern", settings.line_of(one)) for one in broken]


def _gather(request: Request, settings: Settings, outcome: Outcome) -> None:
    """Fill in the sources; each path ends there, among the skipped, or as a problem."""
    if request.stdin is not None:
        path = request.paths[0]
        reason = Exclusion(settings).above(path) if request.force_exclude else None
        if reason is not None:
            outcome.skipped.append((path, reason))
            return
        texts = [decode(path, request.stdin)]
    else:
        found = discover(request.paths, settings, request.force_exclude)
        outcome.skipped = found.skipped
        outcome.problems = found.problems
        texts = [_read(path) for path in found.files]
    for text in texts:
        if isinstance(text, Problem):
            outcome.problems.append(text)
        else:
            outcome.sources[text.path] = text
    outcome.before = dict(outcome.sources)


def _read(path: str) -> Source | Problem:
    try:
        return read(path)
    except Exception as error:
        return internal_error(path, "the reader", error)


def _mend(request: Request, lint: Linter, outcome: Outcome) -> None:
    """Apply fixes until nothing changes; a file that can't be written stays as it was, findings and all."""
    if all(diagnostic.fix is None for diagnostic in outcome.diagnostics):
        return
    from jaxlint.engine.mend import mend
    from jaxlint.engine.write import write_all

    try:
        mended = mend(dict(outcome.sources), lint, request.unsafe)
    except Exception as error:  # the findings are told all the same
        outcome.problems.append(internal_error("--fix", "the fixes, of which none is made", error))
        return
    outcome.problems += mended.problems
    outcome.sources = dict(mended.sources)
    unwritten: set[str] = set()
    if request.write:
        linked = [path for path in outcome.changed() if _has_more_names(path)]
        together = [list(item.fix.edits) for item in mended.fixed if item.fix is not None]
        problems, unwritten = write_all(outcome.before, outcome.sources, outcome.changed(), together)
        outcome.problems += problems
        outcome.sources.update({path: outcome.before[path] for path in unwritten})
        said = "parted from its other names (hard links), which keep their text"
        outcome.warnings = outcome.warnings + [Problem(path, said) for path in linked if path not in unwritten]
    outcome.fixed = [item for item in mended.fixed if item.fix is None or not unwritten & set(item.fix.edits)]
    outcome.diagnostics = lint(outcome.sources)


def _has_more_names(path: str) -> bool:
    try:
        return os.stat(path).st_nlink > 1
    except OSError:
        return False


def _problem_order(problem: Problem) -> tuple[str, int, str]:
    return (problem.path, problem.line or 0, problem.message)
