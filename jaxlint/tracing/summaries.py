"""What a call gave before: exactly, or, once a function was run often enough on values of one kind, roughly."""

from __future__ import annotations

from jaxlint.tracing.aval import Aval, unknown_aval
from jaxlint.tracing.value import (
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
    Function,
    Instance,
    Mapping,
    Partial,
    Sequence,
    Static,
    Traced,
    Transformed,
    Value,
    join,
)

_RUNS = 3  # of one function on values of one kind


class Summaries:
    """``exact``: by signature.  Rough ones forget shapes and numbers."""

    __slots__ = ("_rough", "_runs", "drawn", "exact")

    def __init__(self) -> None:
        self.exact: dict[object, Value] = {}
        self.drawn: dict[object, dict[str, str]] = {}  # rough signature -> parameters used up as keys, and by what
        self._rough: dict[object, Value] = {}
        self._runs: dict[object, int] = {}

    def rough(self, signature: object) -> Value | None:
        """The result of earlier runs on values of this kind, once there were enough of them."""
        return widened(self._rough[signature]) if self._runs.get(signature, 0) >= _RUNS else None

    def note(self, signature: object, result: Value) -> None:
        if isinstance(result, (Function, Partial, Transformed, BoundMethod)):
            return  # what it closes over differs from call to call, and making it is cheap
        before = self._rough.get(signature)
        self._rough[signature] = result if before is None else _merged(before, result)
        self._runs[signature] = self._runs.get(signature, 0) + 1


def _merged(before: Value, after: Value) -> Value:
    """What holds of both results; of two objects of one class, the attributes that both have."""
    if isinstance(before, Instance) and isinstance(after, Instance) and before.cls is after.cls:
        shared = before.attributes.keys() & after.attributes.keys()
        fields = {
            name: join(before.attributes[name], after.attributes[name]) for name in after.attributes if name in shared
        }
        return Instance(after.cls, fields, True)
    return join(before, after)


def rough_key(value: Value, depth: int = 3) -> object:
    """Equal for values of one kind: what decides branches is kept, shapes and numbers are not."""
    if isinstance(value, Traced):
        return ("t", value.aval.kind, value.concrete, value.staged, value.is_array)
    if isinstance(value, Array):
        return ("a", value.aval.kind, value.numpy)
    if isinstance(value, Const):
        number = isinstance(value.value, (int, float)) and not isinstance(value.value, bool)
        return ("s", type(value.value).__name__) if number else ("c", value.value)
    if isinstance(value, Static):
        return ("s", value.type)
    if depth and isinstance(value, Sequence):
        inner = None if value.items is None else tuple([rough_key(item, depth - 1) for item in value.items[:4]])
        return (value.type, inner)
    if depth and isinstance(value, Mapping):
        return ("dict", None if value.items is None else tuple(value.items))
    if isinstance(value, Function):
        return ("f", value.node)
    if isinstance(value, (Partial, Transformed)):
        return (type(value).__name__, rough_key(value.func, depth))
    if isinstance(value, BoundMethod):
        return ("m", rough_key(value.receiver, depth), value.name)
    return ("i", value.cls) if isinstance(value, Instance) else value.key()


def widened(value: Value, depth: int = 4) -> Value:
    """The same kind of value, without its shape or number."""
    if isinstance(value, Traced):
        aval = _forgotten(value.aval)
        return Traced(aval, value.origin, value.concrete, value.staged, value.evidence)
    if isinstance(value, Array):
        return Array(_forgotten(value.aval), value.numpy)
    if isinstance(value, Const) and isinstance(value.value, (int, float)) and not isinstance(value.value, bool):
        return Static(type(value.value).__name__)
    if depth and isinstance(value, Sequence):
        items = None if value.items is None else [widened(item, depth - 1) for item in value.items]
        return Sequence(value.type, items, widened(value.element, depth - 1))
    if depth and isinstance(value, Mapping):
        known = value.items
        named = None if known is None else {key: widened(item, depth - 1) for key, item in known.items()}
        return Mapping(named, widened(value.element, depth - 1))
    if depth and isinstance(value, Instance):
        fields = {name: widened(item, depth - 1) for name, item in value.attributes.items()}
        return Instance(value.cls, fields, value.open)
    return UNKNOWN if depth == 0 else value


def _forgotten(aval: Aval) -> Aval:
    return Aval(aval.kind, (), aval.dtype) if aval.shape == () else unknown_aval(aval.kind)
