"""``jaxlint check``: options to a run, the run to streams and an exit status."""

from __future__ import annotations

import os
import sys

from jaxlint.cli.buffer import BUFFER
from jaxlint.cli.options import Options
from jaxlint.cli.streams import emit, is_terminal, tell, wants_color
from jaxlint.diagnostic import Problem, Severity
from jaxlint.discovery.read import rewritten
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Outcome, Request
from jaxlint.report.paint import Paint

STDIN = "<stdin>"


def check(options: Options) -> int:
    """The exit status: any problem 2, else findings that count (or a diff) 1, else 0."""
    from_stdin = "-" in options.paths or (options.stdin_filename is not None and not options.paths)
    if from_stdin and options.paths not in (["-"], []):
        tell("error", "`-` (stdin) can't be mixed with paths")
        return 2
    given = BUFFER.read() if from_stdin else None
    outcome = run(_request(options, given))
    fixed_stdin = given is not None and options.fix and not options.diff
    if given is not None and fixed_stdin:
        _echo(outcome, given)
    _report(options, outcome, to_stderr=fixed_stdin)
    return _status(options, outcome)


def _request(options: Options, given: bytes | None) -> Request:
    paths = options.paths or [os.curdir]
    if given is not None:
        paths = [options.stdin_filename or STDIN]
    return Request(
        paths,
        options.select,
        options.extend_select,
        options.ignore,
        fix=options.fix or options.diff,
        unsafe=options.unsafe_fixes,
        write=options.fix and not options.diff and given is None,
        force_exclude=options.force_exclude,
        stdin=given,
        public_api=options.public_api,
    )


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


def _report(options: Options, outcome: Outcome, to_stderr: bool) -> None:
    stream = sys.stderr if to_stderr else sys.stdout
    paint = Paint(options.output_file is None and wants_color(options.color, stream))
    if not options.quiet:
        for warning in outcome.warnings:
            tell("warning", str(warning))
    if options.verbose:
        for path, reason in outcome.skipped:
            tell("skipped", f"{path}: {reason}")
        for place, reason in outcome.gave_up:
            tell("gave up", f"{place}: {reason}")
    text = _rendered(options, outcome, paint)
    if options.output_file is not None:
        try:
            with open(options.output_file, "w", encoding="utf-8", newline="", errors="backslashreplace") as file:
                file.write(text)
        except OSError as error:
            outcome.problems.append(Problem(options.output_file, f"can't be written: {error.strerror}"))
    for problem in outcome.problems:
        tell("error", str(problem))
    if options.output_file is None:
        emit(text, stream)
    if options.diff and not options.quiet:
        from jaxlint.report.text import footer

        emit(footer(outcome, Paint(wants_color(options.color, sys.stderr)), written=False), sys.stderr)


def _rendered(options: Options, outcome: Outcome, paint: Paint) -> str:
    """Each format is imported where it is asked for."""
    if options.diff:
        from jaxlint.report.diff import diff_report

        return diff_report(outcome, paint, terminal=paint.enabled or (options.output_file is None and is_terminal()))
    if options.output_format == "json":
        from jaxlint.report.json import json_report

        return json_report(outcome)
    if options.output_format == "github":
        from jaxlint.report.github import github_report

        return github_report(outcome)
    from jaxlint.report.text import text_report

    return text_report(outcome, paint, options.unsafe_fixes, options.quiet, options.verbose)


def _status(options: Options, outcome: Outcome) -> int:
    if outcome.problems:
        return 2
    if options.exit_zero:
        return 0
    failing = Severity.ALL[Severity.ALL.index(options.fail_on or outcome.fail_on) :]
    found = bool(outcome.changed()) if options.diff else any(one.severity in failing for one in outcome.diagnostics)
    return int(found)
