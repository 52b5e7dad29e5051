"""What is worked out of a scope once, and again when it is edited."""

from __future__ import annotations

from weakref import WeakKeyDictionary

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable, Iterable
    from typing import Any, TypeVar

    Known = list[dict[_ast.AST, Any]]

    Answer = TypeVar("Answer")

_TABLES: list[WeakKeyDictionary[_ast.AST, Any]] = []


def of_scopes() -> WeakKeyDictionary[_ast.AST, Any]:
    """A table by nodes of scopes, from which those that are edited are taken out."""
    _TABLES.append(WeakKeyDictionary())
    return _TABLES[-1]


def once_a_scope(function: Callable[..., Answer]) -> Callable[..., Answer]:
    """Asked of the node of a scope, and of its module: worked out once, and again after an edit."""
    known: WeakKeyDictionary[_ast.AST, Answer] = of_scopes()

    def asked(node: _ast.AST, *home: object) -> Answer:
        if node not in known:
            known[node] = function(node, *home)
        return known[node]

    return asked


def exchange_known(scopes: Iterable[_ast.AST], others: Known | None = None) -> Known:
    """What was worked out of these is taken out; ``others``: what holds of them now."""
    known = [{one: table.pop(one) for one in scopes if one in table} for table in _TABLES]
    for table, other in zip(_TABLES, others or (), strict=False):
        table.update(other)
    return known
