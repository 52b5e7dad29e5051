"""jaxlint's side: what it reports of a fixture, and the text that its fixes leave."""

from __future__ import annotations

import difflib

from jaxlint.diagnostic import SUGGESTION, Diagnostic
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Outcome, Request
from jaxlint.text.edit import apply_edits
from tests.fix_properties.properties import Fixed, findings, fix
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


def fixed(fixture: Fixture, level: str) -> Fixed:
    """What ``--fix`` (safe) or ``--fix --unsafe-fixes`` (unsafe) makes of it, and the findings of each pass."""
    done = fix({str(fixture.path): fixture.text}, level)
    if done.problems:
        raise Broken("; ".join(done.problems))
    return done


def reported(fixture: Fixture, with_fixes: bool = True) -> set[tuple[int, str]]:
    """(line, code) of each finding before anything is fixed.  Without fixes it costs half."""
    found, problems = findings(str(fixture.path), fixture.text, with_fixes)
    if problems:
        raise Broken("; ".join(problems))
    return {(one.location.line, one.code) for one in found}


def fixed_text(fixture: Fixture, level: str) -> str:
    (text,) = fixed(fixture, level).texts.values()
    return text


def suggested(fixture: Fixture) -> str:
    """What is still suggested after all fixes, as changes to the text that they leave."""
    done = fixed(fixture, "unsafe")
    return suggestions(done.remaining, done.texts)


def suggestions(findings: list[Diagnostic], texts: dict[str, str]) -> str:
    """As changes to the texts in which they were found."""
    return "".join(
        _change(one, texts) for one in findings if one.fix is not None and one.fix.applicability == SUGGESTION
    )


def _change(diagnostic: Diagnostic, texts: dict[str, str]) -> str:
    assert diagnostic.fix is not None
    ((path, edits),) = diagnostic.fix.edits.items()
    text = texts[path]
    before, after = text.splitlines(), apply_edits(text, edits).splitlines()
    lines = list(difflib.unified_diff(before, after, lineterm="", n=0))[2:]
    return "\n".join([f"{diagnostic.code}: {diagnostic.fix.summary}", *lines, "", ""])
