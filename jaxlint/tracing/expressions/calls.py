"""Call expressions."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calling import call_value
from jaxlint.tracing.evaluate import EVALUATORS, evaluate
from jaxlint.tracing.invocation import arguments_of
from jaxlint.tracing.value import Library, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame


def call(frame: Frame, node: _ast.Call) -> Value:
    function = evaluate(frame, node.func)
    if isinstance(function, Library) and function.name == "jax.lax.scan":
        _mark_scan_length(frame, node)
    return call_value(frame, node, function, arguments_of(frame, node))


def _mark_scan_length(frame: Frame, node: _ast.Call) -> None:
    """``scan(f, c, jnp.arange(n))``: a traced n is the loop's length, more than arange's argument."""
    sequence = node.args[2] if len(node.args) > 2 else None
    for keyword in node.keywords:
        if keyword.arg == "xs":
            sequence = keyword.value
    if isinstance(sequence, _ast.Call):
        frame.interpreter.scan_lengths[sequence] = node


EVALUATORS[_ast.Call] = call
