"""What is known of an array without its numbers: dtype kind, dtype, shape."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


class Dim:
    """The unknown size of one axis; equal only to itself."""

    __slots__ = ("name",)

    def __init__(self, name: str = "?") -> None:
        self.name = name

    def __repr__(self) -> str:
        return self.name


class Longer(Dim):
    """The size of what is put together: those of the ``parts``, and ``more``, a number that is not zero."""

    __slots__ = ("more", "parts")

    def __init__(self, parts: tuple[Dim, ...], more: int) -> None:
        super().__init__("+".join([*(part.name for part in parts), str(more)]))
        self.parts = parts
        self.more = more


def total(sizes: Sequence[int | Dim]) -> int | Dim:
    """The size of arrays of these sizes, one after the other."""
    more = sum([size for size in sizes if isinstance(size, int)])
    parts: list[Dim] = []
    for size in sizes:
        if isinstance(size, Longer):
            parts, more = [*parts, *size.parts], more + size.more
        elif isinstance(size, Dim):
            parts.append(size)
    if not parts:
        return more
    if more:
        return Longer(tuple(parts), more)
    return parts[0] if len(parts) == 1 else Dim()


def are_unequal(left: int | Dim, right: int | Dim) -> bool:
    """True where two sizes differ for certain: two numbers, or one that is more than the other."""
    if isinstance(left, int) and isinstance(right, int):
        return left != right
    return _is_more(left, right) or _is_more(right, left)


def _is_more(left: int | Dim, right: int | Dim) -> bool:
    return isinstance(left, Longer) and any(part is right for part in left.parts)


class AnyShape:
    """A shape of unknown rank; equal only to itself, so that two arrays that share it have one shape."""

    __slots__ = ("dims",)

    def __init__(self) -> None:
        self.dims: dict[int, Dim] = {}

    def dim(self, axis: int) -> Dim:
        """The size of one axis: the same object each time it is asked for."""
        if axis not in self.dims:
            self.dims[axis] = Dim()
        return self.dims[axis]


Shape = tuple[int | Dim, ...] | AnyShape


class Aval:
    """``kind``: b(ool), i(nt), f(loat), c(omplex), k(ey) or None where unknown; ``dtype``: a name or None.

    ``shape``: a tuple of int and Dim, or an AnyShape where not even the rank is known.
    ``weak``: a Python scalar's dtype, that gives way to the other operand's.
    """

    __slots__ = ("dtype", "kind", "shape", "weak")

    def __init__(self, kind: str | None, shape: Shape, dtype: str | None = None, weak: bool = False) -> None:
        self.kind = kind
        self.shape = shape
        self.dtype = dtype
        self.weak = weak

    @property
    def rank(self) -> int | None:
        return len(self.shape) if type(self.shape) is tuple else None

    @property
    def is_scalar(self) -> bool:
        return self.shape == ()

    def __repr__(self) -> str:
        name = self.dtype_name()
        if not isinstance(self.shape, tuple):
            return f"{name}[...]"
        return f"{name}[{','.join(map(str, self.shape))}]"

    def dtype_name(self) -> str:
        if self.dtype is not None:
            head = self.dtype.rstrip("0123456789")
            short = {"float": "f", "int": "i", "uint": "u", "bool": "bool", "complex": "c", "bfloat": "bf"}.get(head)
            return self.dtype if short is None else short + self.dtype[len(head) :]
        return {"b": "bool", "i": "int", "f": "float", "c": "complex", "k": "key"}.get(self.kind or "", "?")


SCALAR = ()


def unknown_aval(kind: str | None = None) -> Aval:
    return Aval(kind, AnyShape())


def same_shape(left: Aval, right: Aval) -> bool:
    """True where the two shapes are proved equal."""
    return left.shape is right.shape or (isinstance(left.shape, tuple) and left.shape == right.shape)


def join_avals(left: Aval, right: Aval) -> Aval:
    """What holds for both."""
    if left is right:
        return left
    shape: Shape
    if same_shape(left, right):
        shape = left.shape
    elif isinstance(left.shape, tuple) and isinstance(right.shape, tuple) and len(left.shape) == len(right.shape):
        shape = tuple(a if a == b else Dim() for a, b in zip(left.shape, right.shape, strict=True))
    else:
        shape = AnyShape()
    kind = left.kind if left.kind == right.kind else None
    dtype = left.dtype if left.dtype == right.dtype else None
    return Aval(kind, shape, dtype, left.weak and right.weak)


def broadcast(left: Shape, right: Shape) -> Shape:
    """The shape of an elementwise result, as far as it follows."""
    if left is right or right == SCALAR:
        return left
    if left == SCALAR:
        return right
    if not (isinstance(left, tuple) and isinstance(right, tuple)):
        return AnyShape()
    longer, shorter = (left, right) if len(left) >= len(right) else (right, left)
    head = longer[: len(longer) - len(shorter)]
    return head + tuple(map(_broadcast_dim, longer[len(head) :], shorter))


def _broadcast_dim(left: int | Dim, right: int | Dim) -> int | Dim:
    if left == right or right == 1:
        return left
    if left == 1:
        return right
    if isinstance(left, int):
        return left
    if isinstance(right, int):
        return right
    return Dim()


_ORDER: dict[str | None, int] = {"b": 0, "i": 1, "f": 2, "c": 3}


def promote(left: Aval, right: Aval) -> tuple[str | None, str | None, bool]:
    """Kind, dtype and weakness of ``left + right``.  https://docs.jax.dev/en/latest/type_promotion.html"""
    if left.kind is None or right.kind is None or left.kind not in _ORDER or right.kind not in _ORDER:
        return None, None, False
    high, low = (left, right) if _ORDER[left.kind] >= _ORDER[right.kind] else (right, left)
    if high.kind != low.kind:
        if high.weak and not low.weak:
            # A Python float beside int32 gives the default float; beside a bool, any Python number its default.
            return high.kind, None, low.kind in ("i", "b")
        return high.kind, high.dtype, high.weak and low.weak
    if high.weak != low.weak:
        strong = low if high.weak else high
        return strong.kind, strong.dtype, False
    return high.kind, high.dtype if high.dtype == low.dtype else None, high.weak and low.weak


_PARTS = {"complex64": "float32", "complex128": "float64"}


def dtype_as(kind: str | None, aval: Aval) -> str | None:
    """The dtype of a result of this kind: a complex number consists of floats of half its size."""
    return aval.dtype if kind == aval.kind else _PARTS.get(aval.dtype or "") if kind == "f" else None


def written_shape(shape: Iterable[object]) -> str:
    """As Python writes a tuple."""
    sizes = [str(size) for size in shape]
    return f"({', '.join(sizes)}{',' * (len(sizes) == 1)})"
