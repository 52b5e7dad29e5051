"""Between which bounds an integer is proved to lie: loop indices, clipped numbers, positions, counts."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.affine import Polynomial, polynomial, whole
from jaxlint.codemods.recipes.analysis.bindings import uses
from jaxlint.codemods.recipes.analysis.proof import aval, callee, kind, method
from jaxlint.codemods.recipes.analysis.reaching import assigned_value
from jaxlint.dataflow.counters import counted_by
from jaxlint.record import Record
from jaxlint.tracing.values.aval import AnyShape, Dim
from jaxlint.tracing.values.value import Const, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_DEPTH = 8
_COUNTS = ("count_nonzero", "argmax", "argmin", "sum", "searchsorted")
_CASTS = ("astype", "int32", "int64", "asarray", "array", "squeeze")


class Range(Record):
    """``low <= the number <= high``; None where nothing is proved."""

    low: Polynomial | None = None
    high: Polynomial | None = None

    @property
    def is_natural(self) -> bool:
        return self.low is not None and self.low.is_natural

    @property
    def is_positive(self) -> bool:
        return self.low is not None and self.low.minus(whole(1)).is_natural

    @property
    def is_negative(self) -> bool:
        return self.high is not None and whole(-1).minus(self.high).is_natural

    def fits(self, room: Polynomial | None) -> bool:
        """``0 <= the number <= room``."""
        return self.is_natural and room is not None and self.high is not None and room.minus(self.high).is_natural


NOTHING = Range()


def range_of(site: Site, node: ast.AST, depth: int = _DEPTH) -> Range:
    """What is proved of an integer expression."""
    value = site.value(node)
    if isinstance(value, (Const, Static)) or isinstance(node, ast.Constant):
        exact = polynomial(site, node, followed=depth < _DEPTH)
        own = Range(exact, exact)
        if own.is_natural or not depth:
            return own
        found = _structural(site, node, depth)
        return Range(found.low, exact) if found.is_natural else own
    return _structural(site, node, depth) if depth else NOTHING


def _structural(site: Site, node: ast.AST, depth: int) -> Range:
    if isinstance(node, ast.Name):
        given = assigned_value(site, node)
        found = _of_parameter(site, node, depth) if given is None else range_of(site, given, depth - 1)
    elif isinstance(node, ast.BinOp):
        found = _of_operator(site, node, depth - 1)
    elif isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
        inner = range_of(site, node.operand, depth - 1)
        found = Range(_less(whole(0), inner.high), _less(whole(0), inner.low))
    elif isinstance(node, ast.Call):
        found = _of_call(site, node, depth - 1)
    else:
        found = NOTHING
    unsigned = kind(site, node) == "b" or (aval(site, node).dtype or "").startswith("uint")
    return Range(whole(0), found.high) if unsigned and not found.is_natural else found


def _more(left: Polynomial | None, right: Polynomial | None) -> Polynomial | None:
    return None if left is None or right is None else left.plus(right)


def _less(left: Polynomial | None, right: Polynomial | None) -> Polynomial | None:
    return None if left is None or right is None else left.minus(right)


def _of_operator(site: Site, node: ast.BinOp, depth: int) -> Range:
    left, right = range_of(site, node.left, depth), range_of(site, node.right, depth)
    if isinstance(node.op, ast.Add):
        return Range(_more(left.low, right.low), _more(left.high, right.high))
    if isinstance(node.op, ast.Sub):
        return Range(_less(left.low, right.high), _less(left.high, right.low))
    if isinstance(node.op, ast.Mult):
        return _product(left, right)
    if isinstance(node.op, ast.Mod):
        return Range(whole(0), _less(right.high, whole(1))) if right.is_natural else NOTHING
    if isinstance(node.op, ast.FloorDiv) and left.is_natural and right.is_natural:
        return Range(whole(0), left.high)
    return NOTHING


def _product(left: Range, right: Range) -> Range:
    if not left.is_natural or not right.is_natural or left.low is None or right.low is None:
        return NOTHING
    known = left.high is not None and right.high is not None
    return Range(left.low.times(right.low), left.high.times(right.high) if known else None)  # type: ignore[union-attr, arg-type]


def _of_call(site: Site, call: ast.Call, depth: int) -> Range:
    dotted = callee(site, call)
    package, _, name = dotted.rpartition(".")
    receiver = method(call)
    operands = list(call.args)
    if receiver is not None and not package.startswith(("jax", "builtins")):
        name, operands = receiver[1], [receiver[0], *operands]
    elif package not in ("jax.numpy", "jax.lax", "jax.random", "builtins"):
        return NOTHING
    if name in ("abs", "absolute"):
        return Range(whole(0), None)
    if name in _COUNTS:
        return _position(site, call, name, operands)
    if name in ("int", *_CASTS) and operands and kind(site, operands[0]) in ("i", "b", None):
        return range_of(site, operands[0], depth)
    if name == "clip":
        return _clipped(site, call, operands, depth)
    if name == "clamp" and len(operands) == 3:
        return Range(range_of(site, operands[0], depth).low, range_of(site, operands[2], depth).high)
    if name in ("maximum", "minimum", "max", "min") and len(operands) == 2 and package != "":
        return _extreme(name[:3], *(range_of(site, operand, depth) for operand in operands))
    if name in ("mod", "remainder") and len(operands) == 2:
        right = range_of(site, operands[1], depth)
        return Range(whole(0), _less(right.high, whole(1))) if right.is_natural else NOTHING
    if name == "where" and len(operands) == 3:
        return _joined(range_of(site, operands[1], depth), range_of(site, operands[2], depth))
    if name == "randint" and len(operands) >= 4:
        low, high = range_of(site, operands[2], depth), range_of(site, operands[3], depth)
        return Range(low.low, _less(high.high, whole(1)))
    return NOTHING


def _position(site: Site, call: ast.Call, name: str, operands: list[ast.expr]) -> Range:
    """An index into the operand, or how many of its elements are true."""
    if not operands or (name == "sum" and kind(site, operands[0]) != "b"):
        return NOTHING
    size = _size(site, operands[0])
    last = name in ("argmax", "argmin")
    plain = len(operands) == (2 if name == "searchsorted" else 1) and not call.keywords
    return Range(whole(0), (_less(size, whole(1)) if last else size) if plain else None)


def _size(site: Site, node: ast.AST) -> Polynomial | None:
    shape = aval(site, node).shape
    if isinstance(shape, AnyShape):
        return None
    size = whole(1)
    for axis in shape:
        size = size.times(length(axis))
    return size


def length(axis: int | Dim) -> Polynomial:
    return whole(axis) if isinstance(axis, int) else Polynomial({(axis,): 1})


def axis_length(site: Site, node: ast.AST, axis: int) -> Polynomial | None:
    """The size of one axis of an array of known rank."""
    shape = aval(site, node).shape
    if isinstance(shape, AnyShape):
        return length(shape.dim(axis)) if axis >= 0 else None
    return length(shape[axis]) if -len(shape) <= axis < len(shape) else None


def _clipped(site: Site, call: ast.Call, operands: list[ast.expr], depth: int) -> Range:
    given = {keyword.arg: keyword.value for keyword in call.keywords}
    low = operands[1] if len(operands) > 1 else given.get("min", given.get("a_min"))
    high = operands[2] if len(operands) > 2 else given.get("max", given.get("a_max"))
    own = range_of(site, operands[0], depth) if operands else NOTHING
    if low is not None:
        own = _extreme("max", own, range_of(site, low, depth))
    return own if high is None else _extreme("min", own, range_of(site, high, depth))


def _extreme(name: str, left: Range, right: Range) -> Range:
    """The greater of two is at least each of them; the lesser is negative only if one of them is."""
    both = _joined(left, right)
    if name == "max":
        return Range(_first_natural(left.low, right.low) or both.low, both.high)
    high = left.high if right.high is None else right.high
    return Range(both.low, high)


def _first_natural(*bounds: Polynomial | None) -> Polynomial | None:
    found = [bound for bound in bounds if bound is not None]
    return next((bound for bound in found if bound.is_natural), found[0] if found else None)


def _joined(left: Range, right: Range) -> Range:
    """What holds for either."""
    low = _lesser(left.low, right.low)
    high = None
    if left.high is not None and right.high is not None:
        difference = left.high.minus(right.high)
        high = left.high if difference.is_natural else right.high if whole(0).minus(difference).is_natural else None
    return Range(low, high)


def _lesser(left: Polynomial | None, right: Polynomial | None) -> Polynomial | None:
    if left is None or right is None:
        return None
    if right.minus(left).is_natural:
        return left
    if left.minus(right).is_natural:
        return right
    return whole(0) if left.is_natural and right.is_natural else None


def _of_python(site: Site, node: ast.Name) -> tuple[ast.expr | None, ast.expr] | None:
    """The bounds of ``for i in range(...)`` that counts up, where nothing else binds the name."""
    bindings = uses(site, node.id).bindings
    loop = site.module.parents.get(bindings[0]) if len(bindings) == 1 else None
    over = loop.iter if isinstance(loop, ast.For) and loop.target is bindings[0] else None
    if not isinstance(over, ast.Call) or callee(site, over) != "builtins.range" or over.keywords:
        return None
    return (
        (None, over.args[0]) if len(over.args) == 1 else (over.args[0], over.args[1]) if len(over.args) == 2 else None
    )


def _of_parameter(site: Site, node: ast.Name, depth: int) -> Range:
    """A loop index."""
    ends = counted_by(site.module, node, lambda call: callee(site, call)) or _of_python(site, node)
    if ends is None:
        return NOTHING
    lower, upper = ends
    low = whole(0) if lower is None else range_of(site, lower, depth - 1).low
    return Range(low, _less(range_of(site, upper, depth - 1).high, whole(1)))
