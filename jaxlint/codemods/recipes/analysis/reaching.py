"""Which assignment gave a name the value that it is read with: its reaching definition."""

from __future__ import annotations

import ast

from jaxlint.dataflow.assigned import assigned, definitions, latest, value_of
from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.scopes import binding_of, reads_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def assigned_value(site: Site, name: ast.Name) -> ast.expr | None:
    """The expression that gave a name the value that it is read with."""
    return assigned(site.module, name)


def value_given(site: Site, target: ast.AST) -> ast.expr | None:
    """The expression whose value a target is bound to: ``v`` of ``x = v``, also among others: ``w, x = u, v``."""
    statement = site.module.parents.get(target)
    above = site.module.parents.get(statement) if isinstance(statement, ast.Tuple) else None
    if isinstance(statement, ast.Tuple) and isinstance(above, ast.Assign) and above.targets == [statement]:
        values = above.value.elts if isinstance(above.value, ast.Tuple) else []
        starred = any(isinstance(one, ast.Starred) for one in [*values, *statement.elts])
        if len(values) == len(statement.elts) and not starred:
            return next(value for one, value in zip(statement.elts, values, strict=True) if one is target)
    return value_of(site.module, target)


def given_value(site: Site, name: ast.Name) -> ast.expr | None:
    """The expression that surely gave a name the value that it is read with, also one of several in a statement."""
    if ("given", name) not in site.facts:
        site.facts["given", name] = _given_value(site, name)
    return site.facts["given", name]  # type: ignore[no-any-return]


def _given_value(site: Site, name: ast.Name) -> ast.expr | None:
    binding = binding_of(site.module, name)
    node = None if binding is None else latest(site.module, binding, name)
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
        known = definitions(site.module, binding, read)
        if known is None or (target in known and len(known) > 1):
            return None
        if target in known:
            found.append(read)
    return found


def definitions_before(site: Site, statement: ast.stmt, name: str) -> list[ast.AST | None]:
    """What may have bound a name of the function when a statement is reached; None among them: nothing may have."""
    flow = flow_of(site.function or site.module.tree)
    begins = flow.paths.begins.get(statement)
    return [] if begins is None else flow.reaching.definitions_at(begins, 0, name)
