"""The number of elements of an array, told by the plainest array that has as many."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import is_array, is_scalar, jax_name, method, same_shapes
from jaxlint.codemods.recipes.analysis.smoothness import is_elementwise
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.syntax.nodes import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_JOINS = frozenset(f"jax.numpy.{name}" for name in ("concatenate", "hstack", "vstack", "stack"))


def elements_of(site: Site, node: ast.expr) -> str:
    """``x.size`` for ``jnp.abs(x)``, ``x.size + y.size`` for ``jnp.concatenate([x, y])``."""
    if isinstance(node, ast.Call) and node.args and jax_name(site, node) in _JOINS:
        parts = node.args[0]
        if isinstance(parts, (ast.List, ast.Tuple)) and parts.elts and all(is_array(site, one) for one in parts.elts):
            return " + ".join(elements_of(site, one) for one in parts.elts)
    return quote(site, "{}.size", _plainest(site, node))


def _plainest(site: Site, node: ast.expr) -> ast.expr:
    if not is_elementwise(site, node):
        return node
    arrays = [one for one in _operands(site, node) if not is_scalar(site, one)]
    same = arrays if len(arrays) == 1 else [one for one in arrays if same_shapes(site, one, node)]
    return _plainest(site, same[0]) if same and is_array(site, same[0]) else node


def _operands(site: Site, node: ast.expr) -> list[ast.expr]:
    if not isinstance(node, ast.Call):
        return [one for one in children(node) if isinstance(one, ast.expr)]
    receiver = None if jax_name(site, node) else method(node)
    return list(node.args) if receiver is None else [receiver[0]]
