"""A number to put where the mask leaves values out, at which every step of a flow and its derivative are finite.

Found by computing the flow on some candidates, in Python.
"""

from __future__ import annotations

import ast
import math

from jaxlint.codemods.recipes.analysis import smoothness
from jaxlint.codemods.recipes.analysis.formulas import formula_of
from jaxlint.codemods.recipes.analysis.proof import constant, jax_name, kind, size_of
from jaxlint.codemods.recipes.masks.reductions import axis_of, reduction_of
from jaxlint.codemods.recipes.masks.rowwise import factors
from jaxlint.codemods.recipes.masks.running import is_normalized
from jaxlint.codemods.recipes.wording.tightness import SYMBOLS
from jaxlint.knowledge.operations import Operation, of_symbol, operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.recipes.analysis.formulas import Formula
    from jaxlint.codemods.recipes.masks.flow import Flow

# One number for all arrays, or two that take turns, where their difference or quotient must not be 0.
_CANDIDATES: tuple[tuple[float, ...], ...] = ((0,), (1,), (2,), (2, 1), (1, 2), (1, 0), (0, 1), (0.5,))
_LARGEST = 1e4  # float16 holds it
_COMPARISONS: dict[type[ast.cmpop], Callable[[float, float], bool]] = {
    ast.Lt: lambda x, y: x < y,
    ast.LtE: lambda x, y: x <= y,
    ast.Gt: lambda x, y: x > y,
    ast.GtE: lambda x, y: x >= y,
    ast.Eq: lambda x, y: x == y,
    ast.NotEq: lambda x, y: x != y,
}


class Unknown(Exception):
    """The value follows from more than the numbers that are filled in."""


def fills(flow: Flow) -> tuple[dict[str, float], bool]:
    """Text of a masked array -> the number to fill in; True where it is proved to do."""
    texts = list(dict.fromkeys(flow.leaves.values()))
    if flow.worst() < smoothness.PARTIAL:
        return dict.fromkeys(texts, 0), True
    whole = any(kind(flow.site, leaf) != "f" for leaf in flow.leaves)
    likely: dict[str, float] = {}
    for candidate in _CANDIDATES:
        filled = {text: candidate[place % len(candidate)] for place, text in enumerate(texts)}
        finite = None if whole and 0.5 in candidate else _Trial(flow, filled).is_finite()
        if finite:
            return filled, True
        if finite is None and not likely and any(candidate):
            likely = filled
    return likely or dict.fromkeys(texts, 1), False


def is_zero(flow: Flow, filled: dict[str, float], node: ast.expr) -> bool:
    """What the flow makes of the numbers that are filled in."""
    try:
        return _Trial(flow, filled).value(node) == 0
    except (Unknown, ValueError, ArithmeticError, TypeError):
        return False


def harmless_for(dotted: str) -> float | None:
    """A number at which one function of one number is smooth."""
    known = operation(dotted.rpartition(".")[2])
    for number in (0.0, 1.0, 2.0, 0.5):
        try:
            smooth = (known.smooth or math.isfinite)(number)
            if known.value is not None and smooth and abs(known.value(number)) < _LARGEST:
                return number
        except (KeyError, ValueError, ArithmeticError, TypeError):
            continue
    return None


class _Trial:
    def __init__(self, flow: Flow, filled: dict[str, float]) -> None:
        self.flow = flow
        self.site = flow.site
        self.filled = filled
        self.local: list[dict[str, float]] = []  # names of the functions that are gone into

    def is_finite(self) -> bool | None:
        """All steps whose derivative may be infinite are known to be smooth here; no known value is too large.

        None: some are not known.
        """
        known = True
        for step in self.flow.steps():
            partial = smoothness.smoothness(self.site, step, self.flow.selected) == smoothness.PARTIAL
            try:
                value = self.value(step)
                if abs(value) > _LARGEST or (partial and not self._is_smooth(step)):
                    return False
            except Unknown:
                known = known and not partial
            except (ValueError, ArithmeticError, TypeError):
                return False
        return known or None

    def value(self, node: ast.AST) -> float:
        flow = self.flow
        if self.local and isinstance(node, ast.Name) and node.id in self.local[-1]:
            return self.local[-1][node.id]
        if node in flow.leaves:
            return self.filled[flow.leaves[node]]
        number = constant(self.site, node)
        if isinstance(number, (int, float)):
            return number
        named = flow.named(node)
        if named is not None:
            return self.value(named.value)
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.USub):
            return -self.value(node.operand)
        if isinstance(node, ast.Compare) and type(node.ops[0]) in _COMPARISONS:
            return _COMPARISONS[type(node.ops[0])](self.value(node.left), self.value(node.comparators[0]))
        if is_normalized(self.site, node):
            return 1
        if isinstance(node, (ast.Subscript, ast.Attribute)) and node.value in flow.selected:
            return self.value(node.value)
        if isinstance(node, (ast.Call, ast.BinOp)):
            return self._computed(node)
        raise Unknown

    def _computed(self, node: ast.Call | ast.BinOp) -> float:
        reduced = self._reduced(node)
        if reduced is not None:
            return reduced
        formula = formula_of(self.site, node)
        if formula is not None:
            return self._gone_into(node, formula)
        known, operands = self._taken_apart(node)
        if known.value is None:
            raise Unknown
        return float(known.value(*map(self.value, operands)))

    def _gone_into(self, call: ast.AST, formula: Formula) -> float:
        """The result of a user's function; raises where a step in it is not smooth."""
        if not smoothness.is_formula(self.site, call):
            raise Unknown
        inner = smoothness.values_in(formula.parts)
        self.local.append({name: self.value(given) for name, given in formula.given.items()})
        try:
            for name, step in formula.steps:
                self.local[-1][name] = self._smooth_value(step, inner)
            return self._smooth_value(formula.result, inner)
        finally:
            self.local.pop()

    def _smooth_value(self, part: ast.expr, inner: set[ast.AST]) -> float:
        for step in smoothness.steps_in(part):
            partial = smoothness.smoothness(self.site, step, inner) == smoothness.PARTIAL
            if abs(self.value(step)) > _LARGEST or (partial and not self._is_smooth(step)):
                raise ArithmeticError
        return self.value(part)

    def _taken_apart(self, node: ast.Call | ast.BinOp) -> tuple[Operation, list[ast.expr]]:
        if isinstance(node, ast.BinOp):
            return of_symbol(SYMBOLS[type(node.op)]), factors(node)
        name = jax_name(self.site, node).rpartition(".")[2]
        if name:
            return operation(name), node.args
        if not isinstance(node.func, ast.Attribute):
            raise Unknown  # what a call gave is called
        return operation(node.func.attr), [node.func.value]

    def _reduced(self, node: ast.expr) -> float | None:
        """A reduction over other axes, all of one number."""
        below = next((one for one in self.flow.selected if self._reduces(node, one)), None)
        if below is None:
            return None
        reduction = reduction_of(self.site, below)  # type: ignore[arg-type]
        axis = None if reduction is None else axis_of(reduction)
        along = None if axis is None else constant(self.site, axis)
        if reduction is None or not isinstance(along, int) or reduction.name not in ("sum", "mean", "max", "norm"):
            raise Unknown
        count = size_of(self.site, reduction.operand, along)
        inner = self.value(reduction.operand)
        if reduction.name in ("mean", "max"):
            return inner
        if not isinstance(count, int):
            raise Unknown
        return count * inner if reduction.name == "sum" else math.sqrt(count) * abs(inner)

    def _reduces(self, node: ast.expr, operand: ast.AST) -> bool:
        reduction = reduction_of(self.site, operand) if isinstance(operand, ast.expr) else None
        return reduction is not None and reduction.call is node

    def _is_smooth(self, step: ast.AST) -> bool:
        if not isinstance(step, (ast.Call, ast.BinOp)):
            return False
        if self._reduced(step) is not None:
            return self.value(step) != 0
        if formula_of(self.site, step) is not None:
            return math.isfinite(self.value(step))  # it has looked at its own steps
        known, operands = self._taken_apart(step)
        values = [self.value(one) for one in operands]
        return known.smooth is not None and known.smooth(*values)
