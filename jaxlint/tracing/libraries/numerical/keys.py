"""PRNG keys: made, split, consumed."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.unread import is_unread
from jaxlint.tracing.events.keys import KeyDropped
from jaxlint.tracing.keys.splits import note_split
from jaxlint.tracing.keys.uses import identity_of
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.value import UNKNOWN, Const

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.keys.key_use import Use
    from jaxlint.tracing.libraries.numerical.bound import Bound
    from jaxlint.tracing.running.environment import Frame


def note_dropped(frame: Frame, node: _ast.AST, callee: str, argument: _ast.AST | None) -> None:
    """``jax.random.split(key)`` leaves ``key`` as it was: who reads nothing of what it gives may have meant another."""
    if argument is None or frame.context.handlers or not is_unread(frame.module, node):
        return
    report(frame, KeyDropped, node, UNKNOWN, argument=argument, callee=callee)


def note_given(frame: Frame, made: object, bound: Bound, taken: Use | None) -> None:
    """Which keys were split from which, or had a number folded in: the same done twice gives the same keys."""
    if taken is not None:
        note_split(frame.interpreter, made, taken.key, taken)
        return
    key, data = bound.values.get("key", UNKNOWN), bound.values.get("data")
    identity = identity_of(frame, key, bound.nodes.get("key"))
    if isinstance(data, Const) and identity is not None:
        note_split(frame.interpreter, made, identity, None, data.key())
