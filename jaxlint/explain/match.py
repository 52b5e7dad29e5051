"""Which finding says why a line failed."""

from __future__ import annotations

import os

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.rules.registry import all_rules
from jaxlint.settings.locate import project_root
from jaxlint.settings.overrides import Overrides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic
    from jaxlint.engine.request import Outcome
    from jaxlint.explain.place import Place

# What is told in a report is no matter here: what fails is to be explained.
_ALL = Overrides(("ignore = []", 'select = ["ALL"]', "extend-select = []", "per-file-ignores = {}"))
# Errors that only tracing raises: one that is not found among the files of the traceback is looked for in the project.
_OF_TRACING = "Tracer", "ConcretizationTypeError", "NonConcreteBooleanIndexError"


class Match:
    """``outcome``: the run that it was found in."""

    __slots__ = ("diagnostic", "outcome", "place")

    def __init__(self, diagnostic: Diagnostic, outcome: Outcome, place: Place) -> None:
        self.diagnostic = diagnostic
        self.outcome = outcome
        self.place = place


def match(places: list[Place], error: str, known: bool) -> Match | None:
    """``places``: the innermost first; ``error``: empty where a place is asked for, and no error was seen.

    ``known``: it is one of JAX's.  Of any other, only the line that raised it is looked at.
    """
    if not places:
        return None
    files = sorted({place.path for place in places})
    asked = places if known else places[:1]
    found = _among(run(Request(files, overrides=_ALL)), asked, error)
    if found is None and error.startswith(_OF_TRACING):
        root = project_root(os.path.dirname(os.path.abspath(places[0].path)))
        found = _among(run(Request([root], overrides=_ALL)), places, error)
    return found


def _among(outcome: Outcome, places: list[Place], error: str) -> Match | None:
    """First one whose rule names the error, by place; else what fails on the innermost line."""
    runtimes = {rule.code: rule.runtime for rule in all_rules()} if outcome.diagnostics else {}
    on_lines = [(place, one) for place in places for one in _on(place, outcome.diagnostics)]
    fitting = [(place, one) for place, one in on_lines if not error or error in runtimes.get(one.code, "")]
    inner = [(place, one) for place, one in on_lines if place is places[0] and one.severity == "error"]
    for place, one in [*fitting, *inner]:
        return Match(one, outcome, place)
    return None


def _on(place: Place, diagnostics: list[Diagnostic]) -> list[Diagnostic]:
    """The findings of a line, those that start on it first; else those of its statement."""
    lines = place.statement()
    here = [one for one in diagnostics if one.location.path == place.path and _meets(one, lines)]
    return sorted(here, key=lambda one: (one.location.line != place.line, one.severity != "error"))


def _meets(diagnostic: Diagnostic, lines: range) -> bool:
    location = diagnostic.location
    return location.line in lines or location.line <= lines[0] <= location.end_line
