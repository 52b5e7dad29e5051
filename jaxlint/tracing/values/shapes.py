"""Shapes that follow from arguments: axes, reductions, products, indices."""

from __future__ import annotations

from jaxlint.tracing.values.aval import AnyShape, Aval, Dim, Shape, promote
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Sequence, ShapeTuple, Static, Traced, Value


def constant_int(value: Value | None) -> int | None:
    if isinstance(value, Const) and isinstance(value.value, int):
        return int(value.value)
    return None


def dimension(value: Value) -> int | Dim:
    """An axis size given as a Python value."""
    known = constant_int(value)
    if known is not None:
        return known
    if isinstance(value, Static) and isinstance(value.dim, Dim):
        return value.dim
    return Dim()


def shape_of(value: Value | None) -> Shape:
    """A shape given as an argument: 3, (3, n), x.shape ..."""
    if isinstance(value, (Const, Static)):
        return (dimension(value),) if not (isinstance(value, Const) and value.value is None) else AnyShape()
    if isinstance(value, Sequence) and value.items is not None:
        return tuple(dimension(item) for item in value.items)
    if isinstance(value, ShapeTuple) and isinstance(value.of, AnyShape):
        return value.of
    return AnyShape()


def shape_value(shape: Shape) -> Value:
    """``x.shape`` as a Python value."""
    if isinstance(shape, tuple):
        return Sequence("tuple", [dim_value(size) for size in shape])
    return ShapeTuple(shape)


def dim_value(size: int | Dim) -> Value:
    return Const(size) if isinstance(size, int) else Static("int", size)


def reduced(aval: Aval, axis: Value | None, keepdims: Value | None) -> Shape:
    """The shape after a reduction over ``axis`` (None: over all)."""
    keep = isinstance(keepdims, Const) and keepdims.value is True
    if keepdims is not None and not isinstance(keepdims, Const):
        return AnyShape()
    if axis is None or (isinstance(axis, Const) and axis.value is None):
        if not keep:
            return ()
        return tuple(1 for _ in aval.shape) if isinstance(aval.shape, tuple) else AnyShape()
    axes = _axes(axis)
    if axes is None or not isinstance(aval.shape, tuple):
        return AnyShape()
    rank = len(aval.shape)
    gone = {number % rank if rank else 0 for number in axes}
    if keep:
        return tuple(1 if number in gone else size for number, size in enumerate(aval.shape))
    return tuple(size for number, size in enumerate(aval.shape) if number not in gone)


def _axes(axis: Value) -> tuple[int, ...] | None:
    number = constant_int(axis)
    if number is not None:
        return (number,)
    if isinstance(axis, Sequence) and axis.items is not None:
        numbers = [constant_int(item) for item in axis.items]
        return None if None in numbers else tuple(numbers)  # type: ignore[arg-type]
    return None


def matmul_aval(left: Aval, right: Aval) -> Aval:
    kind, dtype, _ = promote(left, right)
    if left.rank and right.rank in (1, 2):  # where the second has more axes, `matmul` and `dot` differ
        return Aval(kind, (*left.shape[:-1], *right.shape[1:]), dtype)  # type: ignore[index]
    return Aval(kind, AnyShape(), dtype)


def without_leading(aval: Aval) -> Aval:
    """One row: what a loop over the first axis, vmap or scan sees."""
    if isinstance(aval.shape, tuple):
        return Aval(aval.kind, aval.shape[1:], aval.dtype)
    return Aval(aval.kind, AnyShape(), aval.dtype)


def with_leading(aval: Aval, size: int | Dim | None = None) -> Aval:
    """Many rows."""
    if isinstance(aval.shape, tuple):
        return Aval(aval.kind, (Dim() if size is None else size, *aval.shape), aval.dtype)
    return Aval(aval.kind, AnyShape(), aval.dtype)


def with_axis(aval: Aval, place: int) -> Aval:
    """Many rows, laid along the axis of this number."""
    if not isinstance(aval.shape, tuple) or not -len(aval.shape) <= place + 1 <= len(aval.shape) + 1:
        return Aval(aval.kind, AnyShape(), aval.dtype)
    place %= len(aval.shape) + 1
    return Aval(aval.kind, (*aval.shape[:place], Dim(), *aval.shape[place:]), aval.dtype)


def nested_shape(value: Value) -> tuple[Shape, str | None]:
    """Shape and kind of ``jnp.array(value)`` for nested lists of numbers and arrays."""
    if isinstance(value, Sequence):
        if value.items is None:
            shape, kind = nested_shape(value.element)
            return (
                (Dim(), *shape) if isinstance(shape, tuple) and value.type in ("list", "tuple") else AnyShape()
            ), kind
        if not value.items:
            return (0,), "f"
        inner = [nested_shape(item) for item in value.items]
        kinds = {kind for _, kind in inner}
        kind = next(iter(kinds)) if len(kinds) == 1 else ("f" if kinds == {"i", "f"} else None)
        first = inner[0][0]
        return ((len(value.items), *first) if isinstance(first, tuple) else AnyShape()), kind
    if isinstance(value, ShapeTuple):
        return (Dim(),), "i"
    aval = aval_of(value)
    return aval.shape, aval.kind


_KINDS = {"bool": "b", "int": "i", "uint": "i", "float": "f", "bfloat": "f", "complex": "c"}
_DEFAULTS = {"int": "int32", "uint": "uint32", "float": "float32", "complex": "complex64"}


def dtype_of(value: Value | None) -> tuple[str | None, str | None]:
    """Kind and dtype name that a ``dtype=`` argument asks for; (None, None) where it isn't known."""
    if value is None:
        return None, None
    name = getattr(value, "name", None)
    if isinstance(value, Const) and isinstance(value.value, str):
        name = value.value
    elif isinstance(value, Static) and value.type == "dtype" and isinstance(value.dim, (Traced, Array)):
        return value.dim.aval.kind, value.dim.aval.dtype
    if not isinstance(name, str):
        return None, None
    last = name.rsplit(".", 1)[-1].rstrip("_")
    kind = _KINDS.get(last.rstrip("0123456789"))
    if name.startswith("builtins.") or last in _KINDS:
        return kind, "bool" if kind == "b" else None
    return kind, last if kind else None


def asked_of_jax(value: Value | None) -> tuple[str | None, str | None]:
    """The same of a function of JAX's, which makes `int` and `float` as wide as it makes Python's numbers."""
    kind, name = dtype_of(value)
    word = value.value if isinstance(value, Const) else getattr(value, "name", None)
    default = _DEFAULTS.get(word.rpartition(".")[2].rstrip("_")) if isinstance(word, str) else None
    return kind, name or default


def index_shape(base: Aval, indices: list[Value | None], parts: list[str]) -> Shape:
    """The shape of ``x[...]``; ``parts``: int, slice, full, none, ellipsis, array, mask or ? for each index."""
    if "?" in parts or not isinstance(base.shape, tuple) or not _masks_alone(indices, parts):
        if parts == ["full"]:
            return base.shape
        return AnyShape()
    masked = [aval_of(index or UNKNOWN).rank or 0 for index, part in zip(indices, parts, strict=True) if part == "mask"]
    consumed = sum(part in ("int", "slice", "full", "array") for part in parts) + sum(masked)
    if consumed > len(base.shape):
        return AnyShape()
    shape: list[int | Dim] = []
    axis = 0
    for index, part in zip(indices, parts, strict=True):
        if part == "none":
            shape.append(1)
        elif part == "ellipsis":
            rest = len(base.shape) - consumed
            shape.extend(base.shape[axis : axis + rest])
            axis += rest
        elif part == "full":
            shape.append(base.shape[axis])
            axis += 1
        elif part == "slice":
            shape.append(Dim())
            axis += 1
        elif part == "array":
            inner = aval_of(index or UNKNOWN).shape
            if parts.count("array") > 1 or not isinstance(inner, tuple):
                return _several_arrays(base, indices, parts)
            shape.extend(inner)
            axis += 1
        elif part == "mask":
            shape.append(Dim())
            axis += masked[0]
        else:
            axis += 1
    shape.extend(base.shape[axis:])
    return tuple(shape)


def _masks_alone(indices: list[Value | None], parts: list[str]) -> bool:
    """No mask, or one of known rank: all but slices stand side by side, else its axis would come first."""
    if "mask" not in parts:
        return True
    first = next(place for place, part in enumerate(parts) if part in ("int", "mask"))
    last = max(place for place, part in enumerate(parts) if part in ("int", "mask"))
    rank = aval_of(indices[parts.index("mask")] or UNKNOWN).rank
    alone = parts.count("mask") == 1 and "array" not in parts
    return alone and bool(rank) and set(parts[first : last + 1]) <= {"int", "mask"}


def _several_arrays(base: Aval, indices: list[Value | None], parts: list[str]) -> Shape:
    """Index arrays side by side broadcast against each other; anything else is not followed."""
    shapes = [aval_of(index or UNKNOWN).shape for index, part in zip(indices, parts, strict=True) if part == "array"]
    alike = set(parts) == {"array"} and all(shape is shapes[0] or shape == shapes[0] for shape in shapes)
    if alike and isinstance(shapes[0], tuple) and isinstance(base.shape, tuple):
        return shapes[0] + base.shape[len(parts) :]
    return AnyShape()
