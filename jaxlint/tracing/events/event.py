"""Neutral facts met on the way through a traced program.

An event says what happens to which value at which node; whether that is bad is a rule's business.
``node`` is the node to be flagged, ``function`` the innermost def or lambda around it (None: module level).
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.syntax.module import Module
    from jaxlint.tracing.values.value import Value

    # Questions, and which of their branches are taken; calls of one of several, and the definition that is meant.
    Supposed = tuple[tuple[Module, _ast.AST, int | _ast.AST], ...]
    Place = tuple[Module, _ast.AST | None, _ast.AST]  # module, function and call


class Event:
    """``value`` is the value in question; its ``origin`` tells why it is traced, which is a reason ``by_origin``.

    ``through``: the calls in traced code that lead to the function, outermost first.  ``supposed``: the branches of
    open questions around, and the answers that lead there.  ``conditional``: behind such a question it may not be so,
    as other values than those in view lead there.
    """

    __slots__ = ("context", "function", "module", "node", "shown_by", "supposed", "through", "value")
    kind = "event"
    by_origin = True
    conditional = False

    def __init__(self, module: Module, function: _ast.AST | None, node: _ast.AST, value: Value, context: str) -> None:
        self.module = module
        self.function = function
        self.node = node
        self.value = value
        self.context = context
        self.shown_by: str | None = None  # the file of the test that leads here
        self.through: tuple[Place, ...] = ()
        self.supposed: Supposed = ()
