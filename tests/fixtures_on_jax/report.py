"""jaxlint's side: what it reports of a fixture, and the text that its fixes leave."""

from __future__ import annotations

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Outcome, Request
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
