"""``x.at[i : i + W].set(v)``: written by the positions that the window covers, or as a whole where it lies inside."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.affine import polynomial
from jaxlint.codemods.recipes.analysis.bindings import is_pure, unchanged
from jaxlint.codemods.recipes.analysis.proof import aval, is_scalar
from jaxlint.codemods.recipes.analysis.ranges import length
from jaxlint.codemods.recipes.masks.phrasing import Phrasing
from jaxlint.codemods.recipes.masks.selection import Selection
from jaxlint.codemods.recipes.masks.telling import told_anew
from jaxlint.codemods.recipes.masks.updates import Update, Written
from jaxlint.codemods.recipes.slices.cuts import Sliced
from jaxlint.codemods.recipes.slices.positions import LONG, assumptions, mask_number, position_mask
from jaxlint.codemods.recipes.slices.views import Rows, cut_alike, lengths
from jaxlint.codemods.recipes.slices.windows import Window, not_negative
from jaxlint.codemods.recipes.wording.hoisting import below, has_room
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE, safe_if
from jaxlint.knowledge.operations import UPDATES
from jaxlint.tracing.values.aval import AnyShape

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_POSITIONS = "write at `i + jnp.arange(k)`; positions past the end are dropped"
_CHOSEN = "select with `jnp.where`"


def written_slice(site: Site, node: ast.Subscript) -> Rewrite | None:
    """The update call around ``x.at[...]`` with traced slices."""
    update = site.module.parents.get(node)
    call = site.module.parents.get(update) if isinstance(update, ast.Attribute) else None
    if not isinstance(update, ast.Attribute) or not isinstance(call, ast.Call) or call.func is not update:
        return None
    if update.attr not in UPDATES or len(call.args) != 1 or not isinstance(node.value, ast.Attribute):
        return None
    try:
        sliced = Sliced(site, node, node.value.value)
        return (
            _by_window(site, sliced, call, update.attr)
            or _by_mask(site, sliced, call, update.attr)
            or _from_slices(site, sliced, call, update.attr)
        )
    except NoFix:
        return None


def _by_window(site: Site, sliced: Sliced, call: ast.Call, update: str) -> Rewrite | None:
    try:
        windows = [Window(site, sliced, cut) for cut in sliced.cuts]
    except NoFix:
        return None
    if not windows:
        return None
    if update == "set" and not call.keywords and _is_whole(site, sliced, windows, call.args[0]):
        (window,) = windows
        axis = window.axis
        text = f"{site.name_of('jax.lax')}.dynamic_update_slice_in_dim({site.text(sliced.base)}, "
        text += f"{site.text(call.args[0])}, {window.start}, axis={axis})"
        return Rewrite(SAFE, _POSITIONS.split(";")[0], [Replace(call, text)])
    index = _index(site, sliced, windows)
    signed = [one.lower for one in windows if not one.natural]
    summary = "; ".join([_POSITIONS, *dict.fromkeys(not_negative(site, one) for one in signed)])
    return None if index is None else Rewrite(safe_if(not signed), summary, [Replace(sliced.node, index)])


def _is_whole(site: Site, sliced: Sliced, windows: list[Window], value: ast.expr) -> bool:
    """One window inside the array, filled with an array of just its shape and dtype."""
    base, given = aval(site, sliced.base), aval(site, value)
    if len(windows) != 1 or not windows[0].inside or len(sliced.indices) > windows[0].axis + 1:
        return False
    if isinstance(base.shape, AnyShape) or isinstance(given.shape, AnyShape) or base.rank != given.rank:
        return False
    if base.dtype is None or base.dtype != given.dtype or windows[0].axis < 0:
        return False
    bounds = sliced.cuts[0].bounds
    assert bounds.lower is not None
    assert bounds.upper is not None
    low, high = polynomial(site, bounds.lower), polynomial(site, bounds.upper)
    if low is None or high is None:
        return False
    for axis, (mine, theirs) in enumerate(zip(base.shape, given.shape, strict=True)):
        wanted = high.minus(low) if axis == windows[0].axis else length(mine)
        if not wanted.equals(length(theirs)):
            return False
    return True


def _index(site: Site, sliced: Sliced, windows: list[Window]) -> str | None:
    """``x.at[:, i + jnp.arange(W)]``.  Index arrays and numbers apart from one another would move axes."""
    indices = sliced.indices
    cut = [one.bounds for one in sliced.cuts]
    places = [place for place, one in enumerate(indices) if one in cut or not isinstance(one, ast.Slice)]
    if places != list(range(places[0], places[-1] + 1)) and len(places) > 1:
        return None
    if any(isinstance(one, ast.Constant) and one.value in (None, Ellipsis) for one in indices):
        return None
    said, left = [], len(windows)
    for index in indices:
        if index not in cut:
            said.append(site.text(index))
            continue
        window = windows[cut.index(index)]
        left -= 1
        positions = quote(site, "{} + jnp.arange({})", window.lower, window.width)
        said.append(positions if not left else f"({positions})[:{', None' * left}]")
    return f"{site.text(sliced.node.value)}[{', '.join(said)}]"


def _by_mask(site: Site, sliced: Sliced, call: ast.Call, update: str) -> Rewrite | None:
    """A number written to ``x.at[:n]``."""
    base, value = sliced.base, call.args[0]
    whole = sliced.text == site.text(base)
    if not whole or call.keywords or sliced.full is None or not is_scalar(site, value):
        return None
    lines, where = position_mask(site, sliced)
    if len(where) > LONG and has_room(site, sliced.node, []):
        lines, where = position_mask(site, sliced, mask_number(site, sliced))
    text, exact = Update(site, call, base, update).told(where, site.text(value))
    assumed = assumptions(site, [sliced])
    level, summary = safe_if(exact and not assumed), "; ".join([_CHOSEN, *assumed])
    return Rewrite(level, summary, below(site, lines, sliced.node, [Replace(call, text)]))


def _from_slices(site: Site, sliced: Sliced, call: ast.Call, update: str) -> Rewrite | None:
    """``x.at[:n].set(y[:n] * 2)``: arrays of one length, cut alike."""
    base, value = sliced.base, call.args[0]
    if sliced.text != site.text(base) or call.keywords or len(sliced.cuts) != 1 or sliced.rank is None:
        return None
    view = Rows(site, sliced)
    length = lengths(site, sliced)
    alike = [one for one in cut_alike(site, view) if lengths(site, one) == length != [None]]
    end = Written(Update(site, call, base, update), view.layout(sliced))
    flow = Selection(site, {}, {one.node: (one.text, view.layout(one)) for one in alike}, {value: end})
    if not flow.leaves or flow.counts or len(flow.ends) > 1:
        return None
    if not all(unchanged(site, leaf, leaf, call) and is_pure(site, leaf) for leaf in flow.leaves):
        return None
    lines, where = view.mask([sliced], True) if has_room(site, sliced.node, []) else view.mask([sliced], False)
    phrasing = Phrasing(flow, where)
    replacements = told_anew(phrasing, {})
    assumed = assumptions(site, [sliced])
    level = safe_if(phrasing.proven and end.is_exact(None) and not assumed)
    return Rewrite(level, "; ".join([_CHOSEN, *assumed]), below(site, lines, sliced.node, replacements))
