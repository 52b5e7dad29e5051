"""Claims against observations: every name that was seen, in the contexts in which it was seen."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from jaxlint.tracing.value import UNKNOWN, Traced, Value
from tools.reality.claims import Claims
from tools.reality.match import mismatch
from tools.reality.places import Place
from tools.reality.seen import Seen
from tools.reality.store import MOST

TRACED = ("abstract", "vmap", "grad")


@dataclass
class Disagreement:
    """``cause``: what is wrong, in words; ``origin``: why we say that it is traced.

    ``partly``: we say other things, too, which hold; this may come from a call that no test made.
    """

    path: str
    place: Place
    context: str
    cause: str
    claim: str
    seen: str
    origin: str
    partly: bool


@dataclass
class Comparison:
    """``tally``: context -> agree, partly, disagree, unknown, not run -> number of names on lines."""

    tally: dict[str, Counter[str]] = field(default_factory=dict)
    disagreements: list[Disagreement] = field(default_factory=list)


def compare(claims: Claims, observed: Iterable[tuple[str, Place, str, list[Seen]]]) -> Comparison:
    """A claim holds if one of the things that were seen there, in the same context, is so."""
    result, rows = Comparison(), list(observed)
    lines = {(path, place.line) for path, place, _, _ in rows}
    files = {path for path, _ in lines}
    for path, place, context, seen in rows:
        said = [value for value in claims.get((path, place, context), []) if _was_run(value, files, lines)]
        wrong = [] if len(seen) >= MOST else [found for value in said if (found := _wrong(value, seen)) is not None]
        result.tally.setdefault(context, Counter())[_verdict(said, wrong)] += 1
        partly = len(wrong) < len(said)
        what = "; ".join(dict.fromkeys(map(str, seen[:4])))
        for value, cause in wrong:
            one = Disagreement(path, place, context, cause, repr(value), what, _origin(value), partly)
            result.disagreements.append(one)
    return result


def _was_run(value: Value, files: set[str], lines: set[tuple[str, int]]) -> bool:
    """False where the tests never came by the way on which we say that a tracer comes."""
    if not isinstance(value, Traced):
        return True
    steps = value.origin.steps()
    if any(step.module.path not in files for step in steps):
        return False
    calls = [(step.module.path, step.node) for step in steps if isinstance(step.node, ast.Call) and step.parent]
    return all(any((path, n) in lines for n in range(node.lineno, (node.end_lineno or 0) + 1)) for path, node in calls)


def _verdict(said: list[Value], wrong: list[tuple[Value, str]]) -> str:
    if not said:
        return "not run"
    if all(value is UNKNOWN for value in said):
        return "unknown"
    return "agree" if not wrong else "disagree" if len(wrong) == len(said) else "partly"


_NEAR = ("of another", "another", "of kind", "holds", "traced by", "abstract")


def _wrong(value: Value, seen: list[Seen]) -> tuple[Value, str] | None:
    """The value, and what is wrong with it where it comes nearest."""
    causes = []
    for one in seen:
        cause = mismatch(value, one)
        if cause is None:
            return None
        causes.append(cause)
    return value, min(causes, key=lambda cause: not cause.startswith(_NEAR))


def _origin(value: Value) -> str:
    if not isinstance(value, Traced):
        return ""
    first = value.origin.root()
    line = getattr(first.node, "lineno", 0)
    return f"{first.text} ({first.module.path}:{line})"
