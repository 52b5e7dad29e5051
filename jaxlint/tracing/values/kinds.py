"""Which values are of one kind, so that a function does the same with each of them."""

from __future__ import annotations

from jaxlint.knowledge.interest import interest_of
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.value import (
    Array,
    BoundMethod,
    Const,
    Function,
    Generator,
    Indexed,
    Instance,
    Mapping,
    Partial,
    Reference,
    Sequence,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Known = dict[tuple[int, int], int]  # by the identity of a value, and how deep it is looked into


def rough_key(value: Value, depth: int = 3, known: Known | None = None) -> object:
    """Equal for values of one kind: what decides branches is kept, shapes and numbers are not.

    ``known``: of values that share parts; what is in one that holds others is a number, so that no key is longer than
    the value has parts.
    """
    kind = type(value)
    if kind in _PLAIN:
        return _PLAIN[kind](value)
    if kind not in _HOLDING:
        return value.key()
    known = {} if known is None else known
    place = id(value), depth
    if place not in known:
        known[place] = Heap.number_of(_HOLDING[kind](value, depth, known))
    return known[place]


def _of_traced(value: Traced) -> object:
    aval = value.aval
    return ("t", aval.kind, aval.rank, value.concrete, value.staged, value.is_array, value.origin.key())


def _of_array(value: Array) -> object:
    return ("a", value.aval.kind, value.aval.rank, value.numpy, value.sure)


def _of_constant(value: Const) -> object:
    kind = type(value.value)
    return ("s", kind.__name__) if kind is int or kind is float else ("c", value.value)


def _of_sequence(value: Sequence, depth: int, known: Known) -> object:
    items = value.items[:4] if depth and value.items is not None else ()
    return (value.type, value.items is None, tuple([rough_key(item, depth - 1, known) for item in items]))


def _of_mapping(value: Mapping, depth: int, known: Known) -> object:
    return ("dict", value.items is None, _named(value.items if depth and value.items else {}, depth, known))


def _of_function(value: Function, depth: int, known: Known) -> object:
    return ("f", value.node, captured(value, depth, known))


def _of_partial(value: Partial, depth: int, known: Known) -> object:
    passed = tuple([rough_key(item, depth - 1, known) for item in value.args]) if depth else ()
    named = _named(value.kwargs if depth else {}, depth, known)
    return ("partial", rough_key(value.func, depth, known), passed, named)


def _of_transformed(value: Transformed, depth: int, known: Known) -> object:
    return (value.transform, rough_key(value.func, depth, known))


def _of_method(value: BoundMethod, depth: int, known: Known) -> object:
    return ("m", rough_key(value.receiver, depth, known), value.name)


def _of_reference(value: Reference, depth: int, known: Known) -> object:
    return ("ref", value.cls, rough_key(value.content, depth - 1, known))


def _of_object(value: Instance, depth: int, known: Known) -> object:
    return ("i", value.cls, value.members, _named(value.attributes if depth else {}, depth, known))


_PLAIN: dict[type, Callable[[Any], object]] = {Traced: _of_traced, Array: _of_array, Const: _of_constant}
_HOLDING: dict[type, Callable[[Any, int, Known], object]] = {
    Sequence: _of_sequence,
    Generator: _of_sequence,
    Mapping: _of_mapping,
    Function: _of_function,
    Partial: _of_partial,
    Transformed: _of_transformed,
    BoundMethod: _of_method,
    Indexed: _of_method,
    Reference: _of_reference,
    Instance: _of_object,
}


def _named(items: dict[Any, Value], depth: int, known: Known) -> object:
    return tuple([(name, rough_key(item, depth - 1, known)) for name, item in items.items()])


def captured(function: Function, depth: int = 3, known: Known | None = None) -> object:
    """The kinds of the variables that a function takes from the functions around it."""
    if depth <= 0 or function.closure is None or function.closure.function is None:
        return ()
    known = {} if known is None else known
    return tuple([(name, rough_key(value, depth - 1, known)) for name, value in _taken(function)])


def closed_over(function: Function, depth: int = 2) -> list[Value]:
    """The values of these variables, and of those that the functions among them take."""
    found: list[Value] = []
    if function.closure is None or function.closure.function is None:
        return found
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
    words = interest_of(function.module).words(function.node)
    found: dict[str, Value] = {}
    while frame is not None and frame.function is not None:
        if not frame.is_class:
            for name in words.intersection(frame.variables):
                if name not in found:
                    found[name] = frame.variables[name]
        frame = frame.closure
    return [(name, found[name]) for name in sorted(found) if found[name] is not function]
