"""Workflow commands, that GitHub shows beside the lines of a pull request."""

from __future__ import annotations

from jaxlint.diagnostic import Severity
from jaxlint.report.each import each
from jaxlint.report.paint import visible
from jaxlint.report.places import page_of, slashed
from jaxlint.report.remedies import remedy_lines
from jaxlint.report.tally import Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Problem
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def render(outcome: Outcome, view: View) -> str:
    """The worst first: GitHub shows ten of a level and drops the rest."""
    order = list(_LEVELS)
    shown = each(outcome, lambda diagnostic, _: (order.index(diagnostic.severity), _finding(diagnostic)))
    rows = [_problem(problem) for problem in outcome.problems]
    rows += [row for _, row in sorted(shown, key=lambda one: one[0])]
    rows += Tally(outcome).sentences()
    return "".join(f"{row}\n" for row in rows)


def _finding(diagnostic: Diagnostic) -> str:
    location = diagnostic.location
    properties = {
        "title": f"{diagnostic.code} {diagnostic.name}",
        "file": slashed(location.path),
        "line": str(location.line),
        "col": str(location.column),
        "endLine": str(location.end_line),
    }
    if location.end_line == location.line:
        properties["endColumn"] = str(location.end_column)
    lines = [diagnostic.message]
    for step in diagnostic.related:
        place = "" if step.location is None else f" ({step.location.path}:{step.location.line})"
        lines.append(f"because: {step.message}{place}")
    lines += remedy_lines(diagnostic)
    page = page_of(diagnostic)
    lines += [] if page is None else [f"see: {page}"]
    return _command(_LEVELS[diagnostic.severity], properties, "\n".join(lines))


def _problem(problem: Problem) -> str:
    properties = {"title": "jaxlint", "file": slashed(problem.path)}
    if problem.line is not None:
        properties["line"] = str(problem.line)
    return _command("error", properties, problem.message)


def _command(level: str, properties: dict[str, str], message: str) -> str:
    listed = ",".join(f"{key}={_property(value)}" for key, value in properties.items())
    return f"::{level} {listed}::{_data(message)}"


def _data(text: str) -> str:
    lines = [visible(line) for line in text.split("\n")]  # a log is shown on terminals, too
    return "%0A".join([line.replace("%", "%25") for line in lines])


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
