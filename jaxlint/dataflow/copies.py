"""Names that hold what another name holds: ``y = x``."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.index import flow_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.dataflow.reaching import Reaching
    from jaxlint.syntax.module import Module

_MOST = 16


def other_names(module: Module, scope: _ast.AST, read: _ast.Name) -> list[str]:
    """Those that for certain hold the very value where the name is read; one way leads to each of them."""
    reaching = flow_of(scope).reaching
    found: list[str] = []
    waiting = _only(reaching.definitions(read))
    for definition in waiting:
        if len(waiting) > _MOST:
            break
        for other in _copies(module, reaching, definition):
            name = getattr(other, "id", None) or getattr(other, "arg", None)
            if other not in waiting and name is not None and reaching.beside(read, name) == [other]:
                waiting.append(other)
                found.append(name)
    return [name for name in found if name != read.id]


def _only(definitions: list[_ast.AST | None] | None) -> list[_ast.AST]:
    return [one for one in definitions if one is not None] if definitions is not None and len(definitions) == 1 else []


def _copies(module: Module, reaching: Reaching, definition: _ast.AST) -> list[_ast.AST]:
    """The definitions that give another name the same: beside it, before it, and of it."""
    found: list[_ast.AST] = []
    statement = module.parents.get(definition)
    if isinstance(statement, _ast.Assign) and definition in statement.targets:
        found += statement.targets
        if isinstance(statement.value, _ast.Name):
            found += _only(reaching.definitions(statement.value))
    for read in reaching.reads(definition):
        around = module.parents[read]
        if isinstance(around, _ast.Assign) and around.value is read:
            found += around.targets
    return [one for one in found if isinstance(one, (_ast.Name, _ast.arg))]
