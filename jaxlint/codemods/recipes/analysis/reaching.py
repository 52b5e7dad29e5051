"""Which assignment gave a name the value that it is read with: its reaching definition."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import LOOPS
from jaxlint.codemods.recipes.analysis.scopes import Binding, binding_of, reads_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def assigned_value(site: Site, name: ast.Name) -> ast.expr | None:
    """The expression that gave a name the value that it is read with."""
    binding = binding_of(site.module, name)
    node = None if binding is None else binding.sole or _latest(site, binding, name)
    return None if node is None else _value(site, node)


def _value(site: Site, target: ast.AST) -> ast.expr | None:
    statement = site.module.parents.get(target)
    if isinstance(statement, ast.Assign) and statement.targets == [target]:
        return statement.value
    if isinstance(statement, ast.AnnAssign) and statement.target is target:
        return statement.value
    return None


def value_given(site: Site, target: ast.AST) -> ast.expr | None:
    """The expression whose value a target is bound to: ``v`` of ``x = v``, also among others: ``w, x = u, v``."""
    statement = site.module.parents.get(target)
    above = site.module.parents.get(statement) if isinstance(statement, ast.Tuple) else None
    if isinstance(statement, ast.Tuple) and isinstance(above, ast.Assign) and above.targets == [statement]:
        values = above.value.elts if isinstance(above.value, ast.Tuple) else []
        starred = any(isinstance(one, ast.Starred) for one in [*values, *statement.elts])
        if len(values) == len(statement.elts) and not starred:
            return next(value for one, value in zip(statement.elts, values, strict=True) if one is target)
    return _value(site, target)


def given_value(site: Site, name: ast.Name) -> ast.expr | None:
    """The expression that surely gave a name the value that it is read with, also one of several in a statement."""
    if ("given", name) not in site.facts:
        site.facts["given", name] = _given_value(site, name)
    return site.facts["given", name]  # type: ignore[no-any-return]


def _given_value(site: Site, name: ast.Name) -> ast.expr | None:
    binding = binding_of(site.module, name)
    node = None if binding is None else _latest(site, binding, name)
    return None if node is None else value_given(site, node)


def reads_given(site: Site, target: ast.Name) -> list[ast.Name] | None:
    """All reads of the value that a name is bound to here; None where it can't be told of some read."""
    binding = binding_of(site.module, target)
    if binding is None or not all(isinstance(node, (ast.Name, ast.arg)) for node in binding.nodes):
        return None
    unclear = (ast.AugAssign, ast.Delete, ast.NamedExpr)
    if any(isinstance(site.module.parents.get(node), unclear) for node in binding.nodes):
        return None
    found = []
    for read in reads_of(site.module, binding.scope, target.id):
        given = _latest(site, binding, read) or _parameter(site, binding, read)
        if given is None:
            return None
        if given is target:
            found.append(read)
    return found


def _parameter(site: Site, binding: Binding, read: ast.Name) -> ast.AST | None:
    """The parameter of that name, where nothing else can have bound it before a read."""
    found = next((node for node in binding.nodes if isinstance(node, ast.arg)), None)
    own = site.module.function_of(read) is _own_function(site, binding)
    later = [_start(site, node) for node in binding.nodes if node is not found]
    first = found is not None and own and all(_start(site, read) <= one for one in later)
    return found if first and not any(isinstance(above, LOOPS) for above in _around(site, read, binding)) else None


def _start(site: Site, node: ast.AST) -> tuple[int, int]:
    statement = site.module.statement_of(node)
    return (0, 0) if statement is None else (statement.lineno, statement.col_offset)


def _around(site: Site, node: ast.AST, binding: Binding) -> list[ast.AST]:
    found: list[ast.AST] = []
    above = site.module.parents.get(node)
    while above is not None and above is not binding.scope:
        found.append(above)
        above = site.module.parents.get(above)
    return found


def _latest(site: Site, binding: Binding, read: ast.Name) -> ast.AST | None:
    """Of several bindings, that which no path from it to the read leads around or past."""
    if site.module.function_of(read) is not _own_function(site, binding):
        return None
    inside: ast.AST = read
    while (above := site.module.parents.get(inside)) is not None and inside is not binding.scope:
        bodies = [_list(above, field) for field in ("body", "orelse", "finalbody")]
        body = next((statements for statements in bodies if inside in statements), None)
        if body is not None:
            if hasattr(inside, "body") and any(_holds(site, inside, node) for node in binding.nodes):
                return None  # a loop or a branch around the read binds it, too
            found = _bound_before(site, body, inside, binding)
            if found is not None:
                return found if isinstance(found, ast.Name) else None
        inside = above
    return None


def _bound_before(site: Site, body: list[ast.AST], inside: ast.AST, binding: Binding) -> ast.AST | None:
    """The last of the statements above that binds the name: plainly, or in a way that is not followed."""
    places = {statement: place for place, statement in enumerate(body[: body.index(inside)])}
    held: dict[int, list[ast.AST]] = {}
    for node in binding.nodes:
        above: ast.AST | None = node
        while above is not None and above not in places:
            above = site.module.parents.get(above)
        if above is not None:
            held.setdefault(places[above], []).append(node)
    if not held:
        return None
    last = max(held)
    plain = len(held[last]) == 1 and _is_target(body[last], held[last][0])
    return held[last][0] if plain else body[last]


def _is_target(statement: ast.AST, node: ast.AST) -> bool:
    if isinstance(statement, ast.AnnAssign):
        return node is statement.target and statement.value is not None
    targets = statement.targets if isinstance(statement, ast.Assign) else []
    return any(node is one for target in targets for one in getattr(target, "elts", [target]))


def _own_function(site: Site, binding: Binding) -> ast.AST | None:
    return None if binding.scope is site.module.tree else binding.scope


def _list(node: ast.AST, field: str) -> list[ast.AST]:
    found = getattr(node, field, None)
    return found if isinstance(found, list) else []


def _holds(site: Site, node: ast.AST, below: ast.AST) -> bool:
    above: ast.AST | None = below
    while above is not None and above is not node:
        above = site.module.parents.get(above)
    return above is node
