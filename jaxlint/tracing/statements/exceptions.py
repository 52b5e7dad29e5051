"""try, raise, with."""

from __future__ import annotations

import _ast

from jaxlint.tracing.environment import Frame, join_variables
from jaxlint.tracing.evaluate import evaluate
from jaxlint.tracing.execute import EXECUTORS, execute_block
from jaxlint.tracing.interpreter import fork
from jaxlint.tracing.refusals import EVERYTHING
from jaxlint.tracing.targets import assign
from jaxlint.tracing.uses import Fork
from jaxlint.tracing.value import UNKNOWN, Library, Value

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
    if handler.type is None:
        return {"BaseException"}
    return _named(handler.type)


def _named(node: _ast.expr) -> set[str]:
    types = node.elts if isinstance(node, _ast.Tuple) else [node]
    return {str(getattr(item, "attr", None) or getattr(item, "id", "")) for item in types}


def raised(frame: Frame, node: _ast.Raise) -> bool:
    if node.exc is not None:
        evaluate(frame, node.exc)
    return False


_EXPECTS_ERROR = ("raises", "assertRaises", "assertRaisesRegex", "assertRaisesWithLiteralMatch")


def with_statement(frame: Frame, node: _ast.With) -> bool:
    was_catching, context, without_jit = frame.catching, frame.context, frame.interpreter.without_jit
    for item in node.items:
        value = evaluate(frame, item.context_expr)
        called = item.context_expr.func if isinstance(item.context_expr, _ast.Call) else None
        name = getattr(called, "attr", None) or getattr(called, "id", None)
        if name in _EXPECTS_ERROR:
            frame.catching = EVERYTHING
        elif name == "suppress" and called is not None:
            frame.catching |= {one for argument in item.context_expr.args for one in _named(argument)}  # type: ignore[attr-defined]
        if isinstance(value, Library) and value.name == "with:jax.ensure_compile_time_eval":
            frame.context = "eager"
        if isinstance(value, Library) and value.name == "with:jax.disable_jit":
            frame.interpreter.without_jit += 1
        if item.optional_vars is not None:
            assign(frame, item.optional_vars, UNKNOWN)
    alive = execute_block(frame, node.body)
    frame.catching, frame.context, frame.interpreter.without_jit = was_catching, context, without_jit
    return alive


EXECUTORS.update(
    {
        _ast.Try: try_statement,
        _ast.TryStar: try_statement,
        _ast.Raise: raised,
        _ast.With: with_statement,
        _ast.AsyncWith: with_statement,
    }
)
