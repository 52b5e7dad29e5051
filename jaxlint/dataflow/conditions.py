"""What holds of numbers where a condition of arrays is true, or false: ``(x > 0) & ~(y == 1)``."""

from __future__ import annotations

import _ast
import operator

from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.repeats import given_by
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.syntax.module import Module

    Callee = Callable[[_ast.Call], str]
    Number = Callable[[_ast.expr], float | None]

_ASKS: dict[type, Callable[[float, float], bool]] = {
    _ast.Gt: operator.gt, _ast.GtE: operator.ge, _ast.Lt: operator.lt, _ast.LtE: operator.le, _ast.Eq: operator.eq,
    _ast.NotEq: operator.ne,
}  # fmt: skip
_CALLS: dict[str, type[_ast.cmpop]] = {
    "greater": _ast.Gt, "greater_equal": _ast.GtE, "less": _ast.Lt, "less_equal": _ast.LtE, "equal": _ast.Eq,
    "not_equal": _ast.NotEq, "isclose": _ast.Eq, "gt": _ast.Gt, "ge": _ast.GtE, "lt": _ast.Lt, "le": _ast.LtE,
    "eq": _ast.Eq, "ne": _ast.NotEq,
}  # fmt: skip
_TURNED = {_ast.Gt: _ast.Lt, _ast.GtE: _ast.LtE, _ast.Lt: _ast.Gt, _ast.LtE: _ast.GtE}
_DEPTH = 3


class Guard:
    """``asked`` compared with ``number`` gives ``holds``."""

    __slots__ = ("_ask", "asked", "holds", "number")

    def __init__(self, asked: _ast.expr, ask: type, number: float, holds: bool) -> None:
        self.asked = asked
        self.number = number
        self.holds = holds
        self._ask = _ASKS[ask]

    def excludes(self, number: float) -> bool:
        return self._ask(number, self.number) is not self.holds


def guards(
    module: Module, test: _ast.expr, taken: bool, callee: Callee, number: Number, depth: int = _DEPTH
) -> list[Guard]:
    """All of these hold where the test is ``taken``; ``callee`` and ``number`` tell what names stand for."""

    def again(*parts: _ast.expr, turned: bool = False) -> list[Guard]:
        found = [guards(module, part, taken is not turned, callee, number, depth - 1) for part in parts]
        return [guard for one in found for guard in one]

    if depth < 0:
        return []
    if isinstance(test, _ast.Name):
        given = given_by(module, test)
        return [Guard(test, _ast.NotEq, 0, taken)] if given is None else again(given)
    if isinstance(test, _ast.UnaryOp) and isinstance(test.op, _ast.Invert):
        return again(test.operand, turned=True)
    if isinstance(test, _ast.BinOp) and isinstance(test.op, _ast.BitAnd if taken else _ast.BitOr):
        return again(test.left, test.right)
    if isinstance(test, _ast.Call):
        if getattr(test.func, "attr", "") == "astype":  # a mask of numbers
            return again(test.func.value)  # type: ignore[attr-defined]
        name = callee(test)
        if name in _CALLS and len(test.args) > 1:
            return _compared(_CALLS[name], test.args[0], test.args[1], taken, number)
        if name == "logical_not" and len(test.args) == 1:
            return again(test.args[0], turned=True)
        return again(*test.args) if name == ("logical_and" if taken else "logical_or") else []
    if not isinstance(test, _ast.Compare) or len(test.ops) != 1:
        return []
    ask, left, right = type(test.ops[0]), test.left, test.comparators[0]
    inside = given_by(module, left) if isinstance(left, _ast.Name) else left
    if getattr(getattr(inside, "func", None), "attr", "") == "astype" and ask is _ast.Gt and number(right) is not None:
        return again(left)  # a mask of numbers, compared with one between them
    return _compared(ask, left, right, taken, number)


def _compared(ask: type[_ast.cmpop], left: _ast.expr, right: _ast.expr, taken: bool, number: Number) -> list[Guard]:
    if ask not in _ASKS:
        return []
    known = number(right)
    if known is not None:
        return [Guard(left, ask, known, taken)]
    known = number(left)
    return [] if known is None else [Guard(right, _TURNED.get(ask, ask), known, taken)]


def same(module: Module, one: _ast.expr, other: _ast.expr) -> bool:
    """Two expressions without calls that give the same: alike, and of names that hold what they held."""
    parts, others = list(walk(one)), list(walk(other))
    if len(parts) != len(others):
        return False
    return all(_alike(module, a, b) for a, b in zip(parts, others, strict=True))


def _alike(module: Module, one: _ast.AST, other: _ast.AST) -> bool:
    if type(one) is not type(other):
        return False
    if isinstance(one, _ast.Name) and _definitions(module, one) != _definitions(module, other):
        return False
    if isinstance(one, _ast.Constant) and one.value != getattr(other, "value", None):
        return False
    return all(getattr(one, field, None) == getattr(other, field, None) for field in ("id", "arg", "attr"))


def _definitions(module: Module, read: _ast.AST) -> set[_ast.AST | None] | None:
    found = flow_of(module.function_of(read) or module.tree).reaching.definitions(read)
    return None if found is None else set(found)
