"""Claims against observations: every name that was seen, in the contexts in which it was seen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from jaxlint.tracing.values.value import UNKNOWN, Traced, Value
from tools.reality.claims import Claim, Claims, Lines
from tools.reality.match import MODELS, mismatch
from tools.reality.places import Place
from tools.reality.seen import Seen
from tools.reality.store import MOST

TRACED = ("abstract", "vmap", "grad")


@dataclass
class Disagreement:
    """``cause``: what is wrong, in words; ``origin``: why we say that it is traced.

    ``unsure``: we say other things, too, that hold, or say it because of calls that no test made.
    """

    path: str
    place: Place
    context: str
    cause: str
    claim: str
    seen: str
    origin: str
    unsure: bool


@dataclass
class Comparison:
    """``tally``: context -> agree, unsure, disagree, unknown, not run -> number of names on lines."""

    tally: dict[str, Counter[str]] = field(default_factory=dict)
    disagreements: list[Disagreement] = field(default_factory=list)


def compare(claims: Claims, observed: Iterable[tuple[str, Place, str, list[Seen]]]) -> Comparison:
    """A claim holds if one of the things that were seen there, in the same context, is so."""
    result, rows = Comparison(), list(observed)
    ways = _Ways(claims, rows)
    for path, place, context, seen in rows:
        said = claims.get((path, place, context), [])
        wrong = [] if len(seen) >= MOST else [found for claim in said if (found := _wrong(claim, seen)) is not None]
        unsure = len(wrong) < len(said) or not any(ways.were_taken(claim) for claim, _ in wrong)
        result.tally.setdefault(context, Counter())[_verdict(said, bool(wrong), unsure)] += 1
        what = "; ".join(dict.fromkeys(map(str, seen[:4])))
        for claim, cause in wrong:
            in_doubt = unsure or not ways.were_taken(claim)
            text, origin = repr(claim.value), _origin(claim.value)
            result.disagreements.append(Disagreement(path, place, context, cause, text, what, origin, in_doubt))
    return result


class _Ways:
    """Which calls the tests made: the contexts in which ``lines`` were seen, and in which we say that they run.

    A line that reads no name would not have been seen.  A call that we follow where nothing is traced, and that the
    tests make in traced code alone, is none that they made.
    """

    def __init__(self, claims: Claims, rows: list[tuple[str, Place, str, list[Seen]]]) -> None:
        self.lines = _contexts((path, place.line, context) for path, place, context, _ in rows)
        self.files = {path for path, _ in self.lines}
        self.readable = _contexts((path, place.line, context) for path, place, context in claims)

    def were_taken(self, claim: Claim) -> bool:
        """False where the tests never came by the calls on which we say that the value comes."""
        steps = claim.value.origin.steps() if isinstance(claim.value, Traced) else []
        if any(step.module.path not in self.files for step in steps):
            return False
        return any(all(map(self._is_seen, way)) for way in claim.ways)

    def _is_seen(self, call: Lines) -> bool:
        path, first, last = call
        lines = [(path, number) for number in range(first, last + 1)]
        is_silent = path in self.files and not any(line in self.readable for line in lines)
        is_alike = any(self.lines.get(line, _NONE) & self.readable.get(line, _NONE) for line in lines)
        return path.startswith(MODELS) or is_alike or is_silent


_NONE = frozenset[str]()


def _contexts(found: Iterable[tuple[str, int, str]]) -> dict[tuple[str, int], frozenset[str]]:
    by_line: dict[tuple[str, int], frozenset[str]] = {}
    for path, line, context in found:
        by_line[path, line] = by_line.get((path, line), _NONE) | {context}
    return by_line


def _verdict(said: list[Claim], wrong: bool, unsure: bool) -> str:
    if not said:
        return "not run"
    if all(claim.value is UNKNOWN for claim in said):
        return "unknown"
    return "agree" if not wrong else "unsure" if unsure else "disagree"


_NEAR = ("of another", "another", "of kind", "holds", "traced by", "abstract")


def _wrong(claim: Claim, seen: list[Seen]) -> tuple[Claim, str] | None:
    """The claim, and what is wrong with it where it comes nearest."""
    causes = []
    for one in seen:
        cause = mismatch(claim.value, one)
        if cause is None:
            return None
        causes.append(cause)
    return claim, min(causes, key=lambda cause: not cause.startswith(_NEAR))


def _origin(value: Value) -> str:
    if not isinstance(value, Traced):
        return ""
    first = value.origin.root()
    line = getattr(first.node, "lineno", 0)
    return f"{first.text} ({first.module.path}:{line})"
