"""Masks of fewer elements than the array that their indices read: ``i = where(diff(x) > 0)[0]``, ``x[i + 1]``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import constant, jax_name, rank
from jaxlint.codemods.recipes.analysis.reaching import given_value
from jaxlint.codemods.recipes.analysis.smoothness import is_elementwise
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.syntax.nodes import children, index_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_DEPTH = 4


def shifted(site: Site, node: ast.expr) -> tuple[ast.expr, int]:
    """``i + 1`` around ``i``, and the number."""
    parent = site.module.parents[node]
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, (ast.Add, ast.Sub)) and parent.left is node:
        number = constant(site, parent.right)
        if isinstance(number, int):
            return parent, number if isinstance(parent.op, ast.Add) else -number
    return node, 0


def read_beside(site: Site, base: ast.expr, mask: ast.expr, shift: int) -> str:
    """The part of ``base`` whose elements lie where the mask's own do, moved by ``shift``."""
    text = site.text(base)
    mine, theirs = left_out(site, base), left_out(site, mask)
    fewer = 0 if mine is None or theirs is None else theirs - mine
    if not fewer and not shift:
        return text
    if not 0 <= shift <= fewer:
        raise Escapes
    upper = f"-{fewer - shift}" if fewer > shift else ""
    return quote(site, "{}[{}]", text, f"{shift or ''}:{upper}")


def left_out(site: Site, node: ast.expr, depth: int = _DEPTH) -> int | None:
    """How many elements it has less than the arrays that it is made of; None where that isn't plain."""
    if isinstance(node, ast.Name):
        given = given_value(site, node) if depth else None
        return 0 if given is None else left_out(site, given, depth - 1)
    if isinstance(node, ast.Subscript):
        cut, inner = _cut_off(site, node), left_out(site, node.value, depth)
        return None if cut is None or inner is None else cut + inner
    if jax_name(site, node) == "jax.numpy.diff" and isinstance(node, ast.Call) and len(node.args) == 1:
        inner = left_out(site, node.args[0], depth)
        return None if inner is None or node.keywords else inner + 1
    if not is_elementwise(site, node):
        return None
    parts = node.args if isinstance(node, ast.Call) else [one for one in children(node) if isinstance(one, ast.expr)]
    counts = [left_out(site, one, depth) for one in parts if rank(site, one) != 0]
    known = [one for one in counts if one is not None]
    return max(known) if known and len(known) == len(counts) else None


def _cut_off(site: Site, node: ast.Subscript) -> int | None:
    """So many elements ``x[1:-1]`` leaves out."""
    first = index_parts(node)[0]
    if not isinstance(first, ast.Slice) or first.step is not None:
        return None
    lower = 0 if first.lower is None else constant(site, first.lower)
    upper = 0 if first.upper is None else constant(site, first.upper)
    if not isinstance(lower, int) or not isinstance(upper, int) or lower < 0 or upper > 0:
        return None
    return lower - upper if first.upper is None or upper else None
