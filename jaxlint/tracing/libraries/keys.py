"""PRNG keys: made, split, used up."""

from __future__ import annotations

import _ast

from jaxlint.tracing.event import KeyReused
from jaxlint.tracing.value import Array, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame


def fresh_key(frame: Frame, node: _ast.AST) -> object:
    """A name for a key made at this place, now."""
    return ("key", id(node), frame.interpreter.fresh_id())


def consume(frame: Frame, node: _ast.AST, key: Value, argument: _ast.AST | None, callee: str) -> None:
    """Note that a draw or a split uses the key up; a second use gives the same numbers."""
    if not isinstance(key, (Traced, Array)) or key.key_id is None:
        return
    interpreter = frame.interpreter
    before = interpreter.consumed.get(key.key_id)
    if before is None:
        interpreter.consumed[key.key_id] = (frame.module, node, callee)
        return
    module, previous, previous_callee = before
    event = KeyReused(frame.module, frame.function, node, key, frame.context)
    event.argument = argument
    event.callee = callee
    event.previous = previous
    event.previous_callee = previous_callee
    event.previous_module = module
    event.loop = previous is node
    interpreter.note(event)
