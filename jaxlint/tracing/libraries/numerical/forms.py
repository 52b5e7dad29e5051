"""The form that the table tells of a result, applied to the arguments of a call."""

from __future__ import annotations

from jaxlint.knowledge.api import Parameter, Record
from jaxlint.tracing.operations.arrays import elementwise_aval
from jaxlint.tracing.values.aval import AnyShape, Aval, Dim, Shape, dtype_as
from jaxlint.tracing.values.joining import aval_of, element_of
from jaxlint.tracing.values.shapes import reduced, shape_of
from jaxlint.tracing.values.value import Array, Const, Sequence, Static, Traced, Value

Bound = dict[str, Value]
_ORDER = "bifc"


def kind_of_result(record: Record, bound: Bound, receiver: Value | None) -> str | None:
    """The kind of the one array that comes out: b, i, f, c, k, or None."""
    if record.result_kind is not None:
        return record.result_kind
    values = [bound[name] for name in record.deciding if name in bound]
    if receiver is not None and "self" in record.deciding:
        values.insert(0, receiver)
    kind = _promoted(values)
    beside = _promoted([bound[one.name] for one in _options(record, bound)])
    if kind is not None and beside is not None and _ORDER.index(beside) > _ORDER.index(kind):
        return None  # clip(whole, 0.5): the probe did not try such mixtures
    return record.kind_for(kind)


def _options(record: Record, bound: Bound) -> list[Parameter]:
    """Parameters of numbers, that may be traced, beside the operands."""
    return [one for one in record.parameters if one.traced_ok and not one.array and one.name in bound]


def _promoted(values: list[Value]) -> str | None:
    """The kind that they promote to; None where one is not known."""
    highest = -1
    for value in values:
        if isinstance(value, Sequence):
            kind = _promoted(value.items if value.items else [element_of(value)])
        else:
            kind = aval_of(value).kind
        if kind is None or kind not in _ORDER:
            return None
        highest = max(highest, _ORDER.index(kind))
    return _ORDER[highest] if highest >= 0 else None


def shaped(record: Record, bound: Bound, operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    """The aval that the record's form makes of the operands."""
    form = _form(record, bound)
    first = aval_of(operands[0]) if operands else Aval(None, AnyShape())
    if kind is None and first.kind == "k" and _keeps_kind(record):
        kind = "k"
    if form in ("elementwise", "broadcast"):
        return _broadcast(record, bound, operands, kind, dtype)
    if form == "shape":
        return Aval(kind, shape_of(bound.get("shape")), dtype)
    dtype = dtype or (dtype_as(kind, first) if _agree(record, bound, first) else None)
    if not all(_is_scalar(bound[one.name]) for one in _options(record, bound)):
        return Aval(kind, AnyShape(), dtype)  # percentile(x, [10, 90])
    if form == "same":
        return Aval(kind, first.shape, dtype)
    if form == "reduced":
        return Aval(kind, reduced(first, bound.get("axis"), bound.get("keepdims")), dtype)
    return Aval(kind, _of_rank(form, first), dtype)


def _agree(record: Record, bound: Bound, first: Aval) -> bool:
    """Are all that decide the kind of this dtype?  What small whole numbers add up to is larger."""
    if first.kind == "i" and first.dtype not in ("int32", "int64"):
        return False
    decide = [bound[name] for name in record.deciding if name in bound]
    return all(aval_of(value).dtype == first.dtype for value in decide if not isinstance(value, Sequence))


def _is_scalar(value: Value) -> bool:
    return isinstance(value, (Const, Static)) or (isinstance(value, (Traced, Array)) and value.aval.rank == 0)


def _keeps_kind(record: Record) -> bool:
    """Each kind that goes in comes out: true of a kind that is not known, too."""
    return all(record.kind_for(kind) in (kind, None) for kind in _ORDER) and record.kind_for("f") == "f"


def _form(record: Record, bound: Bound) -> str:
    """The form of this call; '' where an argument is given that the probe did not vary."""
    for name, value in bound.items():
        parameter = record.parameter(name)
        is_none = isinstance(value, Const) and value.value is None
        if is_none and parameter is not None and parameter.default != "None":
            return ""
    form, _, otherwise = record.form.partition(" else ")
    shape = bound.get("shape")
    if shape is not None and not (isinstance(shape, Const) and shape.value is None):
        return "shape" if form == "shape" else ""
    axis = bound.get("axis")
    if axis is None or (isinstance(axis, Const) and axis.value is None):
        return otherwise or form
    return record.form_along


def _broadcast(record: Record, bound: Bound, operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    """Numbers among the options may be arrays as well, and then they broadcast with the rest."""
    options = [bound[one.name] for one in _options(record, bound)]
    extra = [value for value in options if isinstance(value, (Traced, Array))]
    if not operands and not extra:
        return Aval(kind, (), dtype)
    found = elementwise_aval([*operands, *extra], kind, dtype)
    return found if kind is not None or not options else Aval(None, found.shape, dtype)


def _of_rank(form: str, first: Aval) -> Shape:
    """``rank 1``, ``rank +1``."""
    word, _, number = form.partition(" ")
    if word != "rank":
        return AnyShape()
    if number[0] not in "+-":
        return tuple(Dim() for _ in range(int(number)))
    return AnyShape() if first.rank is None else tuple(Dim() for _ in range(max(0, first.rank + int(number))))
