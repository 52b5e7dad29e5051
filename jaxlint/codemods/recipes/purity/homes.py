"""Where a new array can take the place of one that was written in place."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import in_loop, uses
from jaxlint.codemods.recipes.analysis.proof import is_array
from jaxlint.codemods.recipes.purity.memory import given_by_numpy, is_field_shared, is_shared, not_taken
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import Instance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

SEEN, HIDDEN = "seen", "hidden"


def home(site: Site, base: ast.expr, traced: bool) -> str | None:
    """Can ``base`` be bound anew: "seen" where all that read it later see the new array, "hidden" where not all may."""
    if isinstance(base, ast.Name):
        return _of_name(site, base)
    if isinstance(base, ast.Attribute):
        if is_array(site, base.value):
            return None  # a view, such as x.T
        if not isinstance(site.value(base.value), Instance) or _outlives(site, base, traced):
            return HIDDEN
        owner = base.value
        return HIDDEN if isinstance(owner, ast.Name) and is_field_shared(site, uses(site, owner.id), base) else SEEN
    if isinstance(base, ast.Subscript) and not is_array(site, base.value):
        return HIDDEN if _is_item_shared(site, base) else SEEN  # an item of a dict or list
    return None


def _is_item_shared(site: Site, base: ast.Subscript) -> bool:
    """Might another name stand for an item of the container?"""
    root: ast.expr = base
    while isinstance(root, ast.Subscript):
        root = root.value
    return not isinstance(root, ast.Name) or is_shared(site, uses(site, root.id), root)


def _outlives(site: Site, base: ast.Attribute, traced: bool) -> bool:
    """Would the object keep a tracer that it was given while a function of its own was traced?"""
    function = site.function
    decorated = isinstance(function, (ast.FunctionDef, ast.AsyncFunctionDef)) and bool(function.decorator_list)
    return traced and decorated and isinstance(base.value, ast.Name)


def _of_name(site: Site, name: ast.Name) -> str | None:
    seen = uses(site, name.id)
    if site.function is None:
        return SEEN
    if not seen.bindings:
        # Of an outer scope: unless that is said, an assignment would make it a local one.
        return HIDDEN if _is_declared_outer(site, name.id) else None
    given = [binding for binding in seen.bindings if isinstance(binding, ast.arg)]
    if any(not_taken(site, one) is not None or given_by_numpy(site, one) is not None for one in given):
        return None
    shared = is_shared(site, seen, name)
    again = in_loop(site, name) and not all(_is_turns(site, binding) for binding in seen.bindings)
    if seen.inner or again or any(_is_seen(site, read, name) for read in seen.reads):
        return HIDDEN if shared else SEEN
    return None if given or shared else HIDDEN  # only others would have seen what was written


def _is_turns(site: Site, binding: ast.AST) -> bool:
    """The target of a loop, which is bound anew by the next turn."""
    parent = site.module.parents.get(binding)
    while isinstance(parent, (ast.Tuple, ast.List, ast.Starred)):
        binding, parent = parent, site.module.parents.get(parent)
    return isinstance(parent, (ast.For, ast.AsyncFor)) and parent.target is binding


def _is_declared_outer(site: Site, name: str) -> bool:
    declared = [node for node in walk(site.function) if isinstance(node, (ast.Global, ast.Nonlocal))]  # type: ignore[arg-type]
    return any(name in node.names for node in declared)


def _is_seen(site: Site, read: ast.Name, write: ast.Name) -> bool:
    """A read further down, and no mere write into the array again."""
    above: ast.AST = read
    while isinstance(above, (ast.Name, ast.Subscript)) and isinstance(above.ctx, ast.Load):
        below, above = above, site.module.parents[above]
        if isinstance(above, ast.Subscript) and above.value is not below:
            return _is_after(site, read, write)  # an index
    again = isinstance(above, ast.Subscript) and isinstance(site.module.parents[above], ast.Assign)
    return not again and _is_after(site, read, write)


def _is_after(site: Site, read: ast.Name, write: ast.Name) -> bool:
    statement = site.module.statement_of(write)
    assert statement is not None
    end = (statement.end_lineno or statement.lineno, statement.end_col_offset or 0)
    return (read.lineno, read.col_offset) >= end
