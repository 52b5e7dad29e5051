"""Loops of which the number of iterations is not static have no derivative in reverse mode.

Measured on JAX 0.10.2: it raises where the gradient is followed back through what the loop carries and changes.  What
goes in and comes out unchanged, what has no derivative, and what nobody differentiates afterwards is no matter.
"""

from __future__ import annotations

from jaxlint.tracing.applied.lift import map_leaves
from jaxlint.tracing.applied.signature import titled
from jaxlint.tracing.calls.invocation import constant_of
from jaxlint.tracing.events.gradients import NotReversible
from jaxlint.tracing.running.reports import happens
from jaxlint.tracing.values.joining import leaves
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import ABSTRACT
from jaxlint.tracing.values.value import FALSE, UNKNOWN, Sequence, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame


def not_reversible(frame: Frame, node: _ast.AST, name: str, init: Value, result: Value) -> Value:
    """What such a loop carries out; what its body handed on as it was has the aval that went in."""
    if not frame.context.reversing or frame.condition.doubt:
        return result
    unchanged = {id(leaf.aval) for leaf in leaves(init) if isinstance(leaf, Traced)}
    event = NotReversible(frame.point, node, UNKNOWN, callee=name, by="", related=())

    def leaf(item: Value) -> Value:
        if not isinstance(item, Traced) or not item.origin.derived or id(item.aval) in unchanged:
            return item
        origin = item.origin.with_derivative(True, (*item.origin.pending, event))
        return Traced(item.aval, origin, item.concrete, item.staged, item.evidence, item.key_id)

    return map_leaves(result, leaf)


def check_reversed(
    frame: Frame, node: _ast.AST, transform: str, function: Value, result: Value, settings: dict[str, Value]
) -> None:
    """The result is followed back; of a pair where ``has_aux`` says so, the first.  vjp itself only prepares it."""
    auxiliary = constant_of(settings.get("has_aux", FALSE))
    if auxiliary is True and isinstance(result, Sequence) and result.items is not None and len(result.items) == 2:
        result = result.items[0]
    elif auxiliary is not False:
        return
    for leaf in leaves(result):
        for event in leaf.origin.pending if isinstance(leaf, Traced) else ():
            related = (Origin(f"{titled(function)} is differentiated by `{transform}`", frame.module, node),)
            if isinstance(event, NotReversible):
                if transform.endswith("vjp"):
                    continue
                event = event.but(by=transform, related=related)
            elif event.point.stage == ABSTRACT:
                event = event.but(related=related)
            if happens(frame, event):
                frame.interpreter.note(event)  # as it was seen, when nobody knew that it is followed back
