"""Which numbers a loop passes to its body: those that ``fori_loop`` counts, or the elements of ``arange``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import callee
from jaxlint.codemods.recipes.analysis.reaching import assigned_value
from jaxlint.dataflow.scopes import binding_of, parameter_index, reads_of
from jaxlint.syntax.binders import FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

    Ends = tuple[ast.expr | None, ast.expr]


def counted_by(site: Site, name: ast.Name) -> Ends | None:
    """Where the count of a body's parameter begins (None: at 0) and ends, if it is one."""
    binding = binding_of(site.module, name)
    if binding is None or binding.sole is None or not isinstance(binding.scope, FUNCTIONS):
        return None
    position = parameter_index(binding.scope, binding.sole)
    use = _use_of(site, binding.scope)
    call = None if use is None else site.module.parents.get(use)
    if position is None or not isinstance(call, ast.Call) or use not in call.args:
        return None
    name_of_loop, arguments = callee(site, call), call.args
    if name_of_loop == "jax.lax.fori_loop":
        return (arguments[0], arguments[1]) if position == 0 and arguments[2:3] == [use] else None
    if name_of_loop == "jax.lax.scan" and position == 1 and len(arguments) >= 3:
        return _elements(site, arguments[2])
    if name_of_loop == "jax.lax.map" and position == 0 and len(arguments) >= 2:
        return _elements(site, arguments[1])
    mapped = site.module.parents.get(call)
    if name_of_loop == "jax.vmap" and len(arguments) == 1 and not call.keywords and isinstance(mapped, ast.Call):
        return _elements(site, mapped.args[position]) if position < len(mapped.args) else None
    return None


def _use_of(site: Site, function: ast.AST) -> ast.AST | None:
    """The one expression that stands for the function."""
    if isinstance(function, ast.Lambda):
        return function
    if not isinstance(function, ast.FunctionDef) or function.decorator_list:
        return None
    scope = site.module.function_of(function) or site.module.tree
    reads = reads_of(site.module, scope, function.name)
    return reads[0] if len(reads) == 1 else None


def _elements(site: Site, rows: ast.AST) -> Ends | None:
    """Of ``jnp.arange(k)``."""
    if isinstance(rows, ast.Name):
        rows = assigned_value(site, rows) or rows
    if (
        not isinstance(rows, ast.Call)
        or callee(site, rows) not in ("jax.numpy.arange", "numpy.arange")
        or rows.keywords
    ):
        return None
    if len(rows.args) == 1:
        return None, rows.args[0]
    return (rows.args[0], rows.args[1]) if len(rows.args) == 2 else None
