"""``a & b`` on floats: JAX's bitwise operators take whole numbers and bools alone.

Measured on JAX 0.10.2: one float or complex operand is enough, be it an array or Python's number.
"""

from __future__ import annotations

import _ast

from jaxlint.tracing.events.raised import PLAIN
from jaxlint.tracing.events.refusals import Refused
from jaxlint.tracing.events.values import BitwiseOnFloat
from jaxlint.tracing.running.reports import report_event
from jaxlint.tracing.values.value import Array, Const, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

OPERATORS: dict[type, str] = {
    _ast.BitAnd: "&",
    _ast.BitOr: "|",
    _ast.BitXor: "^",
    _ast.LShift: "<<",
    _ast.RShift: ">>",
    _ast.Invert: "~",
}


def check_bits(frame: Frame, node: _ast.AST, operator: type, operands: list[Value]) -> None:
    """At least one of the operands is an array of JAX's for certain, and one has no bits."""
    if not any(map(_is_array, operands)):
        return
    for value in operands:
        dtype = _dtype_without_bits(value)
        array = next(one for one in operands if _is_array(one))
        event = BitwiseOnFloat(frame.point, node, array, operator=OPERATORS[operator], dtype=dtype or "")
        if dtype and report_event(frame, event):
            raise Refused(PLAIN)  # what follows does not run


def _is_array(value: Value) -> bool:
    """What comes of an operation with something unknown has no dtype here, and may be of its class."""
    if isinstance(value, Traced):
        return value.evidence is None and value.aval.dtype is not None
    return isinstance(value, Array) and value.sure and not value.numpy and value.aval.dtype is not None


def _dtype_without_bits(value: Value) -> str:
    if isinstance(value, Const):
        return type(value.value).__name__ if isinstance(value.value, (float, complex)) else ""
    known = _is_array(value) and value.aval.kind in ("f", "c")  # type: ignore[attr-defined]
    return value.aval.dtype if known else ""  # type: ignore[attr-defined]
