"""with: what it binds, what it catches, and the context that its body runs in."""

from __future__ import annotations

import _ast

from jaxlint.tracing.attributes import class_member
from jaxlint.tracing.calling import FUNCTIONS, call_value
from jaxlint.tracing.environment import Frame
from jaxlint.tracing.evaluate import evaluate
from jaxlint.tracing.execute import EXECUTORS, execute_block
from jaxlint.tracing.facts import known_truth
from jaxlint.tracing.invocation import Arguments
from jaxlint.tracing.refusals import EVERYTHING, EXPECTS_ERROR
from jaxlint.tracing.statements.exceptions import named_exceptions
from jaxlint.tracing.targets import assign
from jaxlint.tracing.value import UNKNOWN, Function, Generator, Instance, Library, Partial, Value

_EVALUATING = frozenset(
    "with:" + name for name in ("jax.ensure_compile_time_eval", "jax.core.eval_context", "jax._src.core.eval_context")
)
_MANAGER = "with:contextmanager"
_NOTHING = "with:nullcontext"


def with_statement(frame: Frame, node: _ast.With) -> bool:
    was_catching, context, without_jit = frame.catching, frame.context, frame.interpreter.without_jit
    swallows = False
    for item in node.items:
        value = evaluate(frame, item.context_expr)
        called = item.context_expr.func if isinstance(item.context_expr, _ast.Call) else None
        name = getattr(called, "attr", None) or getattr(called, "id", None)
        if name in EXPECTS_ERROR:
            frame.catching = EVERYTHING
        elif name == "suppress" and called is not None:
            arguments = item.context_expr.args  # type: ignore[attr-defined]
            frame.catching |= {one for argument in arguments for one in named_exceptions(argument)}
        opened = _enter(frame, item.context_expr, value)
        swallows = swallows or value is UNKNOWN or frame.catching != was_catching
        if item.optional_vars is not None:
            assign(frame, item.optional_vars, opened)
    ends = _ends(frame)
    alive = execute_block(frame, node.body) or (ends == _ends(frame) and swallows)
    frame.catching, frame.context, frame.interpreter.without_jit = was_catching, context, without_jit
    return alive


def _ends(frame: Frame) -> tuple[int, int]:
    """How often control left by return, break or continue so far: a body without a new one ends by an exception."""
    return len(frame.results), len(frame.loops[-1]) if frame.loops else 0


def _enter(frame: Frame, node: _ast.expr, manager: Value) -> Value:
    """What ``as`` binds; the frame is set for the body."""
    if isinstance(manager, Library) and manager.name in _EVALUATING:
        frame.context = "eager"
    if isinstance(manager, Library) and manager.name == "with:jax.disable_jit":
        frame.interpreter.without_jit += 1
    if isinstance(manager, Partial) and isinstance(manager.func, Library) and manager.args:
        held = manager.args[0]
        if manager.func.name == _NOTHING:
            return held
        if manager.func.name == _MANAGER and isinstance(held, Generator):
            frame.catching |= held.catching
            frame.context = held.context if held.context == "eager" else frame.context
            return held.element
    return _entered(frame, node, manager) if isinstance(manager, Instance) else UNKNOWN


def _entered(frame: Frame, node: _ast.expr, manager: Instance) -> Value:
    """``__enter__`` of a class in view; an ``__exit__`` that may say True swallows what the body raises."""
    enter, leave = class_member(manager.cls, "__enter__"), class_member(manager.cls, "__exit__")
    opened = call_value(frame, node, enter, Arguments([manager])) if isinstance(enter, Function) else UNKNOWN
    if isinstance(leave, Function):
        swallows = call_value(frame, node, leave, Arguments([manager, UNKNOWN, UNKNOWN, UNKNOWN]))
        if swallows is UNKNOWN or known_truth(swallows) is not False:
            frame.catching = EVERYTHING
    return opened


def manager_maker(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``@contextmanager`` on a generator function."""
    return Partial(Library("contextlib:made"), arguments.positional[:1], {})


def made_manager(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    made = call_value(frame, node, arguments.positional[0], arguments.after(1))
    return Partial(Library(_MANAGER), [made], {}) if isinstance(made, Generator) else UNKNOWN


def decorating(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``@timed("step")``: a manager around every call of the function."""
    held, *given = arguments.positional
    transparent = isinstance(held, Generator) and held.catching <= frame.catching and held.context == frame.context
    return given[0] if transparent and len(given) == 1 else UNKNOWN


def null_manager(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    return Partial(Library(_NOTHING), [arguments.get(0, "enter_result") or UNKNOWN], {})


FUNCTIONS["contextlib.contextmanager"] = manager_maker
FUNCTIONS["contextlib:made"] = made_manager
FUNCTIONS[_MANAGER] = decorating
FUNCTIONS["contextlib.nullcontext"] = null_manager
EXECUTORS.update({_ast.With: with_statement, _ast.AsyncWith: with_statement})
