"""The value of a JAX call: its aval by family."""

from __future__ import annotations

from math import prod

from jaxlint.knowledge.api import Record
from jaxlint.tracing.libraries.numerical.forms import Bound, kind_of_result, shaped
from jaxlint.tracing.operations.arrays import elementwise_aval
from jaxlint.tracing.values.aval import AnyShape, Aval, Dim, Shape, promote, total
from jaxlint.tracing.values.joining import aval_of, leaves
from jaxlint.tracing.values.shapes import asked_of_jax, constant_int, dimension, matmul_aval, nested_shape, shape_of
from jaxlint.tracing.values.value import NONE, UNKNOWN, Const, Sequence, Static, Value

OF_PYTHON = {"b": "bool", "i": "int32", "f": "float32", "c": "complex64"}
_ASKED = ("dtype", "new_dtype", "preferred_element_type")  # parameters that say what dtype comes out


def result_aval(record: Record, bound: Bound, operands: list[Value], receiver: Value | None = None) -> Aval:
    """Aval of a call; ``operands``: the array arguments in order, the receiver of a method first."""
    given = next((bound[name] for name in _ASKED if name in bound), None)
    asked, dtype = asked_of_jax(given)
    found = _aval(record, bound, operands, asked or kind_of_result(record, bound, receiver), dtype)
    if given is None or (isinstance(given, Const) and given.value is None):
        return found
    return Aval(asked, found.shape, dtype)  # None, None where it is not known which is asked for


def _aval(record: Record, bound: Bound, operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    home, _, base = record.name.rpartition(".")
    if record.name.startswith("jax.random."):
        found = _draw(base, record, bound, operands, kind, dtype)
        if found is not None:
            return found
    special = _SPECIAL.get(base)
    if special is not None and home in _HOMES:
        return special(bound, operands, kind, dtype)
    if record.name == "jax.numpy.where":  # the condition lends its shape alone
        found = elementwise_aval(operands[1:], kind, dtype)
        return Aval(found.kind, elementwise_aval(operands).shape, found.dtype, found.weak)
    return shaped(record, bound, operands, kind, dtype)


def _shape_argument(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    shape = shape_of(bound.get("shape"))
    if "fill_value" in bound and kind is None:
        aval = aval_of(bound["fill_value"])
        return Aval(aval.kind, shape, aval.dtype, aval.weak)
    return Aval(kind or "f", shape, dtype or _default(kind or "f", bound))


def _default(kind: str | None, bound: Bound) -> str | None:
    """The dtype that JAX chooses where it is asked for none, without x64."""
    return None if "dtype" in bound else OF_PYTHON.get(kind or "")


def _array(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    value = bound.get("object", bound.get("a", operands[0] if operands else UNKNOWN))
    shape, inner = nested_shape(value)
    aval = aval_of(value)
    dtype = dtype or (aval.dtype if kind in (None, aval.kind) else None)
    if shape == () and aval.weak and "dtype" not in bound:
        return aval  # a number of Python stays weak
    numbers = all(isinstance(one, (Const, Static)) for one in leaves(value))
    return Aval(kind or inner, shape, dtype or (_default(kind or inner, bound) if numbers else None))


def _arange(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    start, stop = bound.get("start", UNKNOWN), bound.get("stop")
    kinds = {aval_of(value).kind for value in (start, stop, bound.get("step")) if value is not None}
    kind = kind or ("i" if kinds == {"i"} else "f" if "f" in kinds else None)
    size: int | Dim = Dim()
    upper, lower = (start, Const(0)) if stop is None else (stop, start)
    high, low = constant_int(upper), constant_int(lower)
    if high is not None and low is not None and "step" not in bound:
        size = max(0, high - low)
    elif low == 0 and isinstance(upper, Static) and isinstance(upper.dim, Dim) and "step" not in bound:
        size = upper.dim
    return Aval(kind, (size,), dtype or ("int32" if kind == "i" else None))


def _eye(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    shape = shape_of(bound.get("N", bound.get("n", UNKNOWN)))
    rows = shape[0] if isinstance(shape, tuple) and shape else Dim()
    return Aval(kind or "f", (rows, rows if "M" not in bound else Dim()), dtype or _default(kind or "f", bound))


def _linspace(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    count = constant_int(bound.get("num", Const(50)))
    ends = [aval_of(bound.get(name, UNKNOWN)) for name in ("start", "stop")]
    shape: Shape = (Dim() if count is None else count,) if all(one.shape == () for one in ends) else AnyShape()
    kind = "c" if any(one.kind == "c" for one in ends) else kind or "f"
    exact = all(one.dtype is None for one in ends)  # Python's numbers
    return Aval(kind, shape, dtype or (_default(kind, bound) if exact else None))


def _counted(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    """bincount: sums of the weights, where there are any."""
    weights, length = bound.get("weights", NONE), constant_int(bound.get("length", UNKNOWN))
    counts = isinstance(weights, Const) and weights.value is None
    return Aval("i" if counts else aval_of(weights).kind, (Dim() if length is None else length,))


def _viewed(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    aval = aval_of(operands[0]) if operands else Aval(None, AnyShape())
    if "dtype" not in bound or not isinstance(aval.shape, tuple) or not aval.shape:
        return aval
    return Aval(None, (*aval.shape[:-1], Dim()))  # of another size, there are more or fewer


def _reshape(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    aval = aval_of(operands[0]) if operands else Aval(None, AnyShape())
    shape = shape_of(bound.get("shape"))
    if isinstance(shape, tuple):
        shape = tuple(Dim() if size == -1 else size for size in shape)
    return Aval(aval.kind, shape, aval.dtype)


def _ravel(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    aval = aval_of(operands[0]) if operands else Aval(None, AnyShape())
    if aval.rank == 1:
        return aval
    return Aval(aval.kind, (Dim(),), aval.dtype)


def _transpose(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    aval = aval_of(operands[0]) if operands else Aval(None, AnyShape())
    if not isinstance(aval.shape, tuple):
        return aval
    axes = next((bound[name] for name in ("axes", "args", "permutation") if name in bound), NONE)
    if isinstance(axes, Const) and axes.value is None:
        return Aval(aval.kind, tuple(reversed(aval.shape)), aval.dtype)
    return Aval(aval.kind, tuple(Dim() for _ in aval.shape), aval.dtype)


def _matmul(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    if len(operands) < 2:
        return Aval(kind, AnyShape(), dtype)
    return matmul_aval(aval_of(operands[0]), aval_of(operands[1]))


def _outer(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    if len(operands) < 2:
        return Aval(kind, AnyShape(), dtype)
    left, right = aval_of(operands[0]), aval_of(operands[1])
    sizes = [aval.shape[0] if aval.rank == 1 else Dim() for aval in (left, right)]  # type: ignore[index]
    return Aval(promote(left, right)[0], tuple(sizes))


def _parts(bound: dict[str, Value], operands: list[Value], *names: str) -> list[Aval] | None:
    """The arrays that are put together; None where it is not known how many there are."""
    given = next((bound[name] for name in names if name in bound), operands[0] if operands else UNKNOWN)
    if not isinstance(given, Sequence) or not given.items:
        return None
    return [aval_of(item) for item in given.items]


def _end_to_end(avals: list[Aval] | None, axis: int | None) -> Aval:
    """One after the other along an axis; of the other axes, all have one size."""
    if avals is None:
        return Aval(None, AnyShape())
    kinds, dtypes = {aval.kind for aval in avals}, {aval.dtype for aval in avals}
    kind, dtype = (one.pop() if len(one) == 1 else None for one in (kinds, dtypes))
    shapes = [aval.shape for aval in avals if isinstance(aval.shape, tuple)]
    rank = len(shapes[0]) if shapes else None
    if not rank:
        return Aval(kind, AnyShape(), dtype)
    if axis is None or not -rank <= axis < rank or len(shapes) < len(avals) or any(len(one) != rank for one in shapes):
        return Aval(kind, tuple(Dim() for _ in range(rank)), dtype)
    sizes = [list(one) for one in zip(*shapes, strict=True)]
    along = total(sizes[axis])
    shape = [next((size for size in one if isinstance(size, int)), one[0]) for one in sizes]
    shape[axis] = along
    return Aval(kind, tuple(shape), dtype)


def _joined(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    return _along(_parts(bound, operands, "arrays", "operands"), bound.get("axis", bound.get("dimension", Const(0))))


def _appended(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    return _along([aval_of(bound.get(name, UNKNOWN)) for name in ("arr", "values")], bound.get("axis", NONE))


def _along(avals: list[Aval] | None, axis: Value) -> Aval:
    """One after the other; where the axis is None, flattened before."""
    if isinstance(axis, Const) and axis.value is None:
        return _end_to_end(avals and [Aval(one.kind, (_size(one),), one.dtype) for one in avals], 0)
    return _end_to_end(avals, constant_int(axis))


def _size(aval: Aval) -> int | Dim:
    """How many numbers an array holds."""
    shape = aval.shape
    if not isinstance(shape, tuple):
        return Dim()
    if len(shape) == 1:
        return shape[0]
    sizes = [size for size in shape if isinstance(size, int)]
    return prod(sizes) if len(sizes) == len(shape) else Dim()


def _stacked_rows(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    """vstack: what has one axis is a row."""
    avals = _parts(bound, operands, "tup")
    return _end_to_end(avals and [Aval(one.kind, _as_rows(one.shape), one.dtype) for one in avals], 0)


def _as_rows(shape: Shape) -> Shape:
    return (*(1 for _ in range(2 - len(shape))), *shape) if isinstance(shape, tuple) else shape


def _side_by_side(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    """hstack: along the second axis, or the only one."""
    avals = _parts(bound, operands, "tup")
    avals = avals and [Aval(one.kind, (1,) if one.shape == () else one.shape, one.dtype) for one in avals]
    return _end_to_end(avals, 0 if avals and avals[0].rank == 1 else 1)


def _stacked(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    """Each gets one axis more."""
    avals, axis = _parts(bound, operands, "arrays"), constant_int(bound.get("axis", Const(0)))
    return _end_to_end(avals and [Aval(one.kind, _with_axis(one.shape, axis or 0), one.dtype) for one in avals], axis)


def _with_axis(shape: Shape, axis: int) -> Shape:
    if not isinstance(shape, tuple):
        return shape
    place = axis % (len(shape) + 1)
    return (*shape[:place], 1, *shape[place:])


def _broadcast(bound: dict[str, Value], operands: list[Value], kind: str | None, dtype: str | None) -> Aval:
    aval = aval_of(operands[0]) if operands else Aval(None, AnyShape())
    return Aval(aval.kind, shape_of(bound.get("shape")), aval.dtype)


_HOMES = frozenset(["jax.numpy", "jax.Array", "jax.lax", "jax.numpy.linalg", "jax.nn.initializers"])
_SPECIAL = {
    **dict.fromkeys(["zeros", "ones", "full", "empty"], _shape_argument),
    "array": _array,
    "asarray": _array,
    "arange": _arange,
    "eye": _eye,
    "identity": _eye,
    "linspace": _linspace,
    "bincount": _counted,
    "view": _viewed,
    "reshape": _reshape,
    "ravel": _ravel,
    "flatten": _ravel,
    "transpose": _transpose,
    "matmul": _matmul,
    "dot": _matmul,
    "outer": _outer,
    "concatenate": _joined,
    "concat": _joined,
    "append": _appended,
    "vstack": _stacked_rows,
    "hstack": _side_by_side,
    "stack": _stacked,
    "broadcast_to": _broadcast,
}


def _draw(
    base: str, record: Record, bound: Bound, operands: list[Value], kind: str | None, dtype: str | None
) -> Aval | None:
    """What functions of keys give, but for draws whose shape the table tells."""
    if record.key_use in ("makes", "splits", "derives"):
        # A raw key is two numbers: of what PRNGKey makes, the shape is left open.
        return Aval("k", _split_shape(bound) if base == "split" else AnyShape() if base == "PRNGKey" else ())
    if base == "permutation":
        given = bound.get("x", UNKNOWN)
        return Aval("i", (dimension(given),)) if isinstance(given, (Const, Static)) else aval_of(given)
    if not record.form:
        return None
    arrays = [value for value in operands if value is not bound.get("key")]
    found = shaped(record, bound, arrays, kind, dtype)
    whole = "uint32" if base == "bits" else "int32"
    return Aval(kind, found.shape, dtype or {"f": "float32", "b": "bool", "i": whole}.get(kind or ""))


def _split_shape(bound: dict[str, Value]) -> Shape:
    number = bound.get("num", Const(2))
    shape = shape_of(number)
    return shape if isinstance(shape, tuple) else (Dim(),)
