"""Which finding says why a program failed."""

from __future__ import annotations

import os

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Request
from jaxlint.record import Record
from jaxlint.rules.registry import all_rules
from jaxlint.settings.locate import project_root
from jaxlint.settings.overrides import Overrides

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Location
    from jaxlint.engine.request import Outcome
    from jaxlint.explain.meaning import Meaning
    from jaxlint.explain.place import Place

# What is told in a report is no matter here: what fails is to be explained.
_ALL = Overrides(("ignore = []", 'select = ["ALL"]', "extend-select = []", "per-file-ignores = {}"))

_LEAKS = ("JAX503", "JAX507")


class Match(Record):
    """``outcome``: the run that it was found in."""

    diagnostic: Diagnostic
    outcome: Outcome


class Failure(Record):
    """``places``: lines of the user's that were running, the innermost first; ``named``: those that the message names.

    ``error``: empty where a place is asked for, and nothing has failed.
    """

    error: str
    meaning: Meaning | None
    places: list[Place]
    named: list[Place]


def match(failure: Failure, session: tuple[str, bytes] | None = None) -> Match | None:
    """Looked for in the files of the traceback, and in the whole project where rules are about such errors.

    ``session``: name and text of a program that is on no disk; it is all that is looked at.
    """
    seen = [*failure.places, *failure.named]
    if not seen:
        return None
    if session is not None:
        return _best(run(Request([session[0]], overrides=_ALL, stdin=session[1])), failure)
    found = _best(run(Request(sorted({place.path for place in seen}), overrides=_ALL)), failure)
    if found is None and failure.meaning is not None and failure.meaning.rules:
        root = project_root(os.path.dirname(os.path.abspath(seen[0].path)))
        found = _best(run(Request([root], overrides=_ALL)), failure)
    return found


def _best(outcome: Outcome, failure: Failure) -> Match | None:
    ranked = [(rank, one) for one in outcome.diagnostics if (rank := _rank(one, failure)) is not None]
    best = min(ranked, key=lambda pair: pair[0], default=None)
    found = _only_leak(outcome, failure) if best is None else best[1]
    return None if found is None else Match(found, outcome)


def _only_leak(outcome: Outcome, failure: Failure) -> Diagnostic | None:
    """Of a value that has leaked nothing need have been running, and one leak is all that there is."""
    rules = () if failure.meaning is None else failure.meaning.rules
    leaks = [one for one in outcome.diagnostics if one.code in rules] if rules == _LEAKS else []
    return leaks[0] if len(leaks) == 1 else None


def _rank(one: Diagnostic, failure: Failure) -> tuple[int, ...] | None:
    """How well a finding explains a failure, the least the best; None: not at all.

    Best is a finding on a line that was running, of a rule that the error is about; then one whose reasons were
    running, where the cause may be elsewhere; then any error on the innermost line.
    """
    meaning = failure.meaning
    told = meaning is not None and one.code.startswith(meaning.rules)
    fits = told or not failure.error or failure.error in _runtimes()[one.code]
    # of an error that is not JAX's, only the line that raised it is looked at
    asked = [*failure.named, *failure.places] if meaning is not None else failure.places[:1]
    own = next((at for at, place in enumerate(asked) if _meets(one.location, place)), None)
    if own is not None and fits:
        return 0, not told, own, one.location.line != asked[own].line, one.severity != "error"
    if told and meaning is not None and meaning.elsewhere:
        steps = sum(any(_meets(step.location, place) for place in asked) for step in one.related)
        if steps:
            return 1, -steps, one.severity != "error"
    if failure.places and one.severity == "error" and _meets(one.location, failure.places[0]):
        return 2, one.location.line != failure.places[0].line
    return None


def _runtimes() -> dict[str, str]:
    return {rule.code: rule.runtime for rule in all_rules()}


def _meets(location: Location | None, place: Place) -> bool:
    """Is it in the statement of a place?"""
    if location is None or location.path != place.path:
        return False
    return location.line in place.lines or location.line <= place.lines[0] <= location.end_line
