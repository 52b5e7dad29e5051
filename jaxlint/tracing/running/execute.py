"""One block of statements: the table that the statement rooms fill."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable
    from typing import Any

    from jaxlint.tracing.running.environment import Frame

    # Each room narrows the node type for itself.
    Executor = Callable[[Frame, Any], bool]

EXECUTORS: dict[type, Executor] = {}


def execute_block(frame: Frame, body: list[_ast.stmt]) -> bool:
    """Run statements in order; False where control does not come out at the end (return, raise, break ...)."""
    interpreter = frame.interpreter
    for statement in body:
        interpreter.steps += 1
        kind = type(statement)
        try:
            if kind in EXECUTORS and not EXECUTORS[kind](frame, statement):
                return False
        except Exception as error:
            interpreter.met(error, frame.module, statement)
            raise
    return True
