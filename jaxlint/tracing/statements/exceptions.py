"""try and raise."""

from __future__ import annotations

import _ast

from jaxlint.tracing.environment import Frame, join_variables
from jaxlint.tracing.evaluate import evaluate
from jaxlint.tracing.execute import EXECUTORS, execute_block
from jaxlint.tracing.interpreter import fork
from jaxlint.tracing.uses import Fork
from jaxlint.tracing.value import UNKNOWN, Value

_CATCH_IMPORT = frozenset(["ImportError", "ModuleNotFoundError"])


def try_statement(frame: Frame, node: _ast.Try) -> bool:
    names = frozenset([name for handler in node.handlers for name in _caught(handler)])
    before, keys = fork(frame), Fork(frame, node)
    was_catching, caught = frame.catching, frame.interpreter.refusals_caught
    frame.catching = was_catching | names
    alive = execute_block(frame, node.body)
    frame.catching = was_catching
    goes_well = alive and caught == frame.interpreter.refusals_caught
    if alive:
        alive = execute_block(frame, node.orelse)
    after = frame.variables if alive else None
    keys.leave(alive)
    if not names or names - _CATCH_IMPORT:
        handled = _handlers(frame, node, keys, before, after)
        after = _likelier(after, handled) if goes_well and after is not None and handled is not None else handled
    keys.close()
    frame.variables = before if after is None else after
    if node.finalbody and not execute_block(frame, node.finalbody):
        return False
    return after is not None


def _likelier(body: dict[str, Value], joined: dict[str, Value]) -> dict[str, Value]:
    """The handlers are for the rare case: where their values and the body's don't agree, the body's count."""
    return {name: body[name] if value is UNKNOWN and name in body else value for name, value in joined.items()}


def _handlers(
    frame: Frame, node: _ast.Try, keys: Fork, before: dict[str, Value], after: dict[str, Value] | None
) -> dict[str, Value] | None:
    entry = join_variables(before, frame.variables) or before
    for arm, handler in enumerate(node.handlers, 1):
        frame.variables = dict(entry)
        keys.enter(arm)
        frame.branches += 1
        if handler.name:
            frame.bind(handler.name, UNKNOWN)
        alive = execute_block(frame, handler.body)
        keys.leave(alive)
        if alive:
            after = join_variables(after, frame.variables)
        frame.branches -= 1
    return after


def _caught(handler: _ast.ExceptHandler) -> set[str]:
    if _raises_again(handler.body):
        return set()
    if handler.type is None:
        return {"BaseException"}
    return named_exceptions(handler.type)


def _raises_again(body: list[_ast.stmt]) -> bool:
    """Notes of the failure, then ``raise``: nothing is caught."""
    *before, last = body
    return isinstance(last, _ast.Raise) and last.exc is None and all(isinstance(one, _ast.Expr) for one in before)


def named_exceptions(node: _ast.expr) -> set[str]:
    types = node.elts if isinstance(node, _ast.Tuple) else [node]
    return {str(getattr(item, "attr", None) or getattr(item, "id", "")) for item in types}


def raised(frame: Frame, node: _ast.Raise) -> bool:
    if node.exc is not None:
        evaluate(frame, node.exc)
        called = getattr(node.exc, "func", node.exc)
        frame.overridable = frame.overridable or getattr(called, "id", None) == "NotImplementedError"
    return False


EXECUTORS.update(
    {
        _ast.Try: try_statement,
        _ast.TryStar: try_statement,
        _ast.Raise: raised,
    }
)
