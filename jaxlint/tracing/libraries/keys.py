"""PRNG keys: made, split, used up."""

from __future__ import annotations

from jaxlint.tracing.event import KeyReused
from jaxlint.tracing.uses import Use, identity_of
from jaxlint.tracing.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame

_KEPT = 4  # uses of one key that are remembered


def fresh_key(frame: Frame, node: _ast.AST) -> object:
    """A name for a key made at this place, now."""
    return ("key", id(node), frame.interpreter.fresh_id())


def consume(frame: Frame, node: _ast.AST, key: Value, argument: _ast.AST | None, callee: str) -> None:
    """Note that a draw or a split uses the key up; a second use gives the same numbers."""
    identity = identity_of(frame, key, argument)
    if identity is None:
        return
    interpreter = frame.interpreter
    interpreter.draws += 1
    use = Use(interpreter, (frame.module, frame.function, node), callee)
    earlier = interpreter.consumed.get(identity, ())
    for before in earlier:
        if before.leads_to(use) and not _in_unison(before, use):
            _reused(frame, key, argument, before, use)
            break
    if len(earlier) < _KEPT:
        interpreter.consumed[identity] = (*earlier, use)


def _in_unison(before: Use, use: Use) -> bool:
    """Several arrays permuted by one key, so that their rows stay together: that is what the key is kept for."""
    return before.callee == use.callee == "jax.random.permutation"


def _reused(frame: Frame, key: Value, argument: _ast.AST | None, before: Use, use: Use) -> None:
    """Point at the call where the ways of the two uses part: there the key was at hand, and was handed out twice."""
    level = before.parting(use)
    module, function, node = use.calls[level]
    event = KeyReused(module, function, node, key, frame.context)
    event.argument = argument if node is use.calls[-1][2] else None
    event.callee = use.callee
    event.previous_module, _, event.previous = before.calls[min(level, len(before.calls) - 1)]
    event.previous_callee = before.callee
    event.loop = event.previous is node
    frame.interpreter.note(event)
