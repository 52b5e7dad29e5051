"""One element of a slice, or the place of an extreme in it: ``x[:n][-1]``, ``jnp.argmax(x[:n])``."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.affine import Polynomial, polynomial, whole
from jaxlint.codemods.recipes.analysis.bindings import is_plain
from jaxlint.codemods.recipes.analysis.proof import constant, jax_name, kind, method
from jaxlint.codemods.recipes.analysis.ranges import range_of
from jaxlint.codemods.recipes.analysis.reaching import assigned_value
from jaxlint.codemods.recipes.slices.cuts import Sliced
from jaxlint.codemods.recipes.slices.positions import LONG, mask_number, position_mask
from jaxlint.codemods.recipes.wording.hoisting import below, has_room
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE
from jaxlint.syntax.nodes import index_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_PICKED = "index the whole array"
_PLACED = "search the whole array; elements past the slice count as infinite"
_WORST = {"argmax": "-", "argmin": ""}


def picked(site: Site, node: ast.Subscript) -> Rewrite | None:
    """What stands around the slice, told without it."""
    return _element(site, node) or _gathered(site, node) or _place(site, node)


def _element(site: Site, node: ast.Subscript) -> Rewrite | None:
    """``x[i:n][-1]`` -> ``x[n - 1]``, ``x[i:n][0]`` -> ``x[i]``: of no elements there is no first or last."""
    outer, bounds = site.module.parents[node], node.slice
    if not isinstance(outer, ast.Subscript) or outer.value is not node or not isinstance(outer.ctx, ast.Load):
        return None
    if not isinstance(bounds, ast.Slice) or (bounds.step is not None and constant(site, bounds.step) != 1):
        return None
    indices = index_parts(outer)
    which = constant(site, indices[0])
    if which == -1 and bounds.upper is not None:
        place = _before(site, bounds.upper)
    elif which == 0 and bounds.lower is not None:
        place = site.text(bounds.lower)
    else:
        return None
    said = ", ".join([place, *(site.text(index) for index in indices[1:])])
    return Rewrite(SAFE, _PICKED, [Replace(outer, f"{site.text(node.value)}[{said}]")])


def _gathered(site: Site, node: ast.Subscript) -> Rewrite | None:
    """``x[:n][i]`` -> ``x[i]``, where i is proved to be one of the first n."""
    outer, bounds = site.module.parents[node], node.slice
    if not isinstance(outer, ast.Subscript) or outer.value is not node or not isinstance(outer.ctx, ast.Load):
        return None
    if not isinstance(bounds, ast.Slice) or bounds.step is not None or bounds.upper is None:
        return None
    if bounds.lower is not None and constant(site, bounds.lower) != 0:
        return None
    first = index_parts(outer)[0]
    count = polynomial(site, bounds.upper)
    if isinstance(first, ast.Slice) or count is None or kind(site, first) != "i":
        return None
    if not range_of(site, first).fits(count.minus(whole(1))) and not _is_drawn_below(site, first, count):
        return None
    return Rewrite(SAFE, _PICKED, [Replace(node, site.text(node.value))])


def _is_drawn_below(site: Site, index: ast.expr, count: Polynomial) -> bool:
    """``jax.random.randint(key, shape, 0, n)``."""
    call = assigned_value(site, index) if isinstance(index, ast.Name) else index
    if not isinstance(call, ast.Call) or jax_name(site, call) != "jax.random.randint" or len(call.args) < 4:
        return False
    high = polynomial(site, call.args[3])
    return high is not None and high.equals(count) and range_of(site, call.args[2]).is_natural


def _before(site: Site, bound: ast.expr) -> str:
    """``n`` of ``n + 1``; else one less."""
    if isinstance(bound, ast.BinOp) and isinstance(bound.op, ast.Add):
        for one, other in ((bound.left, bound.right), (bound.right, bound.left)):
            if isinstance(one, ast.Constant) and one.value == 1:
                return site.text(other)
    return quote(site, "{} - 1", bound)


def _place(site: Site, node: ast.Subscript) -> Rewrite | None:
    """``jnp.argmax(x[:n])``: places in the slice are places in the array, where both begin alike."""
    parent = site.module.parents[node]
    receiver = method(site.module.parents[parent])
    if isinstance(parent, ast.Attribute) and receiver is not None and receiver[0] is node:
        call, name, given = site.module.parents[parent], receiver[1], 0
    else:
        call, name, given = parent, jax_name(site, parent).removeprefix("jax.numpy."), 1
    if name not in _WORST or not isinstance(call, ast.Call) or call.keywords or len(call.args) != given:
        return None
    try:
        sliced = Sliced(site, node)
        if sliced.rank != 1 or len(sliced.cuts) != 1 or not is_plain(sliced.base) or kind(site, node) != "f":
            return None
        (cut,) = sliced.cuts
        if cut.step != 1 or (cut.bounds.lower is not None and constant(site, cut.bounds.lower) != 0):
            return None
        lines, where = position_mask(site, sliced)
        if len(where) > LONG and has_room(site, node, []):
            lines, where = position_mask(site, sliced, mask_number(site, sliced))
    except NoFix:
        return None
    jnp = site.name_of("jax.numpy")
    text = f"{jnp}.{name}({jnp}.where({where}, {sliced.text}, {_WORST[name]}{jnp}.inf))"
    return Rewrite(SAFE, _PLACED, below(site, lines, node, [Replace(call, text)]))
