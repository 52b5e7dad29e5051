"""PRNG keys: made, split, consumed."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame


def fresh_key(frame: Frame, node: _ast.AST) -> object:
    """A name for a key made at this place, now."""
    return ("key", id(node), frame.interpreter.fresh_id())
