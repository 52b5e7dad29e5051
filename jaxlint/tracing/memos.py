"""Results that are kept: ``if self._x is None: self._x = ...``, ``if key in cache: return cache[key]``.

Who asked before, perhaps outside of all traces, has filled the place.  Code that fills it may never run in a trace.
"""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import walk
from jaxlint.tracing.answers import COMBINATIONS, NO_DOUBT, NONE, STRONG, Doubt

_SETTERS = ("setattr", "__setattr__")
_ASKING = ("getattr", "hasattr")


def doubt_of_memo(node: _ast.If, function: _ast.AST | None) -> Doubt:
    """Of the branches of an ``if`` that asks whether a result was kept, and its answer is open."""
    asked = _asked(node.test, function)
    if asked is None:
        return NO_DOUBT
    place, absent = asked
    if absent:
        return COMBINATIONS[STRONG, NONE] if _keeps(node.body, place) else NO_DOUBT
    if not isinstance(node.body[-1], _ast.Return) or function is None:
        return NO_DOUBT
    rest = [one for one in getattr(function, "body", []) if one.end_lineno > node.lineno]
    return COMBINATIONS[NONE, STRONG] if _keeps(rest, place) else NO_DOUBT


def _asked(test: _ast.expr, function: _ast.AST | None) -> tuple[object, bool] | None:
    """The place that a test asks about, and whether its truth means that nothing is there."""
    if isinstance(test, _ast.UnaryOp) and isinstance(test.op, _ast.Not):
        inner = _asked(test.operand, function)
        return None if inner is None else (inner[0], not inner[1])
    if not isinstance(test, _ast.Compare):
        place = _place(test, function)
        return None if place is None else (place, False)
    operator, other = test.ops[0], test.comparators[0]
    if isinstance(operator, (_ast.In, _ast.NotIn)):
        container = getattr(other, "id", None) or _place(other, function)
        return None if container is None else (container, isinstance(operator, _ast.NotIn))
    if isinstance(operator, (_ast.Is, _ast.IsNot)) and getattr(other, "value", ...) is None:
        place = _place(test.left, function)
        return None if place is None else (place, isinstance(operator, _ast.Is))
    return None


def _place(node: _ast.AST | None, function: _ast.AST | None) -> object:
    """Where a result is kept: an attribute as (object, name), a dict by its own place; None for what is neither."""
    if isinstance(node, _ast.Attribute):
        return (node.value.id, node.attr) if isinstance(node.value, _ast.Name) else None
    if isinstance(node, _ast.Subscript):
        return _place(node.value, function) or getattr(node.value, "id", None)
    if isinstance(node, _ast.Call):
        return _called(node, function)
    if isinstance(node, _ast.Name) and function is not None:
        given = [value for one in walk(function) if (value := _given(node.id, one)) is not None]
        return _place(given[0], None) if given else None
    return None


def _called(node: _ast.Call, function: _ast.AST | None) -> object:
    """``getattr(self, "_x", None)``, ``cache.get(key)``."""
    if getattr(node.func, "id", None) in _ASKING and len(node.args) > 1:
        return getattr(node.args[0], "id", None), getattr(node.args[1], "value", None)
    if isinstance(node.func, _ast.Attribute) and node.func.attr == "get":
        return _place(node.func.value, function) or getattr(node.func.value, "id", None)
    return None


def _given(name: str, node: _ast.AST) -> _ast.AST | None:
    """What a statement gives to a name; None where it gives it nothing."""
    if not isinstance(node, (_ast.Assign, _ast.AnnAssign, _ast.NamedExpr)):
        return None
    return node.value if any(getattr(one, "id", None) == name for one in _targets(node)) else None


def _targets(node: _ast.AST) -> list[_ast.AST | None]:
    return getattr(node, "targets", None) or [getattr(node, "target", None)]


def _keeps(statements: list[_ast.stmt], place: object) -> bool:
    return any(_is_kept(node, place) for statement in statements for node in walk(statement))


def _is_kept(node: _ast.AST, place: object) -> bool:
    if isinstance(node, _ast.Call):
        name = getattr(node.func, "id", None) or getattr(node.func, "attr", None)
        if name not in _SETTERS or len(node.args) != 3:
            return False
        return (getattr(node.args[0], "id", None), getattr(node.args[1], "value", None)) == place
    stored = (_ast.Attribute, _ast.Subscript)
    return any(isinstance(one, stored) and _place(one, None) == place for one in _targets(node))
