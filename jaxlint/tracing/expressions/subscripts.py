"""``base[index]`` of whatever it is: arrays, references, containers, objects."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calls.invocation import Arguments, call_value, constant_of
from jaxlint.tracing.calls.several import looked_up
from jaxlint.tracing.compiled.traces import written
from jaxlint.tracing.objects.classes import subscripted
from jaxlint.tracing.objects.special_methods import special
from jaxlint.tracing.operations.facts import concretize, need_static
from jaxlint.tracing.operations.indexing import bounds_of, index_array
from jaxlint.tracing.operations.references import loaded
from jaxlint.tracing.operations.unpacking import check_axes
from jaxlint.tracing.running.evaluate import EVALUATORS, evaluate
from jaxlint.tracing.values.aval import unknown_aval
from jaxlint.tracing.values.dtypes import part_of_text
from jaxlint.tracing.values.enumerations import looked_up_by_name
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.holding import prove_array
from jaxlint.tracing.values.joining import another, aval_of, element_of, static_type
from jaxlint.tracing.values.shapes import constant_int, dim_value
from jaxlint.tracing.values.value import (
    UNKNOWN,
    Array,
    BoundMethod,
    ClassValue,
    Const,
    Indexed,
    Instance,
    Library,
    Mapping,
    Reference,
    Sequence,
    ShapeTuple,
    Static,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


def subscript(frame: Frame, node: _ast.Subscript) -> Value:
    base = evaluate(frame, node.value)
    if isinstance(base, (Traced, Array)):
        return index_array(frame, node, base, "read")
    if isinstance(base, Reference):
        return index_reference(frame, node, base, "read")
    if isinstance(base, BoundMethod) and base.name == "at" and isinstance(base.receiver, Reference):
        return view_of(base.receiver, index_reference(frame, node, base.receiver, "at"))
    if isinstance(base, BoundMethod) and base.name == "at":
        return Indexed(base.receiver, index_array(frame, node, base.receiver, "at"))
    if isinstance(base, Library) and base.name in _GRIDS | _NUMPY_GRIDS:
        return _grid(frame, node, base)
    if isinstance(base, ClassValue) and base.enumeration is not None:
        return looked_up_by_name(base, evaluate(frame, node.slice))
    if isinstance(base, Instance):
        index = Static("slice") if isinstance(node.slice, _ast.Slice) else evaluate(frame, node.slice)
        found = special(frame, node, base, "getitem", index)
        if found is not None:
            return found
    if isinstance(node.slice, _ast.Slice):
        bounds = [None if part is None else evaluate(frame, part) for part in bounds_of(node.slice)]
        if isinstance(base, Sequence) or static_type(base) == "str":
            _ask_numbers(frame, node.slice, bounds)
        return _slice(base, bounds)
    return index_container(frame, node, base)


def index_container(frame: Frame, node: _ast.Subscript, base: Value) -> Value:
    """``base[index]`` of what is no array."""
    index = evaluate(frame, node.slice)
    if isinstance(base, Library):
        return subscripted(base, index)
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
    return Static("str") if static_type(base) == "str" else part_of_text(base, index)


def index_reference(frame: Frame, node: _ast.Subscript, base: Reference, use: str) -> Value:
    """``ref[...]``: an array is read; a Variable hands out a part of what it holds."""
    content = loaded(frame, node, base)
    if base.is_variable and _is_ellipsis(frame, node.slice):
        return content
    if isinstance(content, (Traced, Array)):
        return index_array(frame, node, content, use, base)
    return index_container(frame, node, content) if base.is_variable else UNKNOWN


def view_of(reference: Reference, part: Value) -> Reference:
    """``ref.at[i]``: a part of what it refers to, to be read and written as the whole."""
    content = reference.content
    if isinstance(part, (Traced, Array)) and isinstance(content, Traced):
        content = Traced(part.aval, content.origin, content.concrete)
    elif isinstance(part, (Traced, Array)):
        content = Array(part.aval)
    return reference.with_content(content)


def _is_ellipsis(frame: Frame, index: _ast.expr) -> bool:
    plain = isinstance(index, (_ast.Constant, _ast.Name))
    return plain and constant_of(evaluate(frame, index)) is ...


# Slices of these are written for numbers that they count to.
_GRIDS = frozenset(["jax.numpy.mgrid", "jax.numpy.ogrid", "jax.numpy.r_", "jax.numpy.c_"])
_NUMPY_GRIDS = frozenset(["numpy.mgrid", "numpy.r_", "numpy.c_"])


def _grid(frame: Frame, node: _ast.Subscript, grid: Library) -> Value:
    """``jnp.mgrid[:n]``; of NumPy's, the array."""
    parts: list[Value] = []
    for index in node.slice.elts if isinstance(node.slice, _ast.Tuple) else [node.slice]:
        if not isinstance(index, _ast.Slice):
            parts.append(evaluate(frame, index))
            continue
        for name, part in zip(("start", "stop", "step"), bounds_of(index), strict=True):
            value = UNKNOWN if part is None else evaluate(frame, part)
            if part is not None:
                parts.append(value)
            if part is not None and isinstance(value, Traced) and grid.name in _GRIDS:
                prove_array(value)
                need_static(frame, part, value, node, grid.name, name)
    return _of_numpy(parts) if grid.name in _NUMPY_GRIDS else UNKNOWN


def _of_numpy(parts: list[Value]) -> Value:
    """Text says how the others are joined."""
    kinds = {aval_of(part).kind for part in parts if static_type(part) != "str"}
    plain = all(isinstance(part, (Const, Static)) or (isinstance(part, Array) and part.numpy) for part in parts)
    return Array(unknown_aval(kinds.pop() if len(kinds) == 1 else None), True) if plain else UNKNOWN


def _ask_numbers(frame: Frame, node: _ast.Slice, bounds: list[Value | None]) -> None:
    """A list or text is cut at plain numbers."""
    for part, bound in zip(bounds_of(node), bounds, strict=True):
        if part is not None and isinstance(bound, Traced) and bound.is_array:
            concretize(frame, part, bound, "list-index")


def _slice(base: Value, bounds: list[Value | None]) -> Value:
    if isinstance(base, Sequence) and base.items is not None:
        numbers = [None if bound is None else constant_int(bound) for bound in bounds]
        known = all(bound is None or number is not None for bound, number in zip(bounds, numbers, strict=True))
        if known and numbers[2] != 0:  # Python refuses a step of zero
            return Sequence(base.type, base.items[slice(*numbers)])
    if isinstance(base, Sequence):
        return Sequence(base.type, None, element_of(base))
    if isinstance(base, ShapeTuple):
        return ShapeTuple(None)
    return Static("str") if static_type(base) == "str" else UNKNOWN


def _item(frame: Frame, node: _ast.Subscript, base: Sequence, index: Value) -> Value:
    number = constant_int(index)
    if base.items is not None and number is not None and -len(base.items) <= number < len(base.items):
        return base.parts[number]
    if number is not None:
        check_axes(frame, node.value, base, f"index {number}", lambda rank: -rank <= number < rank)
    if isinstance(index, Traced) and base.type in ("list", "tuple", "range", "deque"):
        prove_array(index)
        concretize(frame, node.slice, index, "list-index")
    if base.items is not None:
        return looked_up(base.items, index)
    return another(base.element) if base.type == "tuple" else base.element


def _value(frame: Frame, node: _ast.Subscript, base: Mapping, index: Value) -> Value:
    concretize(frame, node.slice, index, "hash", even_grad=True)
    if base.items is None:
        return another(base.element)
    if isinstance(index, Const) and base.factory is not None and index.value not in base.items:
        return _made(frame, node, base, base.factory, index.value)
    if isinstance(index, Const):
        held: Value = base.items.get(index.value, UNKNOWN)
        return held
    if base.factory is not None:
        base.items, base.element = None, UNKNOWN
        return UNKNOWN
    return looked_up(list(base.items.values()), index)


def _made(frame: Frame, node: _ast.Subscript, base: Mapping, factory: Value, key: object) -> Value:
    """What a defaultdict returns for a key that it has not, and keeps."""
    value = call_value(frame, node, factory, Arguments([]))
    assert base.items is not None
    Heap.write(base)
    if frame.condition.branches > base.depth or base.grows:
        base.items, base.element = None, UNKNOWN
        return UNKNOWN
    written(frame, node, base, key, value)
    base.items[key], base.nesting = value, max(base.nesting, value.level + 1)
    return value


def _axis(base: ShapeTuple, index: Value) -> Value:
    number = constant_int(index)
    if number is None or base.of is None:
        return Static("int")
    return dim_value(base.of.dim(number))  # type: ignore[attr-defined]


EVALUATORS[_ast.Subscript] = subscript
