"""Indexing: masks, slices, gathers, containers."""

from __future__ import annotations

import _ast

from jaxlint.tracing.arrays import operation
from jaxlint.tracing.aval import Aval, unknown_aval
from jaxlint.tracing.evaluate import EVALUATORS, evaluate
from jaxlint.tracing.event import MaskIndex, SliceBound
from jaxlint.tracing.facts import concretize, fails, need_static, numpy_call, prove_array, prove_shaped
from jaxlint.tracing.iteration import part_of
from jaxlint.tracing.joining import element_of, join_all, static_type
from jaxlint.tracing.refusals import MASK, SLICE
from jaxlint.tracing.shapes import constant_int, dim_value, index_shape
from jaxlint.tracing.special_methods import special
from jaxlint.tracing.value import (
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
    Indexed,
    Instance,
    Library,
    Mapping,
    Sequence,
    ShapeTuple,
    Static,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame


def subscript(frame: Frame, node: _ast.Subscript) -> Value:
    base = evaluate(frame, node.value)
    if isinstance(base, (Traced, Array)):
        return index_array(frame, node, base, "read")
    if isinstance(base, BoundMethod) and base.name == "at":
        return Indexed(base.receiver, index_array(frame, node, base.receiver, "at"))
    if isinstance(base, Library) and base.name in _GRIDS:
        return _grid(frame, node, base)
    if isinstance(base, Instance):
        index = Static("slice") if isinstance(node.slice, _ast.Slice) else evaluate(frame, node.slice)
        found = special(frame, node, base, "getitem", index)
        if found is not None:
            return found
    if isinstance(node.slice, _ast.Slice):
        bounds = [None if part is None else evaluate(frame, part) for part in _bounds(node.slice)]
        if isinstance(base, Sequence) or static_type(base) == "str":
            _ask_numbers(frame, node.slice, bounds)
        return _slice(base, bounds)
    index = evaluate(frame, node.slice)
    if isinstance(base, Sequence):
        return _item(frame, node, base, index)
    if isinstance(base, Mapping):
        return _value(frame, node, base, index)
    if isinstance(base, ShapeTuple):
        return _axis(base, index)
    if static_type(base) in ("str", "range", "bytes"):
        concretize(frame, node.slice, index, "list-index")
    if isinstance(base, Instance) and base.cls.fields is not None:
        number = constant_int(index)
        if number is not None and -len(base.cls.fields) <= number < len(base.cls.fields):
            return base.attributes.get(base.cls.fields[number], UNKNOWN)
    return Static("str") if static_type(base) == "str" else UNKNOWN


# Slices of these are written for numbers that they count to.
_GRIDS = frozenset(["jax.numpy.mgrid", "jax.numpy.ogrid", "jax.numpy.r_", "jax.numpy.c_"])


def _grid(frame: Frame, node: _ast.Subscript, grid: Library) -> Value:
    """``jnp.mgrid[:n]``"""
    for index in node.slice.elts if isinstance(node.slice, _ast.Tuple) else [node.slice]:
        if not isinstance(index, _ast.Slice):
            evaluate(frame, index)
            continue
        for name, part in zip(("start", "stop", "step"), _bounds(index), strict=True):
            value = UNKNOWN if part is None else evaluate(frame, part)
            if part is not None and isinstance(value, Traced):
                prove_array(value)
                need_static(frame, part, value, node, grid.name, name)
    return UNKNOWN


def _bounds(node: _ast.Slice) -> tuple[_ast.expr | None, _ast.expr | None, _ast.expr | None]:
    return node.lower, node.upper, node.step


def _ask_numbers(frame: Frame, node: _ast.Slice, bounds: list[Value | None]) -> None:
    """A list or text is cut at plain numbers."""
    for part, bound in zip(_bounds(node), bounds, strict=True):
        if part is not None and isinstance(bound, Traced) and bound.is_array:
            concretize(frame, part, bound, "list-index")


def _slice(base: Value, bounds: list[Value | None]) -> Value:
    if isinstance(base, Sequence) and base.items is not None:
        numbers = [None if bound is None else constant_int(bound) for bound in bounds]
        if all(bound is None or number is not None for bound, number in zip(bounds, numbers, strict=True)):
            return Sequence(base.type, base.items[slice(*numbers)])
    if isinstance(base, Sequence):
        return Sequence(base.type, None, element_of(base))
    if isinstance(base, ShapeTuple):
        return ShapeTuple(None)
    return Static("str") if static_type(base) == "str" else UNKNOWN


def _item(frame: Frame, node: _ast.Subscript, base: Sequence, index: Value) -> Value:
    number = constant_int(index)
    if base.items is not None and number is not None and -len(base.items) <= number < len(base.items):
        return base.items[number]
    if isinstance(index, Traced) and base.type in ("list", "tuple", "range"):
        prove_array(index)
        concretize(frame, node.slice, index, "list-index")
    return element_of(base)


def _value(frame: Frame, node: _ast.Subscript, base: Mapping, index: Value) -> Value:
    concretize(frame, node.slice, index, "hash", even_grad=True)
    if base.items is None:
        return base.element
    if isinstance(index, Const):
        return base.items.get(index.value, UNKNOWN)
    return join_all(base.items.values())


def _axis(base: ShapeTuple, index: Value) -> Value:
    number = constant_int(index)
    if number is None or base.of is None:
        return Static("int")
    return dim_value(base.of.dim(number))  # type: ignore[attr-defined]


def index_array(frame: Frame, node: _ast.Subscript, base: Value, use: str) -> Value:
    """``x[...]`` of an array, or of a pytree of tracers; ``use``: read, at, store or augmented."""
    parts: list[str] = []
    values: list[Value | None] = []
    index_nodes = node.slice.elts if isinstance(node.slice, _ast.Tuple) else [node.slice]
    for position, index_node in enumerate(index_nodes):
        part, value = _one_index(frame, node, base, index_node, position, use)
        parts.append(part)
        values.append(value)
    if not isinstance(base, (Traced, Array)):
        return UNKNOWN
    if isinstance(base, Traced) and not base.is_array:
        return _pytree_item(frame, node, base, parts, values)
    prove_shaped(frame, base)
    operands: list[Value] = [base, *[value for value in values if value is not None]]
    if isinstance(base, Array) and base.numpy:
        traced = next((value for value in values if isinstance(value, Traced)), None)
        if traced is not None:
            if not traced.concrete:
                numpy_call(frame, node.slice, traced, "numpy.ndarray.__getitem__")
            return UNKNOWN
        return Array(Aval(base.aval.kind, index_shape(base.aval, values, parts), base.aval.dtype), True)
    aval = Aval(base.aval.kind, index_shape(base.aval, values, parts), base.aval.dtype, base.aval.weak)
    return operation(frame, node, operands, aval, _key_item(base, node, values))


def _key_item(base: Value, node: _ast.Subscript, values: list[Value | None]) -> object:
    """A row of split keys is a key of its own: the same row is the same key."""
    key_id = getattr(base, "key_id", None)
    if key_id is None or getattr(base, "aval", Aval(None, ())).kind != "k":
        return None
    numbers = [constant_int(value) for value in values]
    return (key_id, *numbers) if None not in numbers else None


def _pytree_item(
    frame: Frame, node: _ast.Subscript, base: Traced, parts: list[str], values: list[Value | None]
) -> Value:
    first = values[0]
    if isinstance(first, Traced) and first.evidence is not None and first.evidence.is_key_of(base.evidence):
        first.evidence.refute()
        return part_of(base)
    if isinstance(first, Traced) and not first.is_array:
        return part_of(base)
    if len(parts) > 1 or parts[0] in ("slice", "full", "none", "ellipsis", "array"):
        # Only an array takes these; a tuple takes a slice too, and gives a tuple.
        if len(parts) > 1 or parts[0] in ("none", "ellipsis", "array"):
            prove_array(base)
            return operation(frame, node, [base], Aval(base.aval.kind, index_shape(base.aval, values, parts)))
        aval = Aval(base.aval.kind, index_shape(base.aval, values, parts), base.aval.dtype, base.aval.weak)
        return Traced(aval, base.origin, base.concrete, base.staged, base.evidence, base.key_id)
    if static_type(first or UNKNOWN) == "str" or parts[0] == "int":
        return part_of(base)
    if isinstance(first, Traced):
        # No dict, tuple or list takes a tracer: what it selects is an array, unless a class of its own says otherwise.
        selected = operation(frame, node, [base, first], unknown_aval(base.aval.kind))
        if isinstance(selected, Traced):
            selected.evidence = base.evidence
        return selected
    return UNKNOWN


def _one_index(
    frame: Frame, node: _ast.Subscript, base: Value, index_node: _ast.expr, position: int, use: str
) -> tuple[str, Value | None]:
    if isinstance(index_node, _ast.Slice):
        return _slice_index(frame, node, base, index_node)
    if isinstance(index_node, _ast.Starred):
        return "?", evaluate(frame, index_node.value)
    value = evaluate(frame, index_node)
    if isinstance(value, Const):
        if value.value is None:
            return "none", value
        if value.value is Ellipsis:
            return "ellipsis", value
        return ("int" if isinstance(value.value, int) and not isinstance(value.value, bool) else "?"), value
    if isinstance(value, Static):
        return ("int" if value.type == "int" else "?"), value
    if isinstance(value, Traced) and value.aval.kind == "b" and value.is_array:
        if fails(frame, value, MASK):
            _mask(frame, node, base, value, index_node, position, use)
        return "mask", value
    if isinstance(value, Array) and value.aval.kind == "b":
        return "mask", value
    if isinstance(value, (Traced, Array)) and value.aval.kind == "i":
        return ("int" if value.aval.is_scalar else "array"), value
    return "?", value


def _mask(
    frame: Frame, node: _ast.Subscript, base: Value, value: Traced, index_node: _ast.expr, position: int, use: str
) -> None:
    prove_array(base)
    event = MaskIndex(frame.module, frame.function, node, value, frame.context)
    event.base = base
    event.mask = index_node
    event.axis = position
    event.use = use
    frame.interpreter.note(event)


def _slice_index(frame: Frame, node: _ast.Subscript, base: Value, index_node: _ast.Slice) -> tuple[str, Value | None]:
    full = True
    for part in _bounds(index_node):
        if part is None:
            continue
        full = False
        value = evaluate(frame, part)
        prove_array(value)
        if isinstance(value, Traced) and _is_jax(base) and fails(frame, value, SLICE):
            event = SliceBound(frame.module, frame.function, node, value, frame.context)
            event.base = base
            event.bound = part
            event.slice = index_node
            frame.interpreter.note(event)
    return ("full" if full else "slice"), None


def _is_jax(base: Value) -> bool:
    return isinstance(base, (Traced, Array))


EVALUATORS[_ast.Subscript] = subscript
