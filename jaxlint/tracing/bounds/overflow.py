"""Whole numbers that 32 bits do not hold: JAX wraps them around."""

from __future__ import annotations

import _ast
from math import prod

from jaxlint.tracing.bounds.extents import ends
from jaxlint.tracing.bounds.wide_dtypes import is_wide
from jaxlint.tracing.events.shapes import IntegerOverflow
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.value import UNKNOWN, Array, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_LEAST, _MOST = -(2**31), 2**31 - 1
_OPERATORS = (_ast.Add, _ast.Sub, _ast.Mult, _ast.Pow)
TOTALS = ("jax.numpy.prod", "jax.numpy.cumprod", "jax.numpy.sum", "jax.numpy.cumsum")
_LONGEST = 100_000  # numbers that are multiplied or added here


def check_operator(frame: Frame, node: _ast.BinOp, result: Value) -> None:
    """``256 ** jnp.arange(1, 5)``"""
    if isinstance(node.op, _OPERATORS) and _is_narrow(result):
        found = ends(frame, node)
        if found is not None:
            _note(frame, node, result, found[0].known, found[1].known)


def check_total(frame: Frame, node: _ast.AST, name: str, elements: _ast.AST | None, result: Value) -> None:
    """``jnp.prod(jnp.arange(1, 21))``, whose elements are counted one by one."""
    found = ends(frame, elements) if isinstance(elements, _ast.Call) and _is_narrow(result) else None
    first, last = (None, None) if found is None else (found[0].known, found[1].known)
    if not isinstance(elements, _ast.Call) or getattr(elements.func, "attr", "") != "arange" or len(elements.args) > 2:
        return
    if first is not None and last is not None and 0 <= last - first < _LONGEST:
        numbers = range(first, min(last, first + 64) + 1 if "prod" in name else last + 1)
        total = prod(numbers) if "prod" in name else sum(numbers)
        _note(frame, node, result, total, total)


def _is_narrow(result: Value) -> bool:
    if not isinstance(result, (Traced, Array)) or result.aval.kind != "i" or result.aval.dtype != "int32":
        return False
    return not (isinstance(result, Array) and result.numpy)


def _note(frame: Frame, node: _ast.AST, result: Value, least: int | None, most: int | None) -> None:
    largest = max((abs(one) for one in (least, most) if one is not None and not _LEAST <= one <= _MOST), default=None)
    if largest is None or frame.interpreter.ask(is_wide, frame.module):
        return
    report(frame, IntegerOverflow, node, UNKNOWN, largest=largest)
