"""Which assignment gave a name the value that it is read with: its reaching definition."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.scopes import Binding, binding_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def assigned_value(site: Site, name: ast.Name) -> ast.expr | None:
    """The expression that gave a name the value that it is read with."""
    binding = binding_of(site.module, name)
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
