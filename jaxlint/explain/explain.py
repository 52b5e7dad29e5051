"""A traceback, or a place, to what is to be told of it."""

from __future__ import annotations

import os
import re

from jaxlint.diagnostic import Problem
from jaxlint.engine.verdicts import Verdict, verdicts
from jaxlint.explain.match import Failure, Match, match
from jaxlint.explain.meaning import Meaning, meaning
from jaxlint.explain.place import Place, ended, named, places
from jaxlint.explain.traceback import Traceback, tracebacks
from jaxlint.tracing.values.value import Array, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.text.source import Source

_NAME = re.compile(r"[\w.]+")
_LEAK = "UnexpectedTracerError"
_MOST = 20  # explanations of one text: a test run may have failed in a hundred places


class Explanation:
    """``error``: empty where a place was asked for.

    ``ended``: the traced function that the value has leaked from, where JAX does not say that it has.
    ``known``: what the tracer knows there, where there is no finding.
    """

    __slots__ = ("ended", "error", "known", "match", "meaning", "message", "place")

    def __init__(self, error: str, message: str, place: Place | None, meant: Meaning | None = None) -> None:
        self.error = error
        self.message = message
        self.place = place
        self.ended = ""
        self.match: Match | None = None
        self.meaning = meant
        self.known: list[Verdict] = []

    @property
    def is_known(self) -> bool:
        """Is it an error of JAX's?"""
        return self.meaning is not None


def explain_text(text: str, folder: str) -> list[Explanation]:
    """Of each error once.  ``folder``: what its paths may be relative to, besides the working directory."""
    made: dict[tuple[str, str, int], Explanation] = {}
    for chain in tracebacks(text):
        seen = _telling(chain)
        found = _own(seen, chain, folder)
        where = found[0] if found else None
        key = (seen.error, where.path if where else "", where.line if where else 0)
        if key in made or len(made) == _MOST:
            continue
        made[key] = one = Explanation(seen.error, seen.message, where, _meant(seen))
        one.ended = "" if seen.error == _LEAK else ended(seen, found, folder)
        if one.ended:
            one.meaning = meaning(_LEAK, "")
        others = [place for other in chain if other is not seen for place in places(other, folder)]
        _fill(one, found, named(seen, folder), others)
    return list(made.values())


def explain_place(path: str, line: int, source: Source) -> Explanation:
    """The same where nothing has failed yet."""
    one = Explanation("", "", Place(path, line, source))
    assert one.place is not None
    _fill(one, [one.place], [], [])
    return one


def _fill(one: Explanation, found: list[Place], told: list[Place], others: list[Place]) -> None:
    """``told``: places that the message names; ``others``: of the errors that this one followed from."""
    one.match = match(Failure(one.error, one.meaning, [*found, *others], told))
    if one.match is None and one.place is not None and (one.is_known or not one.error):
        files = [place.path for place in found if place.path != one.place.path]
        known = verdicts(one.place.path, one.place.line, files)
        one.known = [] if isinstance(known, Problem) else [it for it in known if _is_told(it, bool(one.error))]


def _is_told(verdict: Verdict, failed: bool) -> bool:
    """Arrays and traced values; of a line that failed only those that it reads, and no results."""
    was_there = not failed or (not verdict.is_set and _NAME.fullmatch(verdict.text) is not None)
    return was_there and isinstance(verdict.value, Array | Traced)


def _telling(chain: list[Traceback]) -> Traceback:
    """What was raised last, or the last that means something, where a library wrapped it."""
    return next((one for one in reversed(chain) if _meant(one) is not None), chain[-1])


def _meant(seen: Traceback) -> Meaning | None:
    return meaning(seen.error, seen.message, seen.stack())


def _own(seen: Traceback, chain: list[Traceback], folder: str) -> list[Place]:
    """The user's places in it, else in what it was raised from or as."""
    folder = os.path.abspath(folder)
    for one in [seen, *(other for other in reversed(chain) if other is not seen)]:
        found = places(one, folder)
        if found:
            return found
    return []
