"""Call expressions."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calling import FUNCTIONS, call_value
from jaxlint.tracing.evaluate import EVALUATORS, evaluate
from jaxlint.tracing.invocation import Arguments, arguments_of
from jaxlint.tracing.refusals import EVERYTHING, EXPECTS_ERROR
from jaxlint.tracing.value import UNKNOWN, BoundMethod, Function, Library, Partial, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame


def call(frame: Frame, node: _ast.Call) -> Value:
    function = evaluate(frame, node.func)
    if isinstance(function, Library) and function.name == "jax.lax.scan":
        _mark_scan_length(frame, node)
    arguments = _arguments(frame, node, function)
    if function is UNKNOWN or isinstance(function, Library):
        _expect_error(frame, node, arguments)
    return call_value(frame, node, function, arguments)


def _expect_error(frame: Frame, node: _ast.Call, arguments: Arguments) -> None:
    """``self.assertRaises(TypeError, f, x)``: f runs, and what it raises is what the test is for."""
    name = getattr(node.func, "attr", None) or getattr(node.func, "id", None)
    if name not in EXPECTS_ERROR:
        return
    for position, value in enumerate(arguments.positional):
        if isinstance(value, (Function, BoundMethod, Partial, Transformed)):
            catching, frame.catching = frame.catching, EVERYTHING
            call_value(frame, node, value, arguments.after(position + 1))
            frame.catching, frame.interpreter.raising = catching, False
            return


def _arguments(frame: Frame, node: _ast.Call, function: Value) -> Arguments:
    """What a transform is given is looked into, be it in a file that nobody asked for."""
    interpreter = frame.interpreter
    if interpreter.eager_loading or not (isinstance(function, Library) and function.name in FUNCTIONS):
        return arguments_of(frame, node)
    interpreter.eager_loading = not function.name.startswith("builtins.")
    try:
        return arguments_of(frame, node)
    finally:
        interpreter.eager_loading = False


def _mark_scan_length(frame: Frame, node: _ast.Call) -> None:
    """``scan(f, c, jnp.arange(n))``: a traced n is the loop's length, more than arange's argument."""
    sequence = node.args[2] if len(node.args) > 2 else None
    for keyword in node.keywords:
        if keyword.arg == "xs":
            sequence = keyword.value
    if isinstance(sequence, _ast.Call):
        frame.interpreter.scan_lengths[sequence] = node


EVALUATORS[_ast.Call] = call
