"""PRNG keys: made, split, consumed."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.unread import is_unread
from jaxlint.tracing.event import KeyDropped
from jaxlint.tracing.value import UNKNOWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame


def fresh_key(frame: Frame, node: _ast.AST) -> object:
    """A name for a key made at this place, now."""
    return ("key", id(node), frame.interpreter.fresh_id())


def note_dropped(frame: Frame, node: _ast.AST, callee: str, argument: _ast.AST | None) -> None:
    """``jax.random.split(key)`` leaves ``key`` as it was: who reads nothing of what it gives may have meant another."""
    if argument is None or frame.catching or not is_unread(frame.module, node):
        return
    event = KeyDropped(frame.module, frame.function, node, UNKNOWN, frame.context)
    event.argument = argument
    event.callee = callee
    frame.note(event)
