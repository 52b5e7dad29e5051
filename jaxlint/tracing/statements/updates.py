"""``x.at[i].set(v)`` as a statement: it gives a new array, which nobody takes."""

from __future__ import annotations

import _ast

from jaxlint.tracing.events.shapes import UpdateDropped
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.value import Array, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

UPDATES = frozenset(["set", "add", "subtract", "multiply", "mul", "divide", "power", "min", "max", "apply"])


def note_dropped(frame: Frame, call: _ast.Call) -> None:
    """``call``: of a method that an update has the name of."""
    item = call.func.value  # type: ignore[attr-defined]
    if not isinstance(item, _ast.Subscript) or not isinstance(item.value, _ast.Attribute) or item.value.attr != "at":
        return
    base = item.value.value
    if not _is_path(base) or frame.in_doubt:
        return
    value = evaluate(frame, base)
    if (isinstance(value, Traced) and value.is_immutable) or (isinstance(value, Array) and not value.numpy):
        frame.note(UpdateDropped(frame.module, frame.function, call, value, frame.context))


def _is_path(node: _ast.expr) -> bool:
    """Names and attributes, which can be asked for again."""
    while isinstance(node, _ast.Attribute):
        node = node.value
    return isinstance(node, _ast.Name)
