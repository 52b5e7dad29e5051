"""Which assignment gave a name the value that it is read with: its reaching definition, and the expression there."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.scopes import Binding, binding_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module


def assigned(module: Module, name: _ast.Name) -> _ast.expr | None:
    """The expression that gave a name the value that it is read with."""
    binding = binding_of(module, name)
    node = None if binding is None else binding.sole or latest(module, binding, name)
    return None if node is None else value_of(module, node)


def value_of(module: Module, target: _ast.AST) -> _ast.expr | None:
    """``v`` of ``x = v``."""
    statement = module.parents.get(target)
    if isinstance(statement, _ast.Assign) and statement.targets == [target]:
        return statement.value
    if isinstance(statement, _ast.AnnAssign) and statement.target is target:
        return statement.value
    return None


def definitions(module: Module, binding: Binding, read: _ast.Name) -> list[_ast.AST | None] | None:
    """What may have given a name of a function its value; None in functions further in, which run at any time."""
    own = None if binding.scope is module.tree else binding.scope
    if binding.is_shared or module.function_of(read) is not own:
        return None
    return flow_of(binding.scope).reaching.definitions(read)


def latest(module: Module, binding: Binding, read: _ast.Name) -> _ast.AST | None:
    """Of several bindings, that which no path to the read leads around or past."""
    found = definitions(module, binding, read)
    node = found[0] if found is not None and len(found) == 1 else None
    statement = None if node is None else module.statement_of(node)
    return node if statement is not None and _is_target(statement, node) else None


def _is_target(statement: _ast.AST, node: _ast.AST | None) -> bool:
    """Of a plain assignment; nothing is known of what a loop or a ``with`` gives."""
    if isinstance(statement, _ast.AnnAssign):
        return node is statement.target and statement.value is not None
    targets = statement.targets if isinstance(statement, _ast.Assign) else []
    return any(node is one for target in targets for one in getattr(target, "elts", [target]))
