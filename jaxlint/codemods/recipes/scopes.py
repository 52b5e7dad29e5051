"""Which scope a name belongs to, and what it is bound to there."""

from __future__ import annotations

import ast

from jaxlint.syntax.module import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


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
        if _binds(node, name):
            found.append(node)
        if isinstance(node, (*FUNCTIONS, ast.ClassDef)):
            found += _rebound(node, name)
        else:
            todo += children(node)
    return found


def _binds(node: ast.AST, name: str) -> bool:
    if isinstance(node, ast.Name):
        return node.id == name and not isinstance(node.ctx, ast.Load)
    return name == (getattr(node, "arg", None) if isinstance(node, ast.arg) else getattr(node, "name", None))


def _rebound(nested: ast.AST, name: str) -> list[ast.AST]:
    """``nonlocal name`` or ``global name`` below."""
    return [node for node in ast.walk(nested) if isinstance(node, (ast.Nonlocal, ast.Global)) and name in node.names]


def assigned_value(site: Site, name: ast.Name) -> ast.expr | None:
    """The expression that gave a name the value that it is read with."""
    binding = binding_of(site, name)
    node = None if binding is None else binding.sole or _latest(site, binding, name)
    statement = None if node is None else site.module.parents.get(node)
    if isinstance(statement, ast.Assign) and statement.targets == [node]:
        return statement.value
    if isinstance(statement, ast.AnnAssign) and statement.target is node:
        return statement.value
    return None


def _latest(site: Site, binding: Binding, read: ast.Name) -> ast.AST | None:
    """Of several bindings, that which no path from it to the read leads around or past."""
    if site.module.function_of(read) is not _own_function(site, binding):
        return None
    inside: ast.AST = read
    while (above := site.module.parents.get(inside)) is not None and inside is not binding.scope:
        bodies = [_list(above, field) for field in ("body", "orelse", "finalbody")]
        body = next((statements for statements in bodies if inside in statements), None)
        if body is not None:
            if hasattr(inside, "body") and any(_holds(inside, node) for node in binding.nodes):
                return None  # a loop or a branch around the read binds it, too
            found = _bound_before(site, body, inside, binding)
            if found is not None:
                return found if isinstance(found, ast.Name) else None
        inside = above
    return None


def _bound_before(site: Site, body: list[ast.AST], inside: ast.AST, binding: Binding) -> ast.AST | None:
    """The last of the statements above that binds the name: plainly, or in a way that is not followed."""
    for statement in reversed(body[: body.index(inside)]):
        held = [node for node in binding.nodes if _holds(statement, node)]
        if held:
            plain = len(held) == 1 and site.module.parents[held[0]] is statement
            return held[0] if plain else statement
    return None


def _own_function(site: Site, binding: Binding) -> ast.AST | None:
    return None if binding.scope is site.module.tree else binding.scope


def _list(node: ast.AST, field: str) -> list[ast.AST]:
    found = getattr(node, field, None)
    return found if isinstance(found, list) else []


def _holds(node: ast.AST, below: ast.AST) -> bool:
    return any(one is below for one in ast.walk(node))


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


def local_name(site: Site, wanted: str, number: int = 1) -> str:
    """A name that nothing in the outermost function around the site bears yet, numbered from ``number`` on."""
    top: ast.AST = site.module.tree
    scope = site.function
    while scope is not None:
        top, scope = scope, site.module.function_of(scope)
    taken = {getattr(node, "id", None) or getattr(node, "arg", None) for node in ast.walk(top)}
    taken |= {getattr(node, "name", None) for node in ast.walk(top)}
    name = wanted if number == 1 else f"{wanted}_{number}"
    while name in taken:
        number += 1
        name = f"{wanted}_{number}"
    return name
