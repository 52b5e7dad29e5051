"""Expressions that are asked for their truth, ``p and q`` among them."""

from __future__ import annotations

import _ast

from jaxlint.record import Record
from jaxlint.tracing.operations.facts import truth
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.answers import NO_DOUBT, Doubt
from jaxlint.tracing.values.value import Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.tracing.running.environment import Frame

    Last = tuple[_ast.expr, Value, int]  # an operand, what it is, and how much it is in doubt


class Asked(Record):
    """What came of an expression.  ``known``: its truth, where that follows from an operand alone.

    ``doubts``: of its answers; ``last``: the operand that may come out last of an ``and``, or an ``or``.
    """

    test: _ast.expr
    value: Value
    last: Last
    known: bool | None = None
    doubts: Doubt = NO_DOUBT


LOGIC: list[Callable[[Frame, _ast.BoolOp], Asked]] = []  # how ``and`` and ``or`` are evaluated


def ask(frame: Frame, node: _ast.expr) -> Asked:
    """Evaluate an expression whose truth is asked next."""
    if isinstance(node, _ast.BoolOp):
        found = LOGIC[0](frame, node)
        frame.interpreter.see(node, found.value, frame.context)
        return found
    value = evaluate(frame, node)
    return Asked(node, value, (node, value, frame.condition.doubt))


def truth_of(frame: Frame, one: Asked, owner: _ast.AST, construct: str) -> bool | None:
    """bool(value) of what was just evaluated: where ``p`` of ``p and q`` is open, ``q`` is asked as in a nested if."""
    if not is_surely_traced(one.value):
        if one.known is not None:
            return one.known
        last, value, doubt = one.last
        if isinstance(value, Traced) and last is not one.test:
            condition = frame.condition.but(doubt=doubt)
            frame.inside(frame.context, lambda: truth(frame, last, value, owner, construct), condition)
            return None
    return truth(frame, one.test, one.value, owner, construct)


def is_surely_traced(value: Value) -> bool:
    return isinstance(value, Traced) and value.evidence is None
