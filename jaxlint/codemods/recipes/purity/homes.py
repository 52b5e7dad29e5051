"""Where a new array can take the place of one that was written in place."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import Uses, in_loop, names_in, uses
from jaxlint.codemods.recipes.analysis.proof import is_array, method
from jaxlint.syntax.module import walk
from jaxlint.tracing.value import Instance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

SEEN, HIDDEN = "seen", "hidden"
_VIEWS = frozenset("reshape ravel view transpose swapaxes squeeze diagonal T real imag mT flat".split())
_KEEPERS = frozenset(["append", "add", "insert", "setdefault", "appendleft"])


def home(site: Site, base: ast.expr, traced: bool) -> str | None:
    """Can ``base`` be bound anew: "seen" where all that read it later see the new array, "hidden" where not all may."""
    if isinstance(base, ast.Name):
        return _of_name(site, base)
    if isinstance(base, ast.Attribute):
        if is_array(site, base.value):
            return None  # a view, such as x.T
        return SEEN if isinstance(site.value(base.value), Instance) and not _outlives(site, base, traced) else HIDDEN
    if isinstance(base, ast.Subscript) and not is_array(site, base.value):
        return SEEN  # an item of a dict or list
    return None


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
    shared = _is_shared(site, seen, name)
    if seen.inner or in_loop(site, name) or any(_is_after(site, read, name) for read in seen.reads):
        return HIDDEN if shared else SEEN
    given = any(isinstance(binding, ast.arg) for binding in seen.bindings)
    return None if given or shared else HIDDEN  # only others would have seen what was written


def _is_declared_outer(site: Site, name: str) -> bool:
    declared = [node for node in walk(site.function) if isinstance(node, (ast.Global, ast.Nonlocal))]  # type: ignore[arg-type]
    return any(name in node.names for node in declared)


def _is_after(site: Site, read: ast.Name, write: ast.Name) -> bool:
    statement = site.module.statement_of(write)
    assert statement is not None
    end = (statement.end_lineno or statement.lineno, statement.end_col_offset or 0)
    return (read.lineno, read.col_offset) >= end


def _is_shared(site: Site, seen: Uses, name: ast.Name) -> bool:
    """Another name may stand for the same NumPy array, and would see what is written."""
    for binding in seen.bindings:
        statement = site.module.parents.get(binding)
        if isinstance(statement, ast.Assign) and _viewed(statement.value) not in (None, name.id):
            return True
    return any(_is_kept(site, read) and read.lineno < name.lineno for read in seen.reads)


def _viewed(node: ast.expr) -> str | None:
    """Of what NumPy would take a view: of a name, an item or a slice, or what a method says about the same memory."""
    receiver = method(node)
    if receiver is not None:
        return _viewed(receiver[0]) if receiver[1] in _VIEWS else None
    if isinstance(node, (ast.Attribute, ast.Subscript)):
        return _viewed(node.value)
    return node.id if isinstance(node, ast.Name) else None


def _is_kept(site: Site, read: ast.Name) -> bool:
    """Is the very array, or a view of it, put under another name or into a container?"""
    node: ast.AST = read
    parent = site.module.parents.get(node)
    while isinstance(parent, (ast.Attribute, ast.Subscript, ast.Call, ast.Tuple, ast.List, ast.Dict)):
        if isinstance(parent, ast.Call) and parent.func is not node:
            receiver = method(parent)
            return receiver is not None and receiver[1] in _KEEPERS
        if isinstance(parent, ast.Subscript) and parent.value is not node:
            return False
        if isinstance(parent, ast.Attribute) and parent.attr not in _VIEWS:
            return False
        if isinstance(parent, ast.Subscript) and _is_number(site, parent.slice):
            return False
        node, parent = parent, site.module.parents.get(parent)
    if not isinstance(parent, ast.Assign) or parent.value is not node:
        return False
    return not any(read.id in names_in(target) for target in parent.targets)  # of the name itself


def _is_number(site: Site, index: ast.expr) -> bool:
    return not isinstance(index, (ast.Slice, ast.Tuple))
