"""``jnp.nonzero(mask, size=n)``: where fewer are found, the rest of the result is padding, made of real indices."""

from __future__ import annotations

import _ast
from math import prod

from jaxlint.tracing.events.shapes import Padded
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.shapes import dimension
from jaxlint.tracing.values.value import Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.libraries.numerical.bound import Bound
    from jaxlint.tracing.running.environment import Frame


def note_padded(frame: Frame, node: _ast.AST, callee: str, bound: Bound, operands: list[Value]) -> None:
    """A ``fill_value`` that is given is one that somebody has thought about."""
    size, selected = bound.nodes.get("size"), next(iter(bound.nodes.values()), None)
    if bound.given("fill_value") or not operands:
        return
    if callee.startswith("jax.Array."):
        selected = node.func.value  # type: ignore[attr-defined]
    if not isinstance(size, _ast.expr) or not isinstance(selected, _ast.expr):
        return
    room = _has_room(operands[0], bound.values["size"])
    report(frame, Padded, node, operands[0], callee=callee, room=room, selected=selected, size=size)


def _has_room(array: Value, size: Value) -> bool:
    """As many as the array has elements."""
    shape, wanted = aval_of(array).shape, dimension(size)
    if not isinstance(shape, tuple):
        return wanted is shape.dim(0)  # of an array of any rank, for which its first axis is all that counts
    if not shape:
        return False
    if len(shape) == 1:
        return shape[0] is wanted or shape[0] == wanted
    sizes = [one for one in shape if isinstance(one, int)]
    return len(sizes) == len(shape) and prod(sizes) == wanted
