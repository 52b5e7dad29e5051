"""Names that hold what another name holds: ``y = x``."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.index import flow_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.dataflow.reaching import Reaching
    from jaxlint.syntax.module import Module

_MOST = 16


def other_names(module: Module, scope: _ast.AST, read: _ast.Name) -> dict[str, bool]:
    """Those that hold the very value on some way on which the name is read; True where there is no other way."""
    reaching = flow_of(scope).reaching
    waiting = _known(reaching.definitions(read))
    only = len(waiting) == 1
    found: dict[str, bool] = {}
    for definition in waiting:
        if len(waiting) > _MOST:
            break
        for other in _copies(module, reaching, definition):
            name = getattr(other, "id", None) or getattr(other, "arg", None)
            if other in waiting or name is None or name == read.id:
                continue
            held = reaching.beside(read, name)
            if other in held:
                waiting.append(other)
                found[name] = found.get(name, False) or (only and held == [other])
    return found


def _known(definitions: list[_ast.AST | None] | None) -> list[_ast.AST]:
    return [one for one in definitions or [] if one is not None]


def _copies(module: Module, reaching: Reaching, definition: _ast.AST) -> list[_ast.AST]:
    """The definitions that give another name the same: beside it, before it, and of it."""
    found: list[_ast.AST] = []
    statement = module.parents.get(definition)
    if isinstance(statement, _ast.Assign) and definition in statement.targets:
        found += statement.targets
        if isinstance(statement.value, _ast.Name):
            sources = _known(reaching.definitions(statement.value))
            found += sources if len(sources) == 1 else []
    for read in reaching.reads(definition):
        around = module.parents[read]
        if isinstance(around, _ast.Assign) and around.value is read:
            found += around.targets
    return [one for one in found if isinstance(one, (_ast.Name, _ast.arg))]
