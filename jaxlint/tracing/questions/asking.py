"""The truth of an expression that may be ``p and q``."""

from __future__ import annotations

import _ast

from jaxlint.tracing.operations.facts import truth
from jaxlint.tracing.values.value import Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


def truth_of(frame: Frame, node: _ast.expr, value: Value, owner: _ast.AST, construct: str) -> bool | None:
    """bool(value) of what was just evaluated: where ``p`` of ``p and q`` is open, ``q`` is asked as in a nested if."""
    if not is_surely_traced(value):
        known = decided(frame, node)
        if known is not None:
            return known
        last, answer, doubt = last_of(frame, node, value, frame.condition.doubt)
        if isinstance(answer, Traced) and last is not node:
            condition = frame.condition.but(doubt=doubt)
            frame.inside(frame.context, lambda: truth(frame, last, answer, owner, construct), condition)
            return None
    return truth(frame, node, value, owner, construct)


def decided(frame: Frame, node: _ast.expr) -> bool | None:
    """The truth of ``p and False``, whatever ``p`` is, where it was just evaluated."""
    found = frame.interpreter.decided
    return found[1] if found is not None and found[0] is node else None


def is_surely_traced(value: Value) -> bool:
    return isinstance(value, Traced) and value.evidence is None


def last_of(frame: Frame, node: _ast.expr, value: Value, doubt: int) -> tuple[_ast.expr, Value, int]:
    """The operand that may come out last of an and, or an or, what it is, and how much it is in doubt.

    Of another expression itself.
    """
    found = frame.interpreter.last_operand
    return found[1:] if found is not None and found[0] is node else (node, value, doubt)
