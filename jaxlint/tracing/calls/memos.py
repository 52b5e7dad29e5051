"""Results that are kept: ``if self._x is None: self._x = ...``, ``if key in cache: return cache[key]``.

Who asked before, perhaps outside of all traces, has filled the place.  Code that fills it may never run in a trace.
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.reads import place_of
from jaxlint.dataflow.repeats import only_definition
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.answers import COMBINATIONS, NO_DOUBT, NONE, STRONG, WEAK, Doubt

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.dataflow.reads import Place
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.running.environment import Frame

_SETTERS = ("setattr", "__setattr__")
_GETTERS = ("getattr", "hasattr")


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
    return _place(module, found) if isinstance(found, (_ast.Subscript, _ast.Name)) else None


def asked_place(module: Module, test: _ast.expr) -> tuple[Place, bool] | None:
    """The place that a test asks about, and whether its truth means that nothing is there."""
    if isinstance(test, _ast.UnaryOp) and isinstance(test.op, _ast.Not):
        inner = asked_place(module, test.operand)
        return None if inner is None else (inner[0], not inner[1])
    if isinstance(test, _ast.BoolOp):  # it is there, and what is wanted; or is absent, or something else
        parts = [asked_place(module, one) for one in test.values]
        return next((one for one in parts if one is not None and one[1] is isinstance(test.op, _ast.Or)), None)
    if not isinstance(test, _ast.Compare):
        place, absent = _place(module, test), False
    elif isinstance(test.ops[0], (_ast.In, _ast.NotIn)):
        place, absent = place_of(test.comparators[0]), isinstance(test.ops[0], _ast.NotIn)
    elif isinstance(test.ops[0], (_ast.Is, _ast.IsNot)) and getattr(test.comparators[0], "value", ...) is None:
        place, absent = _place(module, test.left), isinstance(test.ops[0], _ast.Is)
    else:
        return None
    return None if place is None else (place, absent)


def _place(module: Module, node: _ast.expr) -> Place | None:
    """Where a result is kept: an attribute; of a dict's items, the dict; of a name, what it was bound to."""
    if isinstance(node, _ast.Name):
        target = only_definition(module, node)
        given = getattr(module.parents.get(target), "value", None) if isinstance(target, _ast.Name) else None
        return None if given is None or isinstance(given, _ast.Name) else _place(module, given)
    if isinstance(node, _ast.Subscript):
        return place_of(node.value)
    if not isinstance(node, _ast.Call):
        return place_of(node)
    if getattr(node.func, "id", None) in _GETTERS and len(node.args) > 1:
        return _attribute(node)
    is_get = isinstance(node.func, _ast.Attribute) and node.func.attr == "get"
    return place_of(node.func.value) if is_get else None  # type: ignore[attr-defined]


def _attribute(call: _ast.Call) -> Place | None:
    """Of ``getattr(self, "_x", None)``, ``object.__setattr__(self, "_x", value)``."""
    holder = place_of(call.args[0])
    return None if holder is None else (*holder, f".{getattr(call.args[1], 'value', '')}")


def kept_places(statements: list[_ast.stmt]) -> set[Place | None]:
    """The places that statements write to."""
    return {place for statement in statements for node in walk(statement) for place in _written(node)}


def _written(node: _ast.AST) -> list[Place | None]:
    """By one statement, or call."""
    if isinstance(node, _ast.Call):
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
        return [_attribute(node)] if name in _SETTERS and len(node.args) == 3 else []
    targets = getattr(node, "targets", None) or [getattr(node, "target", None)]
    targets = [part for one in targets for part in getattr(one, "elts", [one])]
    items = [place_of(one.value) for one in targets if isinstance(one, _ast.Subscript)]
    return items + [place_of(one) for one in targets if isinstance(one, _ast.Attribute)]
