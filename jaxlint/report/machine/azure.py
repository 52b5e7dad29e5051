"""Logging commands of Azure Pipelines."""

from __future__ import annotations

from jaxlint.diagnostic import Severity
from jaxlint.report.each import each
from jaxlint.report.paint import visible
from jaxlint.report.places import page_of, slashed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Problem
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View


def render(outcome: Outcome, view: View) -> str:
    """It knows errors and warnings: advice is a warning."""
    rows = [_problem(problem) for problem in outcome.problems]
    rows += each(outcome, lambda diagnostic, _: _finding(diagnostic))
    return "".join(f"{row}\n" for row in rows)


def _finding(diagnostic: Diagnostic) -> str:
    place = diagnostic.location
    level = "error" if diagnostic.severity == Severity.ERROR else "warning"
    properties = {
        "type": level,
        "sourcepath": slashed(place.path),
        "linenumber": str(place.line),
        "columnnumber": str(place.column),
        "code": diagnostic.code,
    }
    page = page_of(diagnostic)
    return _command(properties, diagnostic.message if page is None else f"{diagnostic.message}\nsee: {page}")


def _problem(problem: Problem) -> str:
    line = {} if problem.line is None else {"linenumber": str(problem.line)}
    return _command({"type": "error", "sourcepath": slashed(problem.path), **line}, problem.message)


def _command(properties: dict[str, str], message: str) -> str:
    listed = "".join(f"{key}={_property(value)};" for key, value in properties.items())
    return f"##vso[task.logissue {listed}]{_data(message)}"


def _data(text: str) -> str:
    lines = [visible(line) for line in text.replace("%", "%AZP25").replace("\r", "%0D").split("\n")]
    return "%0A".join(lines)


def _property(text: str) -> str:
    return _data(text).replace(";", "%3B").replace("]", "%5D")
