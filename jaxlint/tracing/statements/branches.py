"""if and assert."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calls.memos import doubt_of_memo
from jaxlint.tracing.keys.uses import Fork
from jaxlint.tracing.objects.narrowing import narrow
from jaxlint.tracing.running.asking import truth_of
from jaxlint.tracing.running.doubts import doubts_after
from jaxlint.tracing.running.environment import Frame, fork, join_variables
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.execute import EXECUTORS, execute_block
from jaxlint.tracing.running.guards import guarded_names
from jaxlint.tracing.running.refusals import ENDED, attempt
from jaxlint.tracing.values.answers import FORGOTTEN, NO_DOUBT, NONE, STRONG, WEAK
from jaxlint.tracing.values.value import UNKNOWN, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def if_statement(frame: Frame, node: _ast.If) -> bool:
    construct = "elif" if _is_elif(frame, node) else "if"
    value = evaluate(frame, node.test)
    known = truth_of(frame, node.test, value, node, construct)
    if known is not None:
        return execute_block(frame, node.body if known else node.orelse)
    guarded = guarded_names(frame, node.test)
    doubt, before = doubt_of_memo(frame, node), frame.condition
    if doubt is NO_DOUBT:
        doubt = doubts_after(frame, node.test, value)
    alive = []

    def branch(body: list[_ast.stmt], doubted: int, answer: bool) -> bool:
        narrow(frame, node.test, answer)
        for name in guarded:
            frame.variables[name] = UNKNOWN
        frame.condition = frame.condition.doubted(doubted)
        alive.append(execute_block(frame, body))
        return alive[-1]

    goes_on = either(
        frame,
        node,
        lambda: branch(node.body, doubt.true, True),
        lambda: branch(node.orelse, doubt.false, False),
        is_open=not isinstance(value, Traced),
    )
    if doubt is FORGOTTEN and alive == [True, True]:
        frame.condition = before
    return goes_on


def _is_elif(frame: Frame, node: _ast.If) -> bool:
    """``elif`` stands where its parent's else would; told apart by the source text."""
    line = frame.module.source.line(node.lineno)
    return line.lstrip().startswith("elif")


def either(frame: Frame, node: _ast.AST, *branches: Callable[[], bool], is_open: bool = False) -> bool:
    """Run branches side by side and join what they leave; False where none comes back.

    ``is_open``: no tracer leaves the question so.
    """
    before, keys = fork(frame), Fork(frame, node)
    after: dict[str, Value] | None = None
    doubts, returned, thrown = [], len(frame.results), len(frame.thrown)
    for arm, branch in enumerate(branches):
        frame.variables = dict(before)
        keys.enter(arm, is_open)
        alive = attempt(frame, branch)
        keys.leave(alive)
        if alive:
            after = join_variables(after, frame.variables)
            doubts.append(frame.condition.doubt)
    keys.close()
    # What a branch that returned has asked holds for the rest; one that raised was there for what is refused.
    stays = min(doubts, default=NONE)
    if stays == STRONG or (stays and len(frame.results) > returned):
        frame.condition = frame.condition.doubted(stays)
    if any(ENDED in refusal for refusal, _ in frame.thrown[thrown:]):
        frame.condition = frame.condition.doubted(WEAK)  # a test is skipped on some values, and these may be such
    frame.variables = before if after is None else after
    return after is not None


def assertion(frame: Frame, node: _ast.Assert) -> bool:
    value = evaluate(frame, node.test)
    known = truth_of(frame, node.test, value, node, "assert")
    doubt = NO_DOUBT if known is not None else doubts_after(frame, node.test, value)
    if doubt.true == STRONG and doubt is not FORGOTTEN:
        frame.condition = frame.condition.doubted(STRONG)
    if known is None:
        narrow(frame, node.test, True)
    return known is not False


EXECUTORS.update({_ast.If: if_statement, _ast.Assert: assertion})
