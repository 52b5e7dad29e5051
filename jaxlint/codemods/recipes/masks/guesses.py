"""What the uses of an array tell of its rank, where nothing else does."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import uses
from jaxlint.codemods.recipes.analysis.proof import constant, rank
from jaxlint.codemods.recipes.analysis.reaching import given_value
from jaxlint.codemods.recipes.analysis.smoothness import is_elementwise
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.named import binding_around
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.syntax.nodes import children, index_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.analysis.bindings import Uses
    from jaxlint.codemods.site import Site

_AXIS_NEXT = "sum prod mean std var max min any all median argmax argmin".split()
_REDUCING = frozenset([*_AXIS_NEXT, *(f"nan{name}" for name in _AXIS_NEXT), "norm", "count_nonzero", "logsumexp"])
_DEPTH = 4  # names followed


def axes_used(site: Site, node: ast.expr, depth: int = _DEPTH) -> int:
    """So many axes of an expression, at least, are spoken of where it is used.

    ``x[m].mean(axis=0)``: two, as nobody names the axis of an array of one.
    """
    try:
        named = binding_around(site, node)
    except Escapes:
        return _unpacked_sizes(site, node)
    if named is not None:
        return 0 if not depth else max([axes_used(site, read, depth - 1) for read in named.reads], default=0)
    parent = site.module.parents[node]
    if isinstance(parent, ast.Subscript) and parent.value is node:
        taken, change = _indexed(site, parent)
        return max(taken, axes_used(site, parent, depth) - change)
    if isinstance(parent, ast.Attribute):
        if parent.attr in ("T", "shape"):
            return 2 if parent.attr == "T" else _sizes_used(site, parent)
        parent = site.module.parents[parent]
    axis = axis_named(parent, node)
    if axis is not None and isinstance(parent, ast.Call):
        number = constant(site, axis)
        least = 0 if not isinstance(number, int) else number + 1 if number >= 0 else -number
        spread = isinstance(site.module.parents[parent], ast.BinOp)  # over an array of more axes, it may be
        last = 3 if least == 1 and number == -1 and _is_pairwise(site, node) else 2
        return max(last, least, 0 if spread else axes_used(site, parent, depth) + 1)
    if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.MatMult) and parent.left is node:
        given = isinstance(parent.right, ast.Name) and given_value(site, parent.right) is None
        return max(2 * given, axes_used(site, parent, depth))
    if isinstance(parent, ast.expr) and is_elementwise(site, parent):
        return axes_used(site, parent, depth)
    return 0


def _is_pairwise(site: Site, node: ast.AST, depth: int = _DEPTH) -> bool:
    """``x[:, None] - x[None]``, or made of it: what is summed over its last axis are coordinates."""
    if isinstance(node, ast.Name):
        given = given_value(site, node) if depth else None
        return given is not None and _is_pairwise(site, given, depth - 1)
    if isinstance(node, ast.BinOp) and all(_adds_axis(side) for side in (node.left, node.right)):
        return True
    return is_elementwise(site, node) and any(_is_pairwise(site, one, depth) for one in children(node))


def _adds_axis(node: ast.expr) -> bool:
    index = node.slice if isinstance(node, ast.Subscript) else None
    parts = index.elts if isinstance(index, ast.Tuple) else [index]
    return any(isinstance(one, ast.Constant) and one.value is None for one in parts)


def axis_named(call: ast.AST, node: ast.expr) -> ast.expr | None:
    """The ``axis`` of a reduction of ``node``; None where it goes over all of them."""
    if not isinstance(call, ast.Call) or getattr(call.func, "attr", "") not in _REDUCING:
        return None
    is_method = getattr(call.func, "value", None) is node
    if not is_method and call.args[:1] != [node]:
        return None
    axes = [one.value for one in call.keywords if one.arg == "axis"]
    if getattr(call.func, "attr", "") in _AXIS_NEXT:
        axes += call.args[0 if is_method else 1 :][:1]
    given = [one for one in axes if not isinstance(one, ast.Constant) or isinstance(one.value, int)]
    return given[0] if given else None


def is_indexed(site: Site, name: ast.Name) -> bool:
    """An index of it, its length or its shape is taken somewhere: it is no number."""
    parents = [site.module.parents[read] for read in uses(site, name.id).reads]
    return any(
        isinstance(one, ast.Subscript)
        or (isinstance(one, ast.Attribute) and one.attr in ("shape", "size", "ndim", "T"))
        or (isinstance(one, ast.Call) and getattr(one.func, "id", "") == "len")
        for one in parents
    )


def _indexed(site: Site, node: ast.Subscript) -> tuple[int, int]:
    """How many axes an index speaks of, and how many more the result has."""
    indices = index_parts(node)
    new = [one for one in indices if isinstance(one, ast.Constant) and one.value is None]
    numbers = [one for one in indices if isinstance(constant(site, one), int) or rank(site, one) == 0]
    dots = [one for one in indices if isinstance(one, ast.Constant) and one.value is Ellipsis]
    return len(indices) - len(new) - len(dots), len(new) - len(numbers)


def _sizes_used(site: Site, shape: ast.Attribute) -> int:
    """``x.shape[1]``, and ``n, d = x.shape``."""
    parent = site.module.parents[shape]
    if isinstance(parent, ast.Subscript):
        number = constant(site, parent.slice)
        return 0 if not isinstance(number, int) else number + 1 if number >= 0 else -number
    return _unpacked_sizes(site, shape)


def _unpacked_sizes(site: Site, node: ast.expr) -> int:
    parent = site.module.parents[node]
    target = parent.targets[0] if isinstance(parent, ast.Assign) else None
    plain = isinstance(target, ast.Tuple) and not any(isinstance(one, ast.Starred) for one in target.elts)
    return len(target.elts) if plain and isinstance(target, ast.Tuple) else 0


def unpacked_rank(site: Site, node: ast.expr) -> int | None:
    """Of ``height, width = x.shape``, which would fail for any other."""
    reads = uses(site, node.id).reads if isinstance(node, ast.Name) else []
    shapes = [site.module.parents[read] for read in reads]
    ranks = [_unpacked_sizes(site, one) for one in shapes if isinstance(one, ast.Attribute) and one.attr == "shape"]
    return max(ranks, default=0) or None


def apparent_rank(site: Site, node: ast.expr, depth: int = _DEPTH) -> int | None:
    """The rank that is known, or that the uses of the array and of its parts let expect."""
    known = rank(site, node)
    if known is not None or not depth:
        return known
    if isinstance(node, ast.Name):
        given = given_value(site, node)
        inner = None if given is None else apparent_rank(site, given, depth - 1)
        seen = uses(site, node.id)
        most = _most_axes(site, seen) if len(seen.bindings) == 1 else 0
        return max(inner or 0, most if most > 1 else 0) or None
    if isinstance(node, ast.Subscript):
        inner = apparent_rank(site, node.value, depth)
        taken, change = _indexed(site, node)
        return None if inner is None or inner < taken else inner + change
    if isinstance(node, ast.Call) and (operand := _operand(node)) is not None:
        inner = apparent_rank(site, operand, depth)
        single = axis_named(node, operand) is not None and not any(one.arg == "keepdims" for one in node.keywords)
        return inner - 1 if inner and single else None
    if isinstance(node, ast.Attribute) and node.attr == "T":
        return 2
    if not is_elementwise(site, node):
        return None
    parts = node.args if isinstance(node, ast.Call) else [one for one in children(node) if isinstance(one, ast.expr)]
    return max([apparent_rank(site, one, depth) or 0 for one in parts], default=0) or None


def _most_axes(site: Site, seen: Uses) -> int:
    """That any use of a name speaks of."""
    if ("most axes", seen) not in site.facts:
        site.facts["most axes", seen] = max([axes_used(site, read) for read in seen.reads], default=0)
    return site.facts["most axes", seen]  # type: ignore[no-any-return]


def _operand(call: ast.Call) -> ast.expr | None:
    """Of a reduction."""
    if getattr(call.func, "attr", "") not in _REDUCING or not isinstance(call.func, ast.Attribute):
        return None
    if axis_named(call, call.func.value) is not None:
        return call.func.value
    return call.args[0] if call.args else None


def assumption(site: Site, mask: ast.expr, count: int) -> str:
    """What a fix says that goes by a guess of a mask's rank; "" where the rank is known."""
    if rank(site, mask) is not None:
        return ""
    return f"{code_at(site, mask)} is assumed to have {'one axis' if count == 1 else f'{count} axes'}"
