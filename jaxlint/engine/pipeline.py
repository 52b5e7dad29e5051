"""The one way through the house."""

from __future__ import annotations

import os

from jaxlint.diagnostic import Problem, internal_error
from jaxlint.discovery.read import decode
from jaxlint.discovery.walk import Exclusions, discover, shown
from jaxlint.engine.caused import caused_in, with_cause
from jaxlint.engine.request import Outcome, Request
from jaxlint.engine.select import SelectionByFile
from jaxlint.engine.units import Linters
from jaxlint.settings.locate import common_directory, top_of
from jaxlint.settings.nearest import Nearest
from jaxlint.text.leftovers import remove_leftovers
from jaxlint.text.reading import PASSED_OVER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.settings.model import Settings
    from jaxlint.text.source import Source


def run(request: Request) -> Outcome:
    """Paths -> sources -> traced program -> hazards -> diagnostics -> mended sources."""
    outcome = Outcome()
    PASSED_OVER.clear()
    here = common_directory(request.paths)
    nearest = Nearest(overrides=request.overrides, asked=None if request.unsafe else here)
    outcome.fail_on = nearest.of(here).settings.fail_on

    paths, stdin = _gather(request, nearest, outcome)
    outcome.settings = _with_consent(request, nearest, here, outcome)
    folders = list(dict.fromkeys([here, *(os.path.dirname(os.path.abspath(path)) for path in paths)]))
    selection = SelectionByFile(nearest, request, folders)
    if request.fix:
        outcome.warnings = [*outcome.warnings, *nearest.without_consent]
    misconfigured = selection.problems + _misconfigured(nearest, folders, outcome)
    lint = Linters(nearest, selection, paths, stdin, request)
    outcome.before, outcome.sources = lint.sources, lint.sources
    outcome.diagnostics = lint(outcome.sources)
    if request.fix and misconfigured:  # what the user wants left alone is not known
        misconfigured.append(Problem("--fix", "no fixes applied: the settings have errors"))
    elif request.fix:
        _mend(request, lint, outcome)

    outcome.gave_up, outcome.texts = sorted(lint.gave_up), lint.texts
    outcome.texts = {**outcome.texts, **outcome.sources}  # a fix that can't be written leaves the text as it was
    if not (request.named_only or outcome.settings.named_only or request.shard != (1, 1)):  # shards have them all
        caused = [with_cause(one, outcome.sources) for one in caused_in(outcome.sources, lint.elsewhere)]
        outcome.diagnostics = sorted(outcome.diagnostics + caused, key=lambda one: one.sort_key())
    outcome.warnings = outcome.warnings + [Problem(shown(path), why) for path, why in sorted(PASSED_OVER.items())]
    outcome.problems = sorted(misconfigured + outcome.problems + lint.problems, key=_problem_order)
    return outcome


def _with_consent(request: Request, nearest: Nearest, here: str, outcome: Outcome) -> Settings:
    """The settings of a folder.  Only those at the top of its repository or project turn unsafe fixes on: neither those
    of a vendored folder do, nor those that lie above.
    """
    own = nearest.of(here).settings
    if not own.unsafe_fixes or nearest.consents(top_of(here)):
        return own
    if request.fix and not request.unsafe:
        said = "ignoring `unsafe-fixes`: it needs the same in the top-level settings of the project, or --unsafe-fixes"
        outcome.warnings = [*outcome.warnings, Problem(own.path or here, said, own.line_of("unsafe-fixes"))]
    return own.but(unsafe_fixes=False)


def _misconfigured(nearest: Nearest, folders: list[str], outcome: Outcome) -> list[Problem]:
    """What is wrong with the settings that hold there; what is only odd is told with the outcome."""
    used = dict.fromkeys(map(nearest.of, folders))
    outcome.warnings += [warning for loaded in used for warning in loaded.warnings]
    return [one for loaded in used for one in (*loaded.problems, *_broken_patterns(loaded.settings))]


def _broken_patterns(settings: Settings) -> list[Problem]:
    written = [*(settings.exclude or ()), *settings.extend_exclude, *settings.assume_traced]
    written += [pattern for pattern, _ in settings.per_file_ignores]
    if not written:
        return []
    from jaxlint.discovery.patterns import Patterns

    broken = Patterns(settings.root, written).broken
    places = [(one, *settings.place_of(one)) for one in broken]
    return [Problem(path, f"invalid pattern {one!r}", line) for one, path, line in places]


def _gather(request: Request, nearest: Nearest, outcome: Outcome) -> tuple[list[str], dict[str, Source]]:
    """The files to look at, and the texts that are given; each other path ends among the skipped, or as a problem."""
    if request.buffers is not None:
        return _left_in(request.paths, nearest, outcome), request.buffers
    if request.stdin is None:
        found = discover(request.paths, nearest, request.force_exclude)
        outcome.skipped, outcome.problems, outcome.warnings = found.skipped, found.problems, found.warnings
        part, parts = request.shard
        return found.files[part - 1 :: parts], {}
    path = request.paths[0]
    reason = Exclusions(nearest).above(path) if request.force_exclude else None
    if reason is not None:
        outcome.skipped.append((path, reason))
        return [], {}
    text = decode(path, request.stdin)
    if isinstance(text, Problem):
        outcome.problems.append(text)
        return [], {}
    return [path], {path: text}


def _left_in(paths: list[str], nearest: Nearest, outcome: Outcome) -> list[str]:
    """Of the files that are open in an editor those that no setting excludes: nobody has named them."""
    exclusions = Exclusions(nearest)
    excluded = [(path, reason) for path in paths if (reason := exclusions.above(path)) is not None]
    outcome.skipped += excluded
    gone = {path for path, _ in excluded}
    return [path for path in paths if path not in gone]


def _mend(request: Request, lint: Linters, outcome: Outcome) -> None:
    """Apply fixes until nothing changes; a file that can't be written stays as it was, findings and all."""
    if request.write:
        remove_leftovers({os.path.dirname(path) for path in outcome.sources})
    if all(diagnostic.fix is None for diagnostic in outcome.diagnostics):
        return
    from jaxlint.engine.mend import mend
    from jaxlint.engine.write import write_all

    try:
        mended = mend(dict(outcome.sources), lint, request.unsafe or outcome.settings.unsafe_fixes)
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
        said = "replaced; other hard links still point to the old text"
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
