"""From where to where a whole number goes: constants, sizes of axes, counters of loops, and sums of them.

Both ends are met: they are the first and the last number of a loop, not bounds that nobody may ever reach.
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.assigned import assigned
from jaxlint.dataflow.counters import counted_by, ends_of_arange
from jaxlint.dataflow.scopes import binding_of
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.calls.named import library_name
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.aval import Dim
from jaxlint.tracing.values.value import Array, Const, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

    Ends = tuple["Sum", "Sum"]

_DEPTH = 6
_EXPONENT = 128


class Sum:
    """A number, and whole multiples of sizes that are not known."""

    __slots__ = ("number", "sizes")

    def __init__(self, number: int, sizes: dict[Dim, int] | None = None) -> None:
        self.number = number
        self.sizes = {size: times for size, times in (sizes or {}).items() if times}

    def plus(self, other: Sum, times: int = 1) -> Sum:
        sizes = dict(self.sizes)
        for size, count in other.sizes.items():
            sizes[size] = sizes.get(size, 0) + times * count
        return Sum(self.number + times * other.number, sizes)

    def times(self, factor: int) -> Sum:
        return Sum(0).plus(self, factor)

    @property
    def known(self) -> int | None:
        return None if self.sizes else self.number

    @property
    def is_positive(self) -> bool:
        """For all sizes that there may be."""
        return self.number > 0 and all(times > 0 for times in self.sizes.values())


def size_of(size: int | Dim) -> Sum:
    return Sum(size) if isinstance(size, int) else Sum(0, {size: 1})


def ends(frame: Frame, node: _ast.AST | None, depth: int = _DEPTH) -> Ends | None:
    """Of an expression in the function that runs, or in one around it."""
    if not depth or node is None:
        return None
    if isinstance(node, _ast.Constant):
        return _whole(Const(node.value))
    if isinstance(node, _ast.UnaryOp) and isinstance(node.op, _ast.USub):
        found = ends(frame, node.operand, depth - 1)
        return None if found is None else (found[1].times(-1), found[0].times(-1))
    if isinstance(node, _ast.BinOp):
        return _of_operator(frame, node, depth - 1)
    if isinstance(node, _ast.Name):
        return _of_name(frame, node, depth - 1)
    if _asks_for_size(node):
        return _whole(evaluate(frame, node))
    return ends_of_elements(frame, node, depth - 1) if isinstance(node, _ast.Call) else None


def _whole(value: Value | None) -> Ends | None:
    """Of a Python number."""
    if isinstance(value, Const) and type(value.value) is int:
        return Sum(value.value), Sum(value.value)
    if isinstance(value, Static) and isinstance(value.dim, Dim):
        return size_of(value.dim), size_of(value.dim)
    return None


def _asks_for_size(node: _ast.AST) -> bool:
    """``x.shape[0]``, ``len(x)``, ``x.size``, ``self.length``"""
    if isinstance(node, _ast.Call):
        return getattr(node.func, "id", "") == "len" and all(isinstance(one, _ast.Name) for one in node.args)
    if isinstance(node, _ast.Subscript):
        return getattr(node.value, "attr", "") == "shape" and isinstance(node.slice, _ast.Constant)
    return isinstance(node, _ast.Attribute) and isinstance(node.value, _ast.Name)


def _of_operator(frame: Frame, node: _ast.BinOp, depth: int) -> Ends | None:
    left, right = ends(frame, node.left, depth), ends(frame, node.right, depth)
    if left is None or right is None or _shares_counter(node):
        return None
    if isinstance(node.op, _ast.Add):
        return left[0].plus(right[0]), left[1].plus(right[1])
    if isinstance(node.op, _ast.Sub):
        return left[0].plus(right[1], -1), left[1].plus(right[0], -1)
    if isinstance(node.op, _ast.Pow):
        return _powers(left, right)
    if not isinstance(node.op, _ast.Mult):
        return None
    for one, other in ((left, right), (right, left)):
        factor = one[0].known if one[0].known == one[1].known else None
        if factor is not None:
            both = other[0].times(factor), other[1].times(factor)
            return both if factor >= 0 else (both[1], both[0])
    return None


def _powers(left: Ends, right: Ends) -> Ends | None:
    """Of numbers that are not negative, as far as it is worth it."""
    numbers = [end.known for end in (*left, *right)]
    if any(one is None or one < 0 for one in numbers) or numbers[3] > _EXPONENT:  # type: ignore[operator]
        return None
    low, high, least, most = numbers
    return Sum(low**least), Sum(high**most)  # type: ignore[operator]


def _shares_counter(node: _ast.BinOp) -> bool:
    """``i - i // 2``: the ends of one side are not met together with those of the other."""
    left, right = ({one.id for one in walk(side) if isinstance(one, _ast.Name)} for side in (node.left, node.right))
    return bool(left & right)


def _of_name(frame: Frame, node: _ast.Name, depth: int) -> Ends | None:
    value = frame.lookup(node.id)
    known = _whole(value)
    if known is not None or not isinstance(value, (Traced, Array)):
        return known
    given = assigned(frame.module, node)
    if given is not None:
        return ends(frame, given, depth)
    found = counted_by(frame.module, node, lambda call: library_name(frame, call.func))  # type: ignore[attr-defined]
    return None if found is None else counted(frame, node, found, depth)


def counted(frame: Frame, node: _ast.Name, between: tuple[_ast.expr | None, _ast.expr], depth: int) -> Ends | None:
    """``node``: the parameter of a body that is counted; the loop stands where the body is defined."""
    binding = binding_of(frame.module, node)
    first, last = between
    scope = None if binding is None else frame.module.function_of(binding.scope)
    if binding is None or frame.module.function_of(last) is not scope:
        return None
    return between_ends(frame, first, last, depth)


def between_ends(frame: Frame, first: _ast.expr | None, last: _ast.expr, depth: int = _DEPTH) -> Ends | None:
    """``range(first, last)``"""
    begin = (Sum(0), Sum(0)) if first is None else ends(frame, first, depth)
    end = ends(frame, last, depth)
    if begin is None or end is None:
        return None
    return begin[0], end[1].plus(Sum(-1))


def ends_of_elements(frame: Frame, rows: _ast.AST, depth: int = _DEPTH) -> Ends | None:
    """Of ``jnp.arange(n)``, sums and multiples of it, or of a list of numbers in place."""
    if not depth:
        return None
    if isinstance(rows, _ast.Name):
        given = assigned(frame.module, rows)
        return None if given is None else ends_of_elements(frame, given, depth - 1)
    if isinstance(rows, (_ast.List, _ast.Tuple)):
        numbers = [one.value for one in rows.elts if isinstance(one, _ast.Constant) and type(one.value) is int]
        return (Sum(min(numbers)), Sum(max(numbers))) if numbers and len(numbers) == len(rows.elts) else None
    if not isinstance(rows, _ast.Call):
        return None
    counted_here = ends_of_arange(rows, lambda call: library_name(frame, call.func))  # type: ignore[attr-defined]
    if counted_here is not None:
        return between_ends(frame, *counted_here, depth)
    name = library_name(frame, rows.func)
    if name.rpartition(".")[2] in ("array", "asarray", "repeat", "tile", "ravel") and rows.args:
        return ends_of_elements(frame, rows.args[0], depth - 1)
    if name == "jax.random.randint" and len(rows.args) >= 4:
        return between_ends(frame, rows.args[2], rows.args[3], depth)
    return None
