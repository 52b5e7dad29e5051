"""GitLab's code quality report: one array of issues."""

from __future__ import annotations

import json
from hashlib import sha256

from jaxlint.diagnostic import Severity
from jaxlint.engine.fingerprint import fingerprints
from jaxlint.report.each import each
from jaxlint.report.places import page_of, slashed
from jaxlint.report.remedies import remedy_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Problem
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View

_LEVELS = {Severity.ERROR: "major", Severity.WARNING: "minor", Severity.INFO: "info"}


def render(outcome: Outcome, view: View) -> str:
    """GitLab compares fingerprints to say what is new: they stay where lines move."""
    digests = fingerprints(outcome.diagnostics, outcome.spoken_of)
    issues = each(outcome, lambda diagnostic, _: _issue(diagnostic))
    for issue, digest in zip(issues, digests, strict=True):
        issue["fingerprint"] = digest
    return json.dumps([*map(_problem, outcome.problems), *issues], indent=2) + "\n"


def _issue(diagnostic: Diagnostic) -> dict[str, object]:
    place, page = diagnostic.location, page_of(diagnostic)
    begin = {"line": place.line, "column": place.column}
    body = [*remedy_lines(diagnostic), *([] if page is None else [page])]
    end = {"line": place.end_line, "column": place.end_column}
    return {
        "type": "issue",
        "check_name": diagnostic.code,
        "description": f"{diagnostic.code} {diagnostic.message}",
        "categories": ["Bug Risk"],
        "severity": _LEVELS[diagnostic.severity],
        "location": {"path": slashed(place.path), "positions": {"begin": begin, "end": end}},
        "content": {"body": "\n\n".join(body)},
    }


def _problem(problem: Problem) -> dict[str, object]:
    return {
        "type": "issue",
        "check_name": "jaxlint",
        "description": problem.message,
        "categories": ["Bug Risk"],
        "severity": "blocker",
        "location": {"path": slashed(problem.path), "lines": {"begin": problem.line or 1}},
        "fingerprint": sha256(f"{problem.path}\0{problem.message}".encode(errors="surrogatepass")).hexdigest()[:32],
    }
