"""Unary, binary, boolean and comparison operators, and the conditional expression."""

from __future__ import annotations

import _ast

from jaxlint.tracing.arithmetic import binary, compare, unary
from jaxlint.tracing.environment import join_variables
from jaxlint.tracing.evaluate import EVALUATORS, evaluate
from jaxlint.tracing.facts import known_truth, truth
from jaxlint.tracing.guards import guarded_names, silent_branch
from jaxlint.tracing.interpreter import fork
from jaxlint.tracing.joining import join, join_all
from jaxlint.tracing.refusals import EVERYTHING
from jaxlint.tracing.uses import Fork
from jaxlint.tracing.value import UNKNOWN, Const, Static, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame


def unary_operation(frame: Frame, node: _ast.UnaryOp) -> Value:
    value = evaluate(frame, node.operand)
    if isinstance(node.op, _ast.Not):
        known = truth(frame, node.operand, value, node, "not")
        return Static("bool") if known is None else Const(not known)
    return unary(frame, node, value)


def binary_operation(frame: Frame, node: _ast.BinOp) -> Value:
    left = evaluate(frame, node.left)
    right = evaluate(frame, node.right)
    return binary(frame, node, type(node.op), left, right, node.left, node.right)


def boolean_operation(frame: Frame, node: _ast.BoolOp) -> Value:
    stop = isinstance(node.op, _ast.Or)
    results: list[Value] = []
    for operand in node.values:
        value = evaluate(frame, operand)
        results.append(value)
        if operand is node.values[-1]:
            break
        known = truth(frame, operand, value, node, "or" if stop else "and")
        if known is stop:
            break
        if known is not None:
            results.pop()  # decided: this operand is not the result
    result = join_all(results)
    if result is UNKNOWN and isinstance(results[-1], Traced):
        _ask_later(frame, node, results[-1])
    return result


def _ask_later(frame: Frame, node: _ast.BoolOp, last: Value) -> None:
    """``flag and x > 0``: who asks for its truth asks the last operand, unless a question before it guards it."""
    for operand in node.values[:-1]:
        if silent_branch(frame, operand) is not None or guarded_names(frame, operand):
            return
    frame.interpreter.undecided[node] = last


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
    known = truth(frame, node.test, value, node, "ternary")
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
    after = frame.variables
    frame.variables = before
    frame.catching = EVERYTHING if silent is False else was_catching
    keys.enter(1)
    second = evaluate(frame, node.orelse)
    keys.leave()
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
