"""``jaxlint check``: options to a run, the run to streams and an exit status."""

from __future__ import annotations

import os
import sys

from jaxlint.cli.buffer import BUFFER
from jaxlint.cli.options import Options
from jaxlint.cli.outputs import BadOutput, Output, outputs
from jaxlint.cli.progress import progress
from jaxlint.cli.streams import columns_of, emit, is_terminal, tell, wants_color
from jaxlint.diagnostic import Problem, Severity, internal_error
from jaxlint.discovery.read import is_notebook, rewritten
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Outcome, Request
from jaxlint.report.formats import FORMATS, rendered
from jaxlint.report.paint import Paint
from jaxlint.report.view import View
from jaxlint.settings.overrides import Overrides
from jaxlint.text.writing import write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TextIO

STDIN = "<stdin>"


def check(options: Options) -> int:
    """The exit status: any problem 2, else findings that count (or a diff) 1, else 0."""
    from_stdin = "-" in options.paths or (options.stdin_filename is not None and not options.paths)
    if from_stdin and options.paths not in (["-"], []):
        tell("error", "`-` (stdin) can't be mixed with paths")
        return 2
    if from_stdin and sys.stdin is None:
        tell("error", "`-`: there is no standard input")
        return 2
    try:
        asked = outputs(options)
    except BadOutput as error:
        tell("error", str(error))
        return 2
    given = BUFFER.read() if from_stdin else None
    request = _request(options, given)
    if options.show_files or options.show_settings:
        from jaxlint.cli.show import show

        return show(request, options.show_files)
    try:
        outcome = run(request)
    finally:
        if request.progress is not None:
            request.progress.clear()
    if outcome.settings.output_format is not None:
        asked = _configured(options, outcome, asked)
    fixed_stdin = given is not None and _fixes(options) and not options.diff
    if given is not None and fixed_stdin:
        _echo(outcome, given)
    if options.speaks_of_baseline or outcome.settings.baseline is not None:
        from jaxlint.cli.baseline import use_baseline

        try:
            use_baseline(options, outcome)
        except Exception as error:
            outcome.problems.append(internal_error("--baseline", "the baseline", error))
    if options.add_ignore is not None:
        from jaxlint.cli.ignores import write_ignores

        return write_ignores(options.add_ignore, outcome, writes=given is None)
    if options.fix_only:
        outcome.diagnostics = []
    if any(map(is_notebook, (*outcome.sources, *outcome.spoken_of))):
        from jaxlint.report.cells import by_cell

        outcome = by_cell(outcome)
    _report(options, outcome, asked, to_stderr=fixed_stdin)
    return _status(options, outcome)


def _configured(options: Options, outcome: Outcome, asked: list[Output]) -> list[Output]:
    """With the format that the settings name; where there is none such, as before, and a problem."""
    try:
        return outputs(options, outcome.settings.output_format)
    except BadOutput as error:
        path, line = outcome.settings.place_of(outcome.settings.output_format or "")
        outcome.problems.append(Problem(path, str(error), line))
        return asked


def _request(options: Options, given: bytes | None) -> Request:
    paths = options.paths or [os.curdir]
    if given is not None:
        paths = [options.stdin_filename or STDIN]
    return Request(
        paths,
        options.select,
        options.extend_select,
        options.ignore,
        fix=_fixes(options) or options.diff,
        unsafe=options.unsafe_fixes,
        write=_fixes(options) and not options.diff and given is None,
        force_exclude=options.force_exclude,
        isolated_files=options.isolated_files,
        named_only=options.named_only,
        cache=_cache(options),
        shard=options.shard,
        stdin=given,
        public_api=options.public_api,
        jobs=options.jobs or _processors(),
        fixable=options.fixable,
        unfixable=options.unfixable,
        overrides=_overrides(options),
        progress=None if options.quiet else progress(),
    )


def _processors() -> int:
    """Those that this process may use."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def _cache(options: Options) -> str | None:
    """The folder to keep answers in."""
    if options.no_cache or os.environ.get("JAXLINT_NO_CACHE"):
        return None
    return options.cache_dir or os.environ.get("JAXLINT_CACHE_DIR") or ""


def _fixes(options: Options) -> bool:
    return options.fix or options.fix_only


def _overrides(options: Options) -> Overrides | None:
    """None where the command line says nothing of the settings, as most do."""
    if not (options.config or options.isolated or options.exclude or options.extend_exclude):
        return None
    return Overrides(options.config, options.isolated, options.exclude, options.extend_exclude)


def _echo(outcome: Outcome, given: bytes) -> None:
    """Editors replace the buffer by what comes out, so it is the input wherever something went wrong."""
    data = given
    for path in outcome.changed():
        made = rewritten(given, outcome.sources[path])
        if isinstance(made, Problem):
            outcome.problems.append(made)
            outcome.fixed = []
        else:
            data = made
    BUFFER.answer(data)


def _report(options: Options, outcome: Outcome, asked: list[Output], to_stderr: bool) -> None:
    stream = sys.stderr if to_stderr else sys.stdout
    if not options.quiet:
        for warning in outcome.warnings:
            tell("warning", str(warning))
    if options.verbose:
        for path, reason in outcome.skipped:
            tell("skipped", f"{path}: {reason}")
        for place, reason in outcome.gave_up:
            tell("not fully analyzed", f"{place}: {reason}")
    shown = ""
    for one in asked:
        try:
            text = _rendered(options, outcome, one, stream)
        except Exception as error:  # the other reports are made all the same
            outcome.problems.append(internal_error(f"-o {one.format}", "the report", error))
            continue
        if one.file is None:
            shown = text
        else:
            _write(one.file, text, outcome)
    for problem in outcome.problems:
        tell("error", str(problem))
    emit(shown, stream)
    if options.diff and not options.quiet:
        from jaxlint.report.text import footer

        view = _view(options, outcome, Paint(wants_color(options.color, sys.stderr)))
        emit(footer(outcome, view, written=False), sys.stderr)


def _write(path: str, text: str, outcome: Outcome) -> None:
    try:
        write_file(path, text.encode(errors="backslashreplace"))
    except OSError as error:
        outcome.problems.append(Problem(path, f"can't be written: {error.strerror}"))


def _rendered(options: Options, outcome: Outcome, asked: Output, stream: TextIO | None) -> str:
    """``--diff`` takes the place of the report that is not sent to a file of its own."""
    paint = Paint(asked.file is None and wants_color(options.color, stream))
    if options.diff and asked.is_first:
        from jaxlint.report.diff import diff_report

        return diff_report(outcome, paint, terminal=paint.enabled or (asked.file is None and is_terminal()))
    view = _view(options, outcome, paint, None if asked.file is not None else columns_of(stream))
    if options.statistics and asked.is_first:
        from jaxlint.report.statistics import statistics

        return statistics(outcome, view, asked.format == "json")
    if FORMATS[asked.format] == "text":  # what most runs want, without a search for it
        from jaxlint.report.text import render

        return render(outcome, view)
    return rendered(asked.format, outcome, view)


def _view(options: Options, outcome: Outcome, paint: Paint, columns: int | None = None) -> View:
    unsafe = options.unsafe_fixes or outcome.settings.unsafe_fixes
    return View(paint, unsafe, options.quiet, options.verbose, options.show_fixes, options.fix_only, columns)


def _status(options: Options, outcome: Outcome) -> int:
    if outcome.problems:
        return 2
    if options.exit_zero:
        return 0
    if options.exit_non_zero_on_fix and outcome.fixed:
        return 1
    failing = Severity.ALL[Severity.ALL.index(options.fail_on or outcome.fail_on) :]
    failed = [one for one in outcome.diagnostics if one.severity in failing]
    if options.diff:  # it shows no more of other files than that these cause findings there
        return int(bool(outcome.changed()) or any(not outcome.is_named(one.location.path) for one in failed))
    return int(bool(failed))
