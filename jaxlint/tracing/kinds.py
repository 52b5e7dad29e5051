"""Which values are of one kind, so that a function does the same with each of them."""

from __future__ import annotations

from operator import itemgetter

from jaxlint.tracing.value import (
    Array,
    BoundMethod,
    Const,
    Function,
    Instance,
    Mapping,
    Partial,
    Reference,
    Sequence,
    Static,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def rough_key(value: Value, depth: int = 3) -> object:
    """Equal for values of one kind: what decides branches is kept, shapes and numbers are not."""
    if isinstance(value, Traced):
        return ("t", value.aval.kind, value.concrete, value.staged, value.is_array, value.origin.key())
    if isinstance(value, Array):
        return ("a", value.aval.kind, value.numpy, value.sure)
    if isinstance(value, Const):
        number = isinstance(value.value, (int, float)) and not isinstance(value.value, bool)
        return ("s", type(value.value).__name__) if number else ("c", value.value)
    if isinstance(value, Static):
        return value.key()
    if isinstance(value, Sequence):
        items = value.items[:4] if depth and value.items is not None else []
        return (value.type, value.items is None, tuple([rough_key(item, depth - 1) for item in items]))
    if isinstance(value, Mapping):
        return ("dict", value.items is None, _named(value.items if depth and value.items else {}, depth))
    if isinstance(value, Function):
        return ("f", value.node, captured(value, depth))
    if isinstance(value, Partial):
        passed = tuple([rough_key(item, depth - 1) for item in value.args]) if depth else ()
        return ("partial", rough_key(value.func, depth), passed, _named(value.kwargs if depth else {}, depth))
    if isinstance(value, Transformed):
        return (value.transform, rough_key(value.func, depth))
    if isinstance(value, BoundMethod):
        return ("m", rough_key(value.receiver, depth), value.name)
    if isinstance(value, Reference):
        return ("ref", value.cls, rough_key(value.content, depth - 1))
    if isinstance(value, Instance):
        return ("i", value.cls, value.members, _named(value.attributes if depth else {}, depth))
    return value.key()


def _named(items: dict[Any, Value], depth: int) -> object:
    return tuple([(name, rough_key(item, depth - 1)) for name, item in items.items()])


def captured(function: Function, depth: int = 3) -> object:
    """The kinds of the variables that a function takes from the functions around it."""
    if depth <= 0:
        return ()
    return tuple([(name, rough_key(value, depth - 1)) for name, value in _taken(function)])


def closed_over(function: Function, depth: int = 2) -> list[Value]:
    """The values of these variables, and of those that the functions among them take."""
    found: list[Value] = []
    for _, value in _taken(function):
        found.append(value)
        if isinstance(value, Function) and depth:
            found.extend(closed_over(value, depth - 1))
    return found


def _taken(function: Function) -> list[tuple[str, Value]]:
    """The variables of enclosing functions that its text mentions; what a module holds is the same for all calls."""
    frame = function.closure
    if frame is None or frame.function is None:
        return []
    words = frame.interpreter.interest(function.module).words(function.node)
    found: dict[str, Value] = {}
    while frame is not None and frame.function is not None:
        if not frame.is_class:
            for name in words.intersection(frame.variables):
                found.setdefault(name, frame.variables[name])
        frame = frame.closure
    return sorted([one for one in found.items() if one[1] is not function], key=itemgetter(0))
