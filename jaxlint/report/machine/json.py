"""The report for programs.

One object: ``version`` (of this shape: keys are only ever added), ``findings``, ``fixed`` (how many), ``problems``,
``warnings``, ``summary``, and ``gave_up``, the functions that were not looked at to the end (place and reason).
A finding has code, name, severity, message, path, line, column, end_line, end_column,
``related`` (why the value is traced: message and place), ``fix`` (applicability, title, note, which says what it costs
or rests on, or "", and edits) or null, and ``no_fix``: why there is none, or null.
``ways``: all that can be done, that with edits first: title, when (the condition under which it is the best, or ""),
applicability and edits (null and empty: by hand), no_fix.  ``url``: the address of the rule's page, or null.
In a notebook ``path`` comes with ``cell``, its number among all cells, and lines are those of the cell.
Lines and columns count from 1, columns in characters, ends are exclusive.
"""

from __future__ import annotations

import json

from jaxlint.report.each import each
from jaxlint.report.places import page_of, path_data, place_data, problem_data
from jaxlint.report.tally import Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Fix, Way
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View
    from jaxlint.text.source import Source

SHAPE = 1


def render(outcome: Outcome, view: View) -> str:
    """The whole run."""
    findings = each(outcome, finding_data)
    tally = Tally(outcome)
    document = {
        "version": SHAPE,
        "findings": findings,
        "fixed": tally.fixed,
        "problems": [problem_data(problem) for problem in outcome.problems],
        "warnings": [problem_data(warning) for warning in outcome.warnings],
        "gave_up": [{"place": place, "reason": reason} for place, reason in outcome.gave_up],
        "summary": {
            "files": tally.files,
            "skipped": tally.skipped,
            "errors": tally.errors,
            "warnings": tally.warnings,
            "infos": tally.infos,
            "elsewhere": tally.outside,
            "fixable": tally.fixable,
            "unsafely_fixable": tally.unsafely,
        },
    }
    return json.dumps(document, indent=2) + "\n"


def finding_data(diagnostic: Diagnostic, sources: dict[str, Source]) -> dict[str, object]:
    """One finding."""
    return {
        "code": diagnostic.code,
        "name": diagnostic.name,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        **place_data(diagnostic.location),
        "related": [
            {"message": step.message, **(place_data(step.location) if step.location is not None else {})}
            for step in diagnostic.related
        ],
        "fix": None if diagnostic.fix is None else _fix(diagnostic.fix, sources),
        "no_fix": diagnostic.no_fix,
        "ways": [_way(one, sources) for one in diagnostic.remedies()],
        "url": page_of(diagnostic),
    }


def _way(way: Way, sources: dict[str, Source]) -> dict[str, object]:
    level = None if way.fix is None else way.fix.applicability
    edits = [] if way.fix is None else _edits(way.fix, sources)
    return {"title": way.title, "when": way.when, "applicability": level, "edits": edits, "no_fix": way.no_fix}


def _fix(fix: Fix, sources: dict[str, Source]) -> dict[str, object]:
    return {"applicability": fix.applicability, "title": fix.title, "note": fix.note, "edits": _edits(fix, sources)}


def _edits(fix: Fix, sources: dict[str, Source]) -> list[dict[str, object]]:
    edits = []
    for path, changes in fix.alone.items():
        for edit in sorted(changes, key=lambda edit: edit.span):
            line, column = sources[path].position(edit.span.start)
            end_line, end_column = sources[path].position(edit.span.end)
            place = {**path_data(path), "line": line, "column": column}
            end = {"end_line": end_line, "end_column": end_column}
            edits.append({**place, **end, "replacement": edit.replacement})
    return edits
