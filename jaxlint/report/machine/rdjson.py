"""reviewdog's diagnostic format: columns are counted in bytes of UTF-8."""

from __future__ import annotations

import json

from jaxlint.diagnostic import SAFE, UNSAFE, Severity
from jaxlint.report.each import each
from jaxlint.report.places import page_of, slashed
from jaxlint.report.remedies import remedy_lines
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Fix, Location
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View
    from jaxlint.text.source import Source

_LEVELS = {Severity.ERROR: "ERROR", Severity.WARNING: "WARNING", Severity.INFO: "INFO"}


def render(outcome: Outcome, view: View) -> str:
    """One object for the run; what went wrong is a diagnostic, too."""
    found: list[dict[str, object]] = [
        {
            "message": problem.message,
            "severity": "ERROR",
            "location": {
                "path": slashed(problem.path),
                **({} if problem.line is None else {"range": {"start": {"line": problem.line}}}),
            },
        }
        for problem in outcome.problems
    ]
    found += each(outcome, _diagnostic)
    document = {"source": {"name": "jaxlint"}, "severity": "WARNING", "diagnostics": found}
    return json.dumps(document, indent=2) + "\n"


def _diagnostic(diagnostic: Diagnostic, sources: dict[str, Source]) -> dict[str, object]:
    page = page_of(diagnostic)
    made: dict[str, object] = {
        "message": "\n".join([diagnostic.message, *remedy_lines(diagnostic)]),
        "severity": _LEVELS[diagnostic.severity],
        "code": {"value": diagnostic.code, **({} if page is None else {"url": page})},
        "location": _location(diagnostic.location, sources),
    }
    related = [
        {"message": step.message, "location": _location(step.location, sources)}
        for step in diagnostic.related
        if step.location is not None
    ]
    if related:
        made["related_locations"] = related
    if diagnostic.fix is not None:
        made["suggestions"] = _suggestions(diagnostic.fix, diagnostic.location.path, sources)
    return made


def _suggestions(fix: Fix, path: str, sources: dict[str, Source]) -> list[dict[str, object]]:
    """Several suggestions are choices to reviewdog: all edits of a fix are one.  Half a fix is none."""
    if fix.applicability not in (SAFE, UNSAFE) or list(fix.alone) != [path] or path not in sources:
        return []
    source, edits = sources[path], fix.alone[path]
    start, end = min(edit.span.start for edit in edits), max(edit.span.end for edit in edits)
    moved = [Edit(Span(edit.span.start - start, edit.span.end - start), edit.replacement) for edit in edits]
    text = apply_edits(source.text[start:end], moved)
    places = {"start": _position(source, *source.position(start)), "end": _position(source, *source.position(end))}
    return [{"range": places, "text": text}]


def _location(location: Location, sources: dict[str, Source]) -> dict[str, object]:
    source = sources.get(location.path)
    start = _position(source, location.line, location.column)
    end = _position(source, location.end_line, location.end_column)
    return {"path": slashed(location.path), "range": {"start": start, "end": end}}


def _position(source: Source | None, line: int, column: int) -> dict[str, int]:
    if source is not None and line <= len(source.starts):
        start = source.starts[line - 1]
        column = len(source.text[start : start + column - 1].encode(errors="surrogatepass")) + 1
    return {"line": line, "column": column}
