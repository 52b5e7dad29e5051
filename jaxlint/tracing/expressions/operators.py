"""Unary, binary, boolean and comparison operators, and the conditional expression."""

from __future__ import annotations

import _ast

from jaxlint.tracing.bounds.overflow import check_operator
from jaxlint.tracing.operations.arithmetic import binary, compare, unary
from jaxlint.tracing.operations.facts import known_truth, truth
from jaxlint.tracing.questions.asking import LOGIC, Asked, ask, truth_of
from jaxlint.tracing.questions.questions import Question, either
from jaxlint.tracing.running.evaluate import EVALUATORS, evaluate
from jaxlint.tracing.values.answers import combined, doubt_of, open_answer, opposite
from jaxlint.tracing.values.joining import join_all, static_type
from jaxlint.tracing.values.value import UNKNOWN, Const, Container, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.questions.asking import Last
    from jaxlint.tracing.running.environment import Frame

_ORDERING = (_ast.Lt, _ast.LtE, _ast.Gt, _ast.GtE, _ast.Eq, _ast.NotEq)


def unary_operation(frame: Frame, node: _ast.UnaryOp) -> Value:
    if isinstance(node.op, _ast.Not):
        one = ask(frame, node.operand)
        known = truth_of(frame, one, node, "not")
        return open_answer(opposite(doubt_of(one.value))) if known is None else Const(not known)
    return unary(frame, node, evaluate(frame, node.operand))


def binary_operation(frame: Frame, node: _ast.BinOp) -> Value:
    left = evaluate(frame, node.left)
    right = evaluate(frame, node.right)
    result = binary(frame, node, type(node.op), left, right, node.left, node.right)
    check_operator(frame, node, result)
    return result


def boolean_operation(frame: Frame, node: _ast.BoolOp) -> Value:
    return _logic(frame, node).value


def _logic(frame: Frame, node: _ast.BoolOp) -> Asked:
    stop = isinstance(node.op, _ast.Or)
    results: list[Value] = []  # that may come out
    last = _Last()
    is_stopped = _operands(frame, node, node.values, results, last)
    if is_stopped:
        return _stopped(frame, node, results, stop)
    # After a question that Python answers by itself: where it gets that far.
    result = results[-1] if last.only_plain and isinstance(results[-1], Traced) else join_all(results)
    doubts = combined([doubt_of(value) for value in results], stop)
    if static_type(result) == "bool" and known_truth(result) is None:
        result = open_answer(doubts)
        return Asked(node, result, (node, result, frame.condition.doubt), doubts=doubts)
    return Asked(node, result, last.asked, doubts=doubts)


class _Last:
    """``asked``: the operand that is asked last, what it is and how much that is in doubt.

    ``only_plain``: those before it are no questions after types.
    """

    asked: Last
    only_plain = True


def _operands(frame: Frame, node: _ast.BoolOp, operands: list[_ast.expr], results: list[Value], last: _Last) -> bool:
    """Each is asked where those before it have left that open; True where the answer follows from one."""
    stop, (operand, *rest) = isinstance(node.op, _ast.Or), operands
    one = ask(frame, operand)
    results.append(one.value)
    if not rest:
        last.asked = one.last
        return known_truth(one.value) is stop or one.known is stop
    known = truth_of(frame, one, node, "or" if stop else "and")
    if known is stop:
        return True
    if known is not None:
        results.pop()  # decided: this operand is not the result
        return _operands(frame, node, rest, results, last)
    last.only_plain = last.only_plain and _is_plain(operand, one.value)
    last.asked, found = (rest[-1], UNKNOWN, frame.condition.doubt), []

    def go_on() -> None:
        found.append(_operands(frame, node, rest, results, last))

    question = Question(frame, one)
    ways = either(frame, operand, question, *((lambda: None, go_on) if stop else (go_on, lambda: None)))
    ways.close()
    if ways.refusals:
        results.append(UNKNOWN)  # it may never be asked: what it raises may never be raised
    return True in found


def _stopped(frame: Frame, node: _ast.BoolOp, results: list[Value], stop: bool) -> Asked:
    """``p and False``, ``p or True``: their truth is known, and where ``p`` is a bool so is what comes out."""
    result = Const(stop) if all(static_type(value) == "bool" for value in results) else join_all(results)
    return Asked(node, result, (node, result, frame.condition.doubt), known=stop)


def _is_plain(node: _ast.expr, value: Value) -> bool:
    """A container, or a comparison of numbers that Python knows, but for their number: no question after types."""
    if isinstance(value, Container):
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
    one = ask(frame, node.test)
    known = truth_of(frame, one, node, "ternary")
    if known is not None:
        return evaluate(frame, node.body if known else node.orelse)
    yes, no = (lambda: evaluate(frame, node.body)), (lambda: evaluate(frame, node.orelse))
    return either(frame, node, Question(frame, one), yes, no).value()


LOGIC.append(_logic)
EVALUATORS.update(
    {
        _ast.UnaryOp: unary_operation,
        _ast.BinOp: binary_operation,
        _ast.BoolOp: boolean_operation,
        _ast.Compare: comparison,
        _ast.IfExp: conditional,
    }
)
