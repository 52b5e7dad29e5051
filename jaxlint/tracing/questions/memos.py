"""Results that are kept: ``if self._x is None: self._x = ...``, ``if key in cache: return cache[key]``.

Who asked before, perhaps outside of all traces, has filled the place.  Code that fills it may never run in a trace.
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.reads import asked_place, kept_places, place_asked
from jaxlint.tracing.values.answers import COMBINATIONS, NO_DOUBT, NONE, STRONG, WEAK, Doubt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.dataflow.reads import Place
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.running.environment import Frame


class _Doubts(dict["_ast.If", Doubt]):
    """By the statement that asks."""


def doubt_of_memo(frame: Frame, node: _ast.If) -> Doubt:
    """Of the branches of an ``if`` that asks whether a result was kept, and its answer is open."""
    known = frame.interpreter.part(_Doubts)
    if node not in known:
        known[node] = _doubt_of_memo(frame, node)
    return known[node]


def _doubt_of_memo(frame: Frame, node: _ast.If) -> Doubt:
    """What is kept is asked first: few branches keep anything."""
    inside, rest = kept_places(node.body), set()
    if frame.function is not None and isinstance(node.body[-1], _ast.Return):
        rest = kept_places([one for one in frame.function.body if one.end_lineno > node.lineno])  # type: ignore[attr-defined]
    looked_up = _looked_up(frame.module, node.body[-1])
    asked = asked_place(frame.module, node.test) if inside or rest or looked_up is not None else None
    if asked is None:
        return NO_DOUBT
    place, absent = asked
    if absent:
        return COMBINATIONS[STRONG, NONE] if place in inside else NO_DOUBT
    if place in rest:
        return COMBINATIONS[NONE, STRONG]
    return COMBINATIONS[NONE, WEAK] if place == looked_up else NO_DOUBT  # a table that others have filled may have all


def _looked_up(module: Module, last: _ast.stmt) -> Place | None:
    """``return table[key]``: the table, of what is returned at once."""
    found = last.value if isinstance(last, _ast.Return) else None
    return place_asked(module, found) if isinstance(found, (_ast.Subscript, _ast.Name)) else None
