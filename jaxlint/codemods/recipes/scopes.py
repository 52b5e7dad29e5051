"""Which scope a name belongs to, and what it is bound to there."""

from __future__ import annotations

import ast

from jaxlint.syntax.module import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_DEFINITIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)


class Binding:
    """``scope``: the def, lambda or module whose name it is; ``nodes``: all that binds it there."""

    __slots__ = ("nodes", "scope")

    def __init__(self, scope: ast.AST, nodes: list[ast.AST]) -> None:
        self.scope = scope
        self.nodes = nodes

    @property
    def sole(self) -> ast.AST | None:
        """The one node that binds the name: a Name, an arg, a def."""
        return self.nodes[0] if len(self.nodes) == 1 else None


def binding_of(site: Site, name: ast.Name) -> Binding | None:
    """Where Python finds the name; None for builtins and what an import or ``nonlocal`` makes."""
    scope = site.module.function_of(name)
    while scope is not None:
        nodes = bound_in(scope, name.id)
        if nodes:
            return Binding(scope, nodes)
        scope = site.module.function_of(scope)
    nodes = bound_in(site.module.tree, name.id)
    return Binding(site.module.tree, nodes) if nodes else None


def bound_in(scope: ast.AST, name: str) -> list[ast.AST]:
    """What binds a name in one scope, nested ones left out but for what they rebind of it."""
    found: list[ast.AST] = []
    todo = children(scope)
    if isinstance(scope, ast.Lambda):
        todo = [scope.args, scope.body]
    while todo:
        node = todo.pop()
        if isinstance(node, ast.Name) and node.id == name and not isinstance(node.ctx, ast.Load):
            found.append(node)
        elif isinstance(node, ast.arg) and node.arg == name:
            found.append(node)
        elif isinstance(node, _DEFINITIONS) and node.name == name:
            found.append(node)
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found += _rebound(node, name)
        else:
            todo += children(node)
    return found


def _rebound(nested: ast.AST, name: str) -> list[ast.AST]:
    """``nonlocal name`` or ``global name`` below."""
    return [node for node in ast.walk(nested) if isinstance(node, (ast.Nonlocal, ast.Global)) and name in node.names]


def assigned_value(site: Site, name: ast.Name) -> ast.expr | None:
    """The expression that alone gives a name its value."""
    binding = binding_of(site, name)
    node = None if binding is None else binding.sole
    statement = None if node is None else site.module.parents.get(node)
    if isinstance(statement, ast.Assign) and statement.targets == [node]:
        return statement.value
    if isinstance(statement, ast.AnnAssign) and statement.target is node:
        return statement.value
    return None


def reads_of(site: Site, binding: Binding, name: str) -> list[ast.Name]:
    """All reads of a name that mean this binding, those in nested functions with them."""
    found = []
    for node in ast.walk(binding.scope):
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Load):
            own = binding_of(site, node)
            if own is not None and own.scope is binding.scope:
                found.append(node)
    return found


def parameter_index(function: ast.AST, parameter: ast.AST) -> int | None:
    """The position of a parameter; None for keyword-only ones and ``*args``."""
    if not isinstance(function, FUNCTIONS):
        return None
    positional = [*function.args.posonlyargs, *function.args.args]
    return next((index for index, one in enumerate(positional) if one is parameter), None)
