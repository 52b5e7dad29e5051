"""if and assert."""

from __future__ import annotations

import _ast

from jaxlint.tracing.asking import truth_of
from jaxlint.tracing.environment import Frame, join_variables
from jaxlint.tracing.evaluate import evaluate
from jaxlint.tracing.execute import EXECUTORS, execute_block
from jaxlint.tracing.guards import guarded_names, silent_branch
from jaxlint.tracing.interpreter import fork
from jaxlint.tracing.refusals import EVERYTHING
from jaxlint.tracing.uses import Fork
from jaxlint.tracing.value import UNKNOWN, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def if_statement(frame: Frame, node: _ast.If) -> bool:
    construct = "elif" if _is_elif(frame, node) else "if"
    known = truth_of(frame, node.test, evaluate(frame, node.test), node, construct)
    if frame.interpreter.raising:
        return False
    if known is not None:
        return execute_block(frame, node.body if known else node.orelse)
    guarded = guarded_names(frame, node.test)
    silent = silent_branch(frame, node.test)
    was_catching = frame.catching

    def branch(body: list[_ast.stmt], outcome: bool) -> bool:
        for name in guarded:
            frame.variables[name] = UNKNOWN
        frame.catching = EVERYTHING if silent is outcome else was_catching
        alive = execute_block(frame, body)
        frame.catching = was_catching
        return alive

    return either(frame, node, lambda: branch(node.body, True), lambda: branch(node.orelse, False))


def _is_elif(frame: Frame, node: _ast.If) -> bool:
    """``elif`` stands where its parent's else would; told apart by the source text."""
    line = frame.module.source.line(node.lineno)
    return line.lstrip().startswith("elif")


def either(frame: Frame, node: _ast.AST, *branches: Callable[[], bool]) -> bool:
    """Run branches side by side and join what they leave; False where none comes back."""
    before, keys = fork(frame), Fork(frame, node)
    after: dict[str, Value] | None = None
    frame.branches += 1
    for arm, branch in enumerate(branches):
        frame.variables = dict(before)
        keys.enter(arm)
        alive = branch()
        keys.leave(alive)
        if alive:
            after = join_variables(after, frame.variables)
    frame.branches -= 1
    keys.close()
    frame.variables = before if after is None else after
    return after is not None


def assertion(frame: Frame, node: _ast.Assert) -> bool:
    known = truth_of(frame, node.test, evaluate(frame, node.test), node, "assert")
    return known is not False


EXECUTORS.update({_ast.If: if_statement, _ast.Assert: assertion})
