"""jaxlint's side: what it reports of a fixture, and the text that its fixes leave."""

from __future__ import annotations

import difflib

from jaxlint.diagnostic import Applicability, Diagnostic
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Outcome, Request
from jaxlint.text.edit import apply_edits
from tests.fixtures_on_jax.fixture import Fixture


class Broken(Exception):
    """jaxlint could not do its job on a fixture."""


def lint(fixture: Fixture, fix: bool = False, unsafe: bool = False) -> Outcome:
    """All rules on, nothing written; the text is given as if by an editor."""
    path = str(fixture.path)
    request = Request([path], select=("ALL",), fix=fix, unsafe=unsafe, stdin=fixture.text.encode())
    outcome = run(request)
    if outcome.problems:
        raise Broken("; ".join(map(str, outcome.problems)))
    return outcome


def reported(fixture: Fixture) -> set[tuple[int, str]]:
    """(line, code) of each diagnostic."""
    return {(one.location.line, one.code) for one in lint(fixture).diagnostics}


def fixed_text(fixture: Fixture, level: str) -> str:
    """What ``--fix`` (safe) or ``--fix --unsafe-fixes`` (unsafe) makes of it."""
    (source,) = lint(fixture, fix=True, unsafe=level == "unsafe").sources.values()
    return source.text


def suggested(fixture: Fixture) -> str:
    """What is still suggested after all fixes, as changes to the text that they leave."""
    return suggestions(lint(fixture, fix=True, unsafe=True))


def suggestions(outcome: Outcome) -> str:
    """Of one run, as changes to the text that it leaves."""
    return "".join(
        _change(outcome, one)
        for one in outcome.diagnostics
        if one.fix is not None and one.fix.applicability == Applicability.SUGGESTION
    )


def _change(outcome: Outcome, diagnostic: Diagnostic) -> str:
    assert diagnostic.fix is not None
    ((path, edits),) = diagnostic.fix.edits.items()
    text = outcome.sources[path].text
    before, after = text.splitlines(), apply_edits(text, edits).splitlines()
    lines = list(difflib.unified_diff(before, after, lineterm="", n=0))[2:]
    return "\n".join([f"{diagnostic.code}: {diagnostic.fix.summary}", *lines, "", ""])
