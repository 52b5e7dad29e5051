"""One block of statements: the table that the statement rooms fill."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable
    from typing import Any

    from jaxlint.tracing.environment import Frame

    # Each room narrows the node type for itself.
    Executor = Callable[[Frame, Any], bool]

EXECUTORS: dict[type, Executor] = {}


def execute_block(frame: Frame, body: list[_ast.stmt]) -> bool:
    """Run statements in order; False where control does not come out at the end (return, raise, break ...)."""
    step = frame.interpreter.step
    for statement in body:
        step()
        executor = EXECUTORS.get(type(statement))
        comes_back = executor is None or executor(frame, statement)
        if _raises(frame) or not comes_back:
            return False
    return True


def _raises(frame: Frame) -> bool:
    """True where the statement just run called what never comes back.

    A module is read to its end: a script may be a notebook, whose next cell runs all the same.
    """
    raising, frame.interpreter.raising = frame.interpreter.raising, False
    return raising and frame.function is not None
