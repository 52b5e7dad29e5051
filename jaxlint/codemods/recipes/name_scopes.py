"""Which binding a name means."""

from __future__ import annotations

import ast

from jaxlint.syntax.module import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_NAMED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


def bindings_in(scope: ast.AST, name: str) -> list[ast.AST]:
    """What binds a name in the scope itself: parameters, targets, definitions, imports."""
    found: list[ast.AST] = []
    level = list(children(scope))
    while level:
        node = level.pop()
        if isinstance(node, ast.arg):
            found += [node] if node.arg == name else []
        elif isinstance(node, ast.Name):
            found += [node] if node.id == name and not isinstance(node.ctx, ast.Load) else []
        elif isinstance(node, ast.alias):
            found += [node] if name == (node.asname or node.name.split(".")[0]) else []
        elif (isinstance(node, _NAMED) and node.name == name) or (
            isinstance(node, ast.ExceptHandler) and node.name == name
        ):
            found.append(node)
        if not isinstance(node, (*FUNCTIONS, ast.ClassDef, *_COMPREHENSIONS)):
            level += children(node)
    return found


def scope_of(module: Module, node: ast.AST, name: str) -> ast.AST:
    """The function or comprehension whose name it is, as seen from a node; else the module's tree."""
    current = module.parents.get(node)
    while current is not None and current is not module.tree:
        if isinstance(current, (*FUNCTIONS, *_COMPREHENSIONS)) and bindings_in(current, name):
            is_global = any(isinstance(one, ast.Global) and name in one.names for one in ast.walk(current))
            return module.tree if is_global else current
        current = module.parents.get(current)
    return module.tree


def reads_of(module: Module, scope: ast.AST, name: str) -> list[ast.Name]:
    """Where a name of this scope is read, in source order."""
    found = [
        node
        for node in ast.walk(scope)
        if isinstance(node, ast.Name)
        and node.id == name
        and isinstance(node.ctx, ast.Load)
        and scope_of(module, node, name) is scope
    ]
    return sorted(found, key=lambda node: (node.lineno, node.col_offset))


def is_free(scope: ast.AST, name: str) -> bool:
    """Nothing in the scope, however deep, is called so."""
    return not any(
        name in (getattr(node, "id", None), getattr(node, "arg", None), getattr(node, "name", None))
        for node in ast.walk(scope)
        if isinstance(node, (ast.Name, ast.arg, ast.alias, *_NAMED))
    )
