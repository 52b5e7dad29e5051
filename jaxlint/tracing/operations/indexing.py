"""Arrays by their index: masks, slices, gathers; and pytrees of tracers that may be arrays."""

from __future__ import annotations

import _ast

from jaxlint.tracing.bounds.float_sizes import check_size
from jaxlint.tracing.bounds.indices import check_read
from jaxlint.tracing.events.shapes import MaskIndex, SliceBound
from jaxlint.tracing.keys.splits import row_of, some_rows
from jaxlint.tracing.keys.uses import hand_over_key
from jaxlint.tracing.operations.arrays import operation
from jaxlint.tracing.operations.facts import is_abstract, numpy_call, prove_shaped
from jaxlint.tracing.operations.iteration import part_of
from jaxlint.tracing.operations.no_arrays import check_index
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.aval import Aval, unknown_aval
from jaxlint.tracing.values.holding import prove_array, prove_indexed
from jaxlint.tracing.values.joining import static_type
from jaxlint.tracing.values.shapes import constant_int, index_shape
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Reference, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


def bounds_of(node: _ast.Slice) -> tuple[_ast.expr | None, _ast.expr | None, _ast.expr | None]:
    return node.lower, node.upper, node.step


def index_array(frame: Frame, node: _ast.Subscript, base: Value, use: str, reference: Reference | None = None) -> Value:
    """``x[...]`` of an array, or of a pytree of tracers; ``use``: read, at, store or augmented.

    ``reference``: the array is what this one holds.
    """
    parts: list[str] = []
    values: list[Value | None] = []
    index_nodes = node.slice.elts if isinstance(node.slice, _ast.Tuple) else [node.slice]
    for position, index_node in enumerate(index_nodes):
        part, value = _one_index(frame, node, reference or base, index_node, position, use)
        parts.append(part)
        values.append(value)
    if not isinstance(base, (Traced, Array)):
        return UNKNOWN
    if isinstance(base, Traced) and not base.is_array:
        return _pytree_item(frame, node, base, parts, values)
    prove_shaped(frame, base)
    if "?" in parts and use in ("read", "at") and reference is None and not getattr(base, "numpy", False):
        check_index(frame, base, node.slice, index_nodes, values)
    operands: list[Value] = [base, *[value for value in values if value is not None]]
    if isinstance(base, Array) and base.numpy:
        traced = next((value for value in values if isinstance(value, Traced)), None)
        if traced is not None:
            if not traced.concrete:
                numpy_call(frame, node.slice, traced, "numpy.ndarray.__getitem__")
            return UNKNOWN
        return Array(Aval(base.aval.kind, index_shape(base.aval, values, parts), base.aval.dtype), True)
    if use == "read" and reference is None:
        check_read(frame, node, base, index_nodes, parts)
    aval = Aval(base.aval.kind, index_shape(base.aval, values, parts), base.aval.dtype, base.aval.weak)
    return operation(frame, node, operands, aval, _key_item(frame, base, node, values, parts))


def _key_item(frame: Frame, base: Value, node: _ast.Subscript, values: list[Value | None], parts: list[str]) -> object:
    """A row of split keys is a key of its own: the same row is the same key."""
    key_id = getattr(base, "key_id", None)
    if key_id is None or getattr(base, "aval", Aval(None, ())).kind != "k":
        return None
    numbers = [constant_int(value) for value in values]
    if parts[:1] in (["full"], ["ellipsis"]) and len(numbers) > 1 and None not in numbers[1:]:
        return (key_id, "column", *numbers[1:])
    if None in numbers:
        return _some_rows(frame, node, base, key_id)
    shape = base.aval.shape  # type: ignore[attr-defined]
    for axis, number in enumerate(numbers):
        length = shape[axis] if isinstance(shape, tuple) and axis < len(shape) else None
        from_end = number < 0 and isinstance(length, int)  # type: ignore[operator]
        key_id = row_of(key_id, number + length if from_end else number)  # type: ignore[arg-type, operator]
    return key_id


def _some_rows(frame: Frame, node: _ast.Subscript, base: Value, key_id: object) -> object:
    """``keys[1:]``; ``keys[i]`` is one of them, and as a rule each in turn.  None where it is not known which."""
    index = node.slice
    if not isinstance(index, _ast.Slice):
        hand_over_key(frame, node, base, key_id)
        return None
    start, stop = (None if one is None else evaluate(frame, one) for one in (index.lower, index.upper))
    first, behind = constant_int(start), constant_int(stop)
    if (first is None and start is not None) or (behind is None and stop is not None) or (first or 0) < 0:
        return None
    return None if index.step is not None else some_rows(key_id, first or 0, behind)


def _pytree_item(
    frame: Frame, node: _ast.Subscript, base: Traced, parts: list[str], values: list[Value | None]
) -> Value:
    if not parts:  # ``x[()]``
        prove_indexed(base, True)
        return operation(frame, node, [base], base.aval)
    first = values[0]
    if isinstance(first, Traced) and first.evidence is not None and first.evidence.is_key_of(base.evidence):
        first.evidence.refute()
        return part_of(base)
    if isinstance(first, Traced) and not first.is_array and (first.concrete or first.evidence.may_be_key):  # type: ignore[union-attr]
        return part_of(base)
    if len(parts) != 1 or parts[0] in ("slice", "full", "none", "ellipsis", "array"):
        # Only an array takes these, ``x[()]`` among them; a tuple takes a slice too, and gives a tuple.
        if len(parts) != 1 or parts[0] in ("none", "ellipsis", "array"):
            prove_indexed(base, "ellipsis" in parts)
            aval = Aval(base.aval.kind, index_shape(base.aval, values, parts))
            return operation(frame, node, [base], aval)
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
        is_ref = isinstance(base, Reference) and not base.is_variable  # there JAX takes it for whole numbers
        if not is_ref and not value.concrete:
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
    if report(frame, MaskIndex, node, value, base=base, mask=index_node, axis=position, use=use):
        prove_array(base)


def _slice_index(frame: Frame, node: _ast.Subscript, base: Value, index_node: _ast.Slice) -> tuple[str, Value | None]:
    full = True
    for part in bounds_of(index_node):
        if part is None:
            continue
        full = False
        value = evaluate(frame, part)
        prove_array(value)
        if isinstance(base, (Traced, Array)) and base.aval.dtype is not None:
            check_size(frame, part, value, "", "")
        if is_abstract(value) and _is_jax(base):
            report(frame, SliceBound, node, value, base=base, bound=part, slice=index_node)
    return ("full" if full else "slice"), None


def _is_jax(base: Value) -> bool:
    return isinstance(base, (Traced, Array, Reference))
