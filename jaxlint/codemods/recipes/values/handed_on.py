"""Functions that another function calls: ``jax.tree.map(np.sin, tree)``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import callee
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import Function, Library, Partial, Transformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def is_handed_on(site: Site, call: ast.Call, name: str) -> bool:
    """Does another function make the call, as in ``jax.tree.map(np.sin, tree)`` and ``jax.vmap(np.sum)(x)``?"""
    return callee(site, call) != name and isinstance(site.value(call.func), (Library, Transformed, Partial, Function))


def handed_on(site: Site, call: ast.Call, name: str, wanted: str) -> Rewrite | None:
    """Another function in its place; None where it is handed on before the call."""
    given = [one for one in walk(call) if _stands_for(site, one, name)]
    text = quote(site, "jnp.{}", wanted)
    return Rewrite(UNSAFE, instead_title(f"jnp.{wanted}"), [Replace(one, text) for one in given]) if given else None


def _stands_for(site: Site, node: ast.AST, name: str) -> bool:
    """Is the function meant, and not called?"""
    parent = site.module.parents[node]
    if not isinstance(node, (ast.Name, ast.Attribute)) or (isinstance(parent, ast.Call) and parent.func is node):
        return False
    value = site.value(node)
    return isinstance(value, Library) and value.name == name


def instead_title(name: str) -> str:
    return f"use `{name}`"
