"""``jnp.concatenate([x[n:], x[:n]])``: the two parts of an array, changed about."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.proof import callee, constant, rank
from jaxlint.codemods.recipes.analysis.ranges import axis_length, range_of
from jaxlint.codemods.recipes.wording.wording import atom
from jaxlint.codemods.rewrite import Replace, Rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "rotate the array"
_WRAPS = "rotate the array; beyond its length `roll` goes on around, where the slices stop"


def rotated(site: Site, node: ast.Subscript) -> Rewrite | None:
    """The whole ``concatenate`` around one of its parts."""
    pair = site.module.parents[node]
    call = site.module.parents[pair]
    if not isinstance(pair, (ast.List, ast.Tuple)) or len(pair.elts) != 2 or not isinstance(call, ast.Call):
        return None
    axis = _axis(site, call)
    one, two = (_part(part) for part in pair.elts)
    if axis is None or one is None or two is None:
        return None
    (base, place, first), (other, beside, second) = one, two
    if ast.dump(base) != ast.dump(other) or place != beside or place != axis or not is_pure(site, base):
        return None
    bound, end = first.lower, second.upper
    if bound is None or end is None or first.upper is not None or second.lower is not None:
        return None
    if ast.dump(bound) != ast.dump(end) or not is_pure(site, bound) or first.step or second.step:
        return None
    flipped = isinstance(bound, ast.UnaryOp) and isinstance(bound.op, ast.USub)
    count = bound.operand if flipped and isinstance(bound, ast.UnaryOp) else bound
    shift = site.text(count) if flipped else f"-{atom(site.text(count))}"
    along = "" if rank(site, base) == 1 else f", axis={axis}"
    text = f"{site.name_of('jax.numpy')}.roll({site.text(base)}, {shift}{along})"
    inside = range_of(site, count).fits(axis_length(site, base, axis))
    return Rewrite("safe" if inside else "unsafe", _SUMMARY if inside else _WRAPS, [Replace(call, text)])


def _axis(site: Site, call: ast.Call) -> int | None:
    """Along which axis the call joins arrays."""
    name = callee(site, call)
    if name not in ("jax.numpy.concatenate", "jax.numpy.concat") or len(call.args) > 2:
        return None
    given = call.args[1] if len(call.args) == 2 else None
    for keyword in call.keywords:
        if keyword.arg != "axis":
            return None
        given = keyword.value
    axis = 0 if given is None else constant(site, given)
    return axis if isinstance(axis, int) and axis >= 0 else None


def _part(node: ast.expr) -> tuple[ast.expr, int, ast.Slice] | None:
    """Base, axis and slice of ``x[..., n:]``: full slices, and one that is not."""
    if not isinstance(node, ast.Subscript):
        return None
    indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    if not all(isinstance(index, ast.Slice) for index in indices):
        return None
    cut = [place for place, index in enumerate(indices) if ast.unparse(index) != ":"]
    if len(cut) != 1:
        return None
    bounds = indices[cut[0]]
    assert isinstance(bounds, ast.Slice)
    return node.value, cut[0], bounds
