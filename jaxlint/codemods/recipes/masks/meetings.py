"""The array that a sum by segments, or a count by number, meets: it says how many there are."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import is_scalar, jax_name, rank, size_of
from jaxlint.codemods.recipes.analysis.reaching import given_value
from jaxlint.codemods.recipes.analysis.smoothness import is_elementwise
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.guesses import apparent_rank, is_indexed
from jaxlint.codemods.recipes.masks.named import binding_around
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.syntax.nodes import children, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_DEPTH = 4
_COUNTING = ("segment_sum", "segment_prod", "segment_max", "segment_min", "bincount")


def length_met(site: Site, node: ast.expr, widened: bool = False, depth: int = _DEPTH) -> str | None:
    """``h.shape[0]`` of the first array that ``node``, or what is made of it element by element, meets."""
    try:
        named = binding_around(site, node)
    except Escapes:
        return None
    if named is not None:
        found = (length_met(site, read, widened, depth - 1) for read in named.reads if depth)
        return next((one for one in found if one is not None), None)
    parent = site.module.parents[node]
    if isinstance(parent, ast.Subscript) and parent.value is node:
        indices = parent.slice.elts if isinstance(parent.slice, ast.Tuple) else []
        kept = [ast.unparse(one) for one in indices]
        return length_met(site, parent, True, depth) if kept[:1] == [":"] and set(kept[1:]) <= {"None", ":"} else None
    if not isinstance(parent, ast.expr) or not is_elementwise(site, parent):
        return None
    others = [one for one in children(parent) if isinstance(parent, (ast.BinOp, ast.Compare)) and one is not node]
    for other in others:
        divided = isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Div) and parent.left is other
        if isinstance(other, ast.expr) and _is_counterpart(site, other, widened or divided):
            return _length(site, node, other)
    gathered = [_length_summed(site, other) for other in others]
    if any(gathered):
        return next(one for one in gathered if one)
    return length_met(site, parent, widened, depth)


def _sums_in(site: Site, node: ast.AST) -> list[ast.Call]:
    """The sums by segments that an expression, or a name, is made of."""
    given = given_value(site, node) if isinstance(node, ast.Name) else node
    calls = [one for one in walk(given) if isinstance(one, ast.Call)] if given is not None else []
    return [one for one in calls if jax_name(site, one).rpartition(".")[2] in _COUNTING]


def _length_summed(site: Site, node: ast.AST) -> str | None:
    """Of another sum, which this one goes with, the length that its values tell."""
    lengths = [length_gathered(site, one.args[0]) for one in _sums_in(site, node) if one.args]
    return next((one for one in lengths if one is not None), None)


def _is_counterpart(site: Site, node: ast.expr, widened: bool) -> bool:
    """An array, which is none of the sums itself; ``widened``: a column is put beside it, or it is shared out."""
    if is_scalar(site, node) or size_of(site, node, 0) == 1 or isinstance(node, ast.Constant) or _sums_in(site, node):
        return False
    if rank(site, node) is not None:
        return True
    if isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Slice):
        return True
    return isinstance(node, ast.Name) and (widened or is_indexed(site, node) or (apparent_rank(site, node) or 0) > 0)


def _length(site: Site, node: ast.expr, other: ast.expr) -> str | None:
    mine, theirs = apparent_rank(site, node), apparent_rank(site, other)
    axis = 0 if mine is None or theirs is None else theirs - mine
    return quote(site, "{}.shape[{}]", other, axis) if axis >= 0 else None


def length_gathered(site: Site, node: ast.expr, depth: int = _DEPTH) -> str | None:
    """``h.shape[0]`` of ``h[senders] * w``: what goes from nodes to nodes is as long as they are many."""
    if isinstance(node, ast.Name):
        given = given_value(site, node) if depth else None
        return None if given is None else length_gathered(site, given, depth - 1)
    if isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and isinstance(node.slice, ast.Name):
        whole = rank(site, node.slice) in (1, None) and not is_scalar(site, node.slice)
        return f"{site.text(node.value)}.shape[0]" if whole else None
    if not isinstance(node, ast.expr) or not is_elementwise(site, node):
        return None
    found = (length_gathered(site, one, depth) for one in children(node) if isinstance(one, ast.expr))
    return next((one for one in found if one is not None), None)
