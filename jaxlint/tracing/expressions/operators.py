"""Unary, binary, boolean and comparison operators, and the conditional expression."""

from __future__ import annotations

import _ast

from jaxlint.tracing.arithmetic import binary, compare, unary
from jaxlint.tracing.asking import is_surely_traced, last_of, truth_of
from jaxlint.tracing.environment import join_variables
from jaxlint.tracing.evaluate import EVALUATORS, evaluate
from jaxlint.tracing.facts import known_truth, truth
from jaxlint.tracing.guards import Guard, guarded_names, silent_branch
from jaxlint.tracing.interpreter import fork
from jaxlint.tracing.joining import join, join_all, static_type
from jaxlint.tracing.refusals import EVERYTHING
from jaxlint.tracing.uses import Fork
from jaxlint.tracing.value import UNKNOWN, Const, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame

_ORDERING = (_ast.Lt, _ast.LtE, _ast.Gt, _ast.GtE, _ast.Eq, _ast.NotEq)


def unary_operation(frame: Frame, node: _ast.UnaryOp) -> Value:
    value = evaluate(frame, node.operand)
    if isinstance(node.op, _ast.Not):
        known = truth_of(frame, node.operand, value, node, "not")
        return Static("bool") if known is None else Const(not known)
    return unary(frame, node, value)


def binary_operation(frame: Frame, node: _ast.BinOp) -> Value:
    left = evaluate(frame, node.left)
    right = evaluate(frame, node.right)
    return binary(frame, node, type(node.op), left, right, node.left, node.right)


def boolean_operation(frame: Frame, node: _ast.BoolOp) -> Value:
    stop = isinstance(node.op, _ast.Or)
    results: list[Value] = []
    guard, only_numbers = Guard(frame), True
    raising = None
    for operand in node.values:
        results.append(evaluate(frame, operand))
        raising = frame.interpreter.raising = frame.interpreter.raising if raising is None else raising
        if operand is node.values[-1]:
            break
        known = truth_of(frame, operand, results[-1], node, "or" if stop else "and")
        if known is stop:
            break
        if known is None:
            guard.enter(operand, not stop)
            only_numbers = only_numbers and _is_plain_comparison(operand, results[-1])
        else:
            results.pop()  # decided: this operand is not the result
    guard.leave()
    # After a comparison of plain numbers: where Python gets that far.
    result = results[-1] if only_numbers and isinstance(results[-1], Traced) else join_all(results)
    if not is_surely_traced(result):
        frame.interpreter.last_operand = node, *last_of(frame, operand, results[-1])
    return result


def _is_plain_comparison(node: _ast.expr, value: Value) -> bool:
    """Of numbers that Python knows, but for their number: not a question after types, or after None."""
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
    frame.branches += 1
    silent = silent_branch(frame, node.test)
    was_catching = frame.catching
    frame.catching = EVERYTHING if silent is True else was_catching
    keys.enter(0)
    first = evaluate(frame, node.body)
    keys.leave()
    raising, frame.interpreter.raising = frame.interpreter.raising, False
    after = frame.variables
    frame.variables = before
    frame.catching = EVERYTHING if silent is False else was_catching
    keys.enter(1)
    second = evaluate(frame, node.orelse)
    keys.leave()
    frame.interpreter.raising = frame.interpreter.raising and raising
    frame.catching = was_catching
    keys.close()
    frame.variables = join_variables(after, frame.variables) or {}
    for name in guarded:
        frame.variables.pop(name, None)
    frame.variables.update(kept)
    frame.branches -= 1
    return join(first, second)


EVALUATORS.update(
    {
        _ast.UnaryOp: unary_operation,
        _ast.BinOp: binary_operation,
        _ast.BoolOp: boolean_operation,
        _ast.Compare: comparison,
        _ast.IfExp: conditional,
    }
)
