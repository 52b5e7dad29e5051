"""The answers to open questions that a finding rests on."""

from __future__ import annotations

import _ast

from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.values.origin import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Event

_MOST = 2  # that are reported, the innermost


def is_supposed(event: Event) -> bool:
    """Does it happen only where open questions have the answers that lead to it?"""
    return event.conditional and event.point.supposed != ()


def suppositions(event: Event) -> list[Origin]:
    """A step for each of these answers; the questions of our models of libraries are not the user's."""
    own = [one for one in event.point.supposed if not is_model(one[0])] if is_supposed(event) else []
    return [Origin(_words(module, node, arm), module, node) for module, node, arm in own[-_MOST:]]


def _words(module: Module, node: _ast.AST, arm: int | _ast.AST) -> str:
    if isinstance(arm, _ast.AST):
        return f"this happens where {_named(arm)} is called here"
    if isinstance(node, _ast.Match):
        return "this happens in one case of this `match`"
    if isinstance(node, (_ast.Try, _ast.TryStar)):
        return "this happens where an exception is caught here"
    test = node.test if isinstance(node, (_ast.If, _ast.IfExp, _ast.While)) else node
    text = " ".join(module.source.segment(test).split())
    return f"this happens where `{text}` is {'false' if arm else 'true'}"


def _named(definition: _ast.AST) -> str:
    name = getattr(definition, "name", None)
    return f"`{name}`" if name else f"the lambda of line {definition.lineno}"  # type: ignore[attr-defined]
