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

    from jaxlint.tracing.values.aval import Aval

_DEEPEST = 3  # parts of parts that are looked at
_FIRST = 4  # items of a sequence
_KNOWN = frozenset([int])  # types of sizes


class Kinds:
    """The kinds of values, by what decides branches, and what two of one kind may differ in.

    ``details``: shapes and numbers; None where some lie too deep to be looked at, as ``is_whole`` says.
    ``sizes``: the unknown ones.
    ``objects``: what has an identity, and ``keys``: the identities of PRNG keys; ``pattern``: where they are met, by
    number.
    """

    __slots__ = ("_known", "_places", "is_whole", "keys", "numbers", "objects", "pattern", "sizes")

    def __init__(self) -> None:
        self.numbers: list[object] = []
        self.is_whole = True
        self.sizes: list[object] = []
        self.objects: list[Any] = []
        self.keys: list[object] = []
        self.pattern: list[int] = []
        self._known: dict[tuple[int, int], int] = {}  # by the identity of a value, and how deep it is looked into
        self._places: dict[int, int] = {}  # of objects, by their identity

    @property
    def details(self) -> list[object] | None:
        return self.numbers if self.is_whole else None

    def of(self, value: Value, depth: int = _DEEPEST) -> object:
        """What holds others is a number, so that no kind is longer than the value has parts."""
        kind = type(value)
        if kind in _PLAIN:
            return _PLAIN[kind](self, value)
        if kind not in _HOLDING:
            return value.key()
        self.meet(value)
        place = id(value), depth
        if place not in self._known:
            self._known[place] = Heap.number_of(_HOLDING[kind](self, value, depth))
        return self._known[place]

    def of_all(self, values: list[Value], depth: int) -> object:
        if not depth and values:
            self.is_whole = False
            return ()
        return tuple([self.of(one, depth - 1) for one in values])

    def of_named(self, items: dict[Any, Value], depth: int) -> object:
        return tuple(items), self.of_all([*items.values()], depth)

    def captured(self, function: Function, depth: int = _DEEPEST) -> object:
        """The kinds of the variables that a function takes from the functions around it."""
        frame = function.closure
        return () if frame is None or frame.function is None else self.of_named(dict(_taken(function)), depth)

    def meet(self, one: object) -> None:
        place = self._places.setdefault(id(one), len(self.objects))
        if place == len(self.objects):
            self.objects.append(one)
        self.pattern.append(place)

    def note_aval(self, aval: Aval) -> None:
        shape: object = aval.shape
        if type(shape) is not tuple:
            shape = self._size(shape)
        elif {*map(type, shape)} - _KNOWN:
            shape = tuple([one if type(one) is int else self._size(one) for one in shape])
        self.numbers.append((aval.dtype, aval.weak, shape))

    def _size(self, size: object) -> object:
        place = self._places.setdefault(id(size), len(self.sizes))
        if place == len(self.sizes):
            self.sizes.append(size)
        return "size", place


def _of_traced(kinds: Kinds, value: Traced) -> object:
    aval, of_keys = value.aval, value.key_id is not None
    kinds.note_aval(aval)
    if of_keys:
        kinds.keys.append(value.key_id)
    if value.evidence is not None:
        kinds.meet(value.evidence)
    about = value.concrete, value.staged, value.is_array, of_keys, value.is_leaked, value.origin.key()
    return ("t", aval.kind, aval.rank, about)


def _of_array(kinds: Kinds, value: Array) -> object:
    kinds.note_aval(value.aval)
    if value.key_id is not None:
        kinds.keys.append(value.key_id)
    return ("a", value.aval.kind, value.aval.rank, value.numpy, value.sure, value.key_id is not None)


def _of_constant(kinds: Kinds, value: Const) -> object:
    kind = type(value.value)
    if kind is not int and kind is not float:
        return ("c", kind, value.value)
    kinds.numbers.append(value.value)
    return ("s", kind, value.value == 0)


def _of_sequence(kinds: Kinds, value: Sequence, depth: int) -> object:
    if value.items is None:
        return (value.type, "*", kinds.of_all(value.parts, depth))
    kinds.numbers.append(len(value.items))
    if len(value.items) > _FIRST:
        kinds.is_whole = False
    return (value.type, kinds.of_all(value.items[:_FIRST], depth))


def _of_mapping(kinds: Kinds, value: Mapping, depth: int) -> object:
    if value.items is None:
        return ("dict", "*", kinds.of_all(value.parts, depth))
    return ("dict", kinds.of_named(value.items, depth))


def _of_function(kinds: Kinds, value: Function, depth: int) -> object:
    return ("f", value.node, kinds.captured(value, depth))


def _of_partial(kinds: Kinds, value: Partial, depth: int) -> object:
    passed = kinds.of_all(value.args, depth), kinds.of_named(value.kwargs, depth)
    return ("partial", kinds.of(value.func, depth), passed)


def _of_transformed(kinds: Kinds, value: Transformed, depth: int) -> object:
    return (value.transform, kinds.of(value.func, depth))


def _of_method(kinds: Kinds, value: BoundMethod, depth: int) -> object:
    return ("m", kinds.of(value.receiver, depth), value.name)


def _of_reference(kinds: Kinds, value: Reference, depth: int) -> object:
    return ("ref", value.cls, kinds.of_all([value.content], depth))


def _of_object(kinds: Kinds, value: Instance, depth: int) -> object:
    return ("i", value.cls, value.members, kinds.of_named(value.attributes, depth))


_PLAIN: dict[type, Callable[[Kinds, Any], object]] = {Traced: _of_traced, Array: _of_array, Const: _of_constant}
_HOLDING: dict[type, Callable[[Kinds, Any, int], object]] = {
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
