"""JUnit's XML: a suite for each file, a case for each finding; a file without findings is a case that passed."""

from __future__ import annotations

from xml.sax.saxutils import escape, quoteattr

from jaxlint.report.each import each
from jaxlint.report.paint import visible
from jaxlint.report.places import page_of, slashed
from jaxlint.report.remedies import remedy_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Problem
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View


class _Suite:
    """The cases of one file, as XML."""

    def __init__(self) -> None:
        self.cases: list[str] = []
        self.failures = 0
        self.errors = 0


def render(outcome: Outcome, view: View) -> str:
    """What kept jaxlint from its work is an error, a finding a failure."""
    suites: dict[str, _Suite] = {path: _Suite() for path in outcome.sources}
    for path, case in each(outcome, lambda one, _: (one.location.path, _finding(one))):
        suite = suites.setdefault(path, _Suite())
        suite.cases.append(case)
        suite.failures += 1
    for problem in outcome.problems:
        suite = suites.setdefault(problem.path, _Suite())
        suite.cases.append(_problem(problem))
        suite.errors += 1
    bodies = [_suite(path, suite) for path, suite in suites.items()]
    tests = sum(max(1, len(suite.cases)) for suite in suites.values())
    failures, errors = (sum(getattr(suite, what) for suite in suites.values()) for what in ("failures", "errors"))
    head = f'<testsuites name="jaxlint" tests="{tests}" failures="{failures}" errors="{errors}">'
    return "\n".join(['<?xml version="1.0" encoding="utf-8"?>', head, *bodies, "</testsuites>"]) + "\n"


def _suite(path: str, suite: _Suite) -> str:
    cases = suite.cases or [f'    <testcase name="jaxlint" classname={_attribute(_stem(path))} time="0"/>']
    counts = f'tests="{len(cases)}" failures="{suite.failures}" errors="{suite.errors}" skipped="0" time="0"'
    head = f'  <testsuite name={_attribute(slashed(path))} package="jaxlint" {counts}>'
    return "\n".join([head, *cases, "  </testsuite>"])


def _finding(diagnostic: Diagnostic) -> str:
    place = diagnostic.location
    head = f"{slashed(place.path)}:{place.line}:{place.column}: {diagnostic.severity} {diagnostic.message}"
    rows = [head]
    for step in diagnostic.related:
        where = "" if step.location is None else f" ({slashed(step.location.path)}:{step.location.line})"
        rows.append(f"because: {step.message}{where}")
    rows += remedy_lines(diagnostic)
    page = page_of(diagnostic)
    rows += [] if page is None else [f"see: {page}"]
    case = f"{diagnostic.code} {diagnostic.name} at {place.line}:{place.column}"
    body = "\n".join(map(visible, rows))
    return _case(place.path, case, place.line, "failure", diagnostic.code, diagnostic.message, body)


def _problem(problem: Problem) -> str:
    return _case(problem.path, "jaxlint", problem.line, "error", "problem", problem.message, visible(str(problem)))


def _case(path: str, name: str, line: int | None, outcome: str, kind: str, message: str, body: str) -> str:
    place = "" if line is None else f' line="{line}"'
    attributes = f"name={_attribute(name)} classname={_attribute(_stem(path))} file={_attribute(slashed(path))}{place}"
    said = f"<{outcome} type={_attribute(kind)} message={_attribute(message)}>{_text(body)}</{outcome}>"
    return f'    <testcase {attributes} time="0">{said}</testcase>'


def _stem(path: str) -> str:
    return slashed(path).removesuffix(".py")


def _attribute(text: str) -> str:
    return quoteattr(_allowed(visible(text)))


def _text(text: str) -> str:
    """Lines, each of which is visible."""
    return escape(_allowed(text))


def _allowed(text: str) -> str:
    """XML has no way to write some characters, as the halves of a surrogate pair."""
    return "".join(char if _is_allowed(char) else char.encode("unicode_escape").decode() for char in text)


def _is_allowed(char: str) -> bool:
    if char < "\xa0":
        return char in "\t\n" or " " <= char < "\x7f"
    return char < "\ud800" or "\ue000" <= char < "\ufffe" or char > "\uffff"
