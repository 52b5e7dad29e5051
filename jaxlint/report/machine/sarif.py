"""SARIF 2.1.0, that GitHub's code scanning and many editors read.

The chain that says why a value is traced is a code flow; rules carry their pages; fixes that may be applied are fixes.
"""

from __future__ import annotations

import json

from jaxlint.diagnostic import SAFE, UNSAFE
from jaxlint.engine.fingerprint import fingerprints
from jaxlint.release import __version__
from jaxlint.report.each import each
from jaxlint.report.machine.sarif_rules import LEVELS, rules_of
from jaxlint.report.places import uri
from jaxlint.report.remedies import remedy_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Fix, Location, Problem
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View
    from jaxlint.text.edit import Edit
    from jaxlint.text.source import Source

SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def render(outcome: Outcome, view: View) -> str:
    """One run."""
    results = each(outcome, _result)
    order = {diagnostic.code: 0 for diagnostic in outcome.diagnostics}
    order = {code: at for at, code in enumerate(sorted(order))}
    digests = fingerprints(outcome.diagnostics, outcome.spoken_of)
    for result, diagnostic, digest in zip(results, outcome.diagnostics, digests, strict=True):
        result["ruleIndex"] = order[diagnostic.code]
        result["partialFingerprints"] = {"jaxlint/v1": digest}
    run = {
        "tool": {"driver": {"name": "jaxlint", "version": __version__, "rules": rules_of(order)}},
        "columnKind": "unicodeCodePoints",
        "invocations": [
            {
                "executionSuccessful": not outcome.problems,
                "toolExecutionNotifications": [
                    *map(_notification, outcome.problems),
                    *(_note(place, reason) for place, reason in outcome.gave_up),
                ],
            }
        ],
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, indent=2) + "\n"


def _result(diagnostic: Diagnostic, sources: dict[str, Source]) -> dict[str, object]:
    made: dict[str, object] = {
        "ruleId": diagnostic.code,
        "level": LEVELS[diagnostic.severity],
        "message": {"text": diagnostic.message, "markdown": _markdown(diagnostic)},
        "locations": [{"physicalLocation": _physical(diagnostic.location)}],
    }
    if diagnostic.related:
        made["codeFlows"] = [{"threadFlows": [{"locations": _steps(diagnostic)}]}]
    if diagnostic.fix is not None and diagnostic.fix.applicability in (SAFE, UNSAFE):
        made["fixes"] = [_fix(diagnostic.fix, sources)]
    made["properties"] = {"ways": [{"title": one.title, "when": one.when} for one in diagnostic.remedies()]}
    return made


def _markdown(diagnostic: Diagnostic) -> str:
    return "\n".join([diagnostic.message, "", *(f"- {line}" for line in remedy_lines(diagnostic))])


def _steps(diagnostic: Diagnostic) -> list[dict[str, object]]:
    """From the transform to the finding itself."""
    steps = [(step.message, step.location) for step in diagnostic.related]
    steps.append((diagnostic.message, diagnostic.location))
    return [
        {
            "location": {
                **({} if location is None else {"physicalLocation": _physical(location)}),
                "message": {"text": message},
            }
        }
        for message, location in steps
    ]


def _fix(fix: Fix, sources: dict[str, Source]) -> dict[str, object]:
    return {
        "description": {"text": f"{fix.summary} ({fix.applicability})"},
        "artifactChanges": [
            {
                "artifactLocation": _artifact(path),
                "replacements": [_replacement(sources[path], edit) for edit in sorted(edits, key=lambda one: one.span)],
            }
            for path, edits in fix.alone.items()
        ],
    }


def _replacement(source: Source, edit: Edit) -> dict[str, object]:
    line, column = source.position(edit.span.start)
    end_line, end_column = source.position(edit.span.end)
    return {
        "deletedRegion": {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column},
        "insertedContent": {"text": edit.replacement},
    }


def _physical(location: Location) -> dict[str, object]:
    region = {
        "startLine": location.line,
        "startColumn": location.column,
        "endLine": location.end_line,
        "endColumn": location.end_column,
    }
    return {"artifactLocation": _artifact(location.path), "region": region}


def _artifact(path: str) -> dict[str, str]:
    """What is relative is so to the directory of the run."""
    address = uri(path)
    return {"uri": address} if address.startswith("file:") else {"uri": address, "uriBaseId": "%SRCROOT%"}


def _notification(problem: Problem) -> dict[str, object]:
    region = {} if problem.line is None else {"region": {"startLine": problem.line}}
    place = {"physicalLocation": {"artifactLocation": _artifact(problem.path), **region}}
    return {"level": "error", "message": {"text": problem.message}, "locations": [place]}


def _note(place: str, reason: str) -> dict[str, object]:
    """Of a function that was given up."""
    return {"level": "note", "message": {"text": f"{place}: {reason}"}}
