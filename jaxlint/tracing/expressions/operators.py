"""Unary, binary, boolean and comparison operators, and the conditional expression."""

from __future__ import annotations

import _ast

from jaxlint.tracing.bounds.overflow import check_operator
from jaxlint.tracing.keys.uses import Behind, Fork
from jaxlint.tracing.objects.narrowing import narrow
from jaxlint.tracing.operations.arithmetic import binary, compare, unary
from jaxlint.tracing.operations.facts import known_truth, truth
from jaxlint.tracing.running.asking import decided, is_surely_traced, last_of, truth_of
from jaxlint.tracing.running.doubts import Guard, doubts_after
from jaxlint.tracing.running.environment import fork, join_variables
from jaxlint.tracing.running.evaluate import EVALUATORS, evaluate
from jaxlint.tracing.running.guards import guarded_names
from jaxlint.tracing.running.refusals import Refused, Standing
from jaxlint.tracing.values.answers import STRONG, combined, doubt_of, open_answer, opposite
from jaxlint.tracing.values.joining import join, join_all, static_type
from jaxlint.tracing.values.value import UNKNOWN, Const, Mapping, Sequence, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_ORDERING = (_ast.Lt, _ast.LtE, _ast.Gt, _ast.GtE, _ast.Eq, _ast.NotEq)


def unary_operation(frame: Frame, node: _ast.UnaryOp) -> Value:
    value = evaluate(frame, node.operand)
    if isinstance(node.op, _ast.Not):
        known = truth_of(frame, node.operand, value, node, "not")
        return open_answer(opposite(doubt_of(value))) if known is None else Const(not known)
    return unary(frame, node, value)


def binary_operation(frame: Frame, node: _ast.BinOp) -> Value:
    left = evaluate(frame, node.left)
    right = evaluate(frame, node.right)
    result = binary(frame, node, type(node.op), left, right, node.left, node.right)
    check_operator(frame, node, result)
    return result


def boolean_operation(frame: Frame, node: _ast.BoolOp) -> Value:
    stop = isinstance(node.op, _ast.Or)
    results: list[Value] = []
    guard, only_plain, behind = Guard(frame), True, Behind(frame)
    for operand in node.values:
        results.append(_operand(frame, operand, guard))
        if operand is node.values[-1]:
            break
        known = truth_of(frame, operand, results[-1], node, "or" if stop else "and")
        if known is stop:
            behind.leave()
            return _stopped(frame, node, guard, results, stop)
        if known is None:
            guard.enter(operand, results[-1], not stop)
            behind.enter(operand, 0, results[-1])
            only_plain = only_plain and _is_plain(operand, results[-1])
        else:
            results.pop()  # decided: this operand is not the result
    behind.leave()
    if known_truth(results[-1]) is stop or decided(frame, operand) is stop:
        return _stopped(frame, node, guard, results, stop)
    doubt = frame.condition.doubt
    guard.leave()
    doubt = doubt if doubt == STRONG else frame.condition.doubt
    # After a question that Python answers by itself: where it gets that far.
    result = results[-1] if only_plain and isinstance(results[-1], Traced) else join_all(results)
    doubts = combined([doubt_of(value) for value in results], stop)
    frame.interpreter.doubted = node, doubts
    if static_type(result) == "bool" and known_truth(result) is None:
        return open_answer(doubts)
    if not is_surely_traced(result):
        frame.interpreter.last_operand = node, *last_of(frame, operand, results[-1], doubt)
    return result


def _operand(frame: Frame, operand: _ast.expr, guard: Guard) -> Value:
    """One behind an open question may never be asked: what it raises may never be raised."""
    if not guard.entered:
        return evaluate(frame, operand)
    before = Standing(frame)
    try:
        return evaluate(frame, operand)
    except Refused:
        before.restore()
        return UNKNOWN


def _stopped(frame: Frame, node: _ast.BoolOp, guard: Guard, results: list[Value], stop: bool) -> Value:
    """``p and False``, ``p or True``: their truth is known, and where ``p`` is a bool so is what comes out."""
    guard.leave()
    result = join_all(results)
    if all(static_type(value) == "bool" for value in results):
        return Const(stop)
    if known_truth(result) is not stop:
        frame.interpreter.decided = node, stop
    return result


def _is_plain(node: _ast.expr, value: Value) -> bool:
    """A container, or a comparison of numbers that Python knows, but for their number: no question after types."""
    if isinstance(value, (Sequence, Mapping)):
        return True
    plain = isinstance(node, _ast.Compare) and all(isinstance(operator, _ORDERING) for operator in node.ops)
    return plain and static_type(value) == "bool"


def comparison(frame: Frame, node: _ast.Compare) -> Value:
    left = evaluate(frame, node.left)
    left_node: _ast.expr = node.left
    results: list[Value] = []
    for operator, right_node in zip(node.ops, node.comparators, strict=True):
        right = evaluate(frame, right_node)
        value = compare(frame, node, operator, left, right, left_node, right_node)
        results.append(value)
        if right_node is not node.comparators[-1] and truth(frame, node, value, node, "chain") is False:
            break
        left, left_node = right, right_node
    if len(results) == 1:
        return results[0]
    traced = [value for value in results if isinstance(value, Traced)]
    if traced:
        return traced[0]
    known = [known_truth(value) for value in results]
    if False in known:
        return Const(False)
    return Const(True) if None not in known else join_all(results)


def conditional(frame: Frame, node: _ast.IfExp) -> Value:
    value = evaluate(frame, node.test)
    known = truth_of(frame, node.test, value, node, "ternary")
    if known is not None:
        return evaluate(frame, node.body if known else node.orelse)
    guarded = guarded_names(frame, node.test)
    kept = {name: frame.variables[name] for name in guarded if name in frame.variables}
    frame.variables.update(dict.fromkeys(guarded, UNKNOWN))
    before, keys = fork(frame), Fork(frame, node)
    is_open = not isinstance(value, Traced)
    doubt = doubts_after(frame, node.test, value)
    keys.enter(0, is_open, doubt.true)
    narrow(frame, node.test, True)
    first = _one_way(frame, node.body)
    keys.leave()
    after = frame.variables
    frame.variables = before
    keys.enter(1, is_open, doubt.false)
    narrow(frame, node.test, False)
    second = _one_way(frame, node.orelse)
    keys.leave()
    keys.close()
    frame.variables = join_variables(after, frame.variables) or {}
    for name in guarded:
        frame.variables.pop(name, None)
    frame.variables.update(kept)
    if isinstance(first, Refused) and isinstance(second, Refused):
        raise first
    if isinstance(first, Refused) or isinstance(second, Refused):
        return second if isinstance(first, Refused) else first  # type: ignore[return-value]
    return join(first, second)


def _one_way(frame: Frame, node: _ast.expr) -> Value | Refused:
    """A branch of ``a if test else b``, or what it raises to a try around."""
    before = Standing(frame)
    try:
        return evaluate(frame, node)
    except Refused as refused:
        before.restore()
        return refused


EVALUATORS.update(
    {
        _ast.UnaryOp: unary_operation,
        _ast.BinOp: binary_operation,
        _ast.BoolOp: boolean_operation,
        _ast.Compare: comparison,
        _ast.IfExp: conditional,
    }
)
