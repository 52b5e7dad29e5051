"""A carry that begins as None, and comes out of the body as something else.

None is a pytree without leaves: JAX refuses what has leaves in its place.  A parameter or field that is None by default
may be filled in by callers that are not in view, so only None counts that is written where the loop is called, or that
the module's own body passes.
"""

from __future__ import annotations

import _ast

from jaxlint.tracing.values.holding import is_data
from jaxlint.tracing.values.value import Const, Instance, Sequence, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_DEEPEST = 6


def replaced_none(frame: Frame, start: _ast.AST | None, before: Value, after: Value) -> tuple[str, Value] | None:
    """Where in the carry, and what comes out there.  ``start`` is written as what the loop begins with."""
    return _replaced(start, before, after, "", frame.function is None, _DEEPEST)


def _replaced(
    start: _ast.AST | None, before: Value, after: Value, path: str, certain: bool, depth: int
) -> tuple[str, Value] | None:
    if isinstance(before, Const) and before.value is None:
        certain = certain or (isinstance(start, _ast.Constant) and start.value is None)
        return (path, after) if certain else None
    if depth == 0:
        return None
    for part, one, other, written in _parts(start, before, after):
        found = _replaced(written, one, other, path + part, certain, depth - 1)
        if found is not None:
            return found
    return None


def _parts(
    start: _ast.AST | None, before: Value, after: Value
) -> list[tuple[str, Value, Value, _ast.AST | None]]:  # fmt: skip
    """What of both sides stands at the same place, and how it is written, where the loop begins with a display."""
    if isinstance(before, Sequence) and isinstance(after, Sequence):
        ours, theirs = before.items, after.items
        if before.type != after.type or ours is None or theirs is None or len(ours) != len(theirs):
            return []
        written: list[_ast.AST | None] = [None] * len(ours)
        if isinstance(start, (_ast.Tuple, _ast.List)) and len(start.elts) == len(ours):
            written = list(start.elts)
        return [(f"[{at}]", ours[at], theirs[at], written[at]) for at in range(len(ours))]
    if isinstance(before, Instance) and isinstance(after, Instance) and before.cls is after.cls:
        if any(one.members is not None or one.optional for one in (before, after)):
            return []
        both = [name for name in before.attributes if name in after.attributes]
        pairs = [(name, before.attributes[name], after.attributes[name]) for name in both]
        return [
            (f".{name}", one, other, None)
            for name, one, other in pairs
            if is_data(before, name, one) and is_data(after, name, other)
        ]
    return []
