"""The answers to open questions that a finding rests on."""

from __future__ import annotations

import _ast

from jaxlint.tracing.values.origin import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Event

_MOST = 2  # that are told, the innermost


def supposed_by(event: Event) -> list[Origin]:
    """Nothing where it happens whatever the answers are."""
    if not event.conditional:
        return []
    return [Origin(_words(module, node, arm), module, node) for module, node, arm in event.supposed[-_MOST:]]


def _words(module: Module, node: _ast.AST, arm: int) -> str:
    if isinstance(node, _ast.Match):
        return "this happens in one case of this `match`"
    if isinstance(node, _ast.Try):
        return "this happens where an exception is caught here"
    test = node.test if isinstance(node, (_ast.If, _ast.IfExp, _ast.While)) else node
    text = " ".join(module.source.segment(test).split())
    return f"this happens where `{text}` is {'false' if arm else 'true'}"
