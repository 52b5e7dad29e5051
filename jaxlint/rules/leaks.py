"""The words for a tracer that outlives its trace."""

from __future__ import annotations

import _ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.effects import TracerKept


def holder(event: TracerKept) -> str:
    """What holds it now: the target of an assignment, the object whose method takes it, or a function's cache."""
    node = event.node
    if event.cached is not None:
        return "the cache of `" + _text(event, getattr(node, "func", node)) + "`"
    if isinstance(node, _ast.Call):
        method = isinstance(node.func, _ast.Attribute)
        node = node.func.value if method else (node.args or [node])[0]  # type: ignore[attr-defined]
    return f"`{_text(event, node)}`"


def _text(event: TracerKept, node: _ast.AST) -> str:
    return " ".join(event.module.source.segment(node).split())


def is_differentiated(event: TracerKept) -> bool:
    """What the function returns beside a scalar must be said to be auxiliary."""
    return event.under is not None and "grad" in event.under.text
