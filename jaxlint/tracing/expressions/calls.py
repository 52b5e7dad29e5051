"""Call expressions."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calls.invocation import Arguments, arguments_of, call_value
from jaxlint.tracing.events.refusals import EVERYTHING, attempt, expects_error
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.running.evaluate import EVALUATORS, evaluate
from jaxlint.tracing.values.value import UNKNOWN, BoundMethod, Function, Library, Partial, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


def call(frame: Frame, node: _ast.Call) -> Value:
    function = evaluate(frame, node.func)
    arguments = _of_library(frame, node, function) if type(function) is Library else arguments_of(frame, node)
    if type(function) is not Function and expects_error(node):
        return _expected(frame, node, arguments)
    return call_value(frame, node, function, arguments)


def _expected(frame: Frame, node: _ast.Call, arguments: Arguments) -> Value:
    """``self.assertRaises(TypeError, jax.jit(f), x)``: the call is made, and fails on purpose."""
    for position, value in enumerate(arguments.positional):
        if isinstance(value, (Function, Partial, BoundMethod, Transformed)):
            _to_no_end(frame, node, value, arguments.after(position + 1))
            break
    return UNKNOWN


def _of_library(frame: Frame, node: _ast.Call, function: Library) -> Arguments:
    """What a transform is given is looked into, be it in a file that nobody asked for."""
    if frame.context.loads or function.name not in FUNCTIONS or function.name.startswith("builtins."):
        return arguments_of(frame, node)
    return frame.inside(frame.context.but(loads=True), lambda: arguments_of(frame, node))


def _to_no_end(frame: Frame, node: _ast.Call, function: Value, arguments: Arguments) -> None:
    ready = frame.context.but(handlers=EVERYTHING)
    attempt(frame, lambda: frame.inside(ready, lambda: call_value(frame, node, function, arguments)))


EVALUATORS[_ast.Call] = call
