"""One expression to one value: the table that the expression rooms fill."""

from __future__ import annotations

from jaxlint.tracing.values.value import UNKNOWN, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable
    from typing import Any

    from jaxlint.tracing.running.environment import Frame

    # Each room narrows the node type for itself.
    Evaluator = Callable[[Frame, Any], Value]

EVALUATORS: dict[type, Evaluator] = {}


def evaluate(frame: Frame, node: _ast.AST) -> Value:
    """The value of an expression; UNKNOWN for what no room knows."""
    evaluator = EVALUATORS.get(type(node))
    if evaluator is None:
        return UNKNOWN
    try:
        value = evaluator(frame, node)
    except Exception as error:
        frame.interpreter.met(error, frame.module, node)
        raise
    frame.interpreter.see(node, value, frame.context)
    return value
