"""``x.at[mask].set(v)`` as ``jnp.where(mask, v, x)``."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.fitting import number_text
from jaxlint.codemods.recipes.analysis.proof import is_array, kind, rank, size_of
from jaxlint.codemods.recipes.masks.coverage import covers, is_ordered
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.kin import check_moves, kin_of
from jaxlint.codemods.recipes.masks.layouts import Layout, Reading
from jaxlint.codemods.recipes.masks.mask_names import phrased
from jaxlint.codemods.recipes.masks.phrasing import Phrasing
from jaxlint.codemods.recipes.masks.selection import Selection
from jaxlint.codemods.recipes.masks.telling import told_anew
from jaxlint.codemods.recipes.masks.updates import Update, Written, update_around
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import safe_if

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "select with `jnp.where`"
_SIZED = "pass `size=` to `jnp.nonzero`"


@recipe
def masked_write(site: Site, node: ast.Subscript, mask: ast.expr) -> Rewrite | None:
    """The update call around ``x.at[mask]``."""
    update = update_around(site, node)
    if update is None or not is_pure(site, update.base) or not is_pure(site, mask):
        raise NoFix(f"{code_at(site, node)} cannot be evaluated twice, or is not a supported update")
    try:
        reading = Reading(site, node, update.base, mask, covers(site, mask, update.base))
        if update.name == "apply" or broadcasts(site, update.value, reading.layout):
            return _uniform(site, update, reading, mask)
        found = _selected(site, update, reading, mask) or _one_each(site, update, reading, mask)
        guessed = rank(site, update.value) is None and not reading.layout.transposed
        if found is None and guessed and _may_be_number(site, update.value):
            found = _uniform(site, update, reading, mask)
    except Escapes:
        found = None
    if found is None:
        raise NoFix(f"{code_at(site, mask)} needs one value per true element, but {_shape(site, update.value)}")
    return found


def _shape(site: Site, value: ast.expr) -> str:
    own = rank(site, value)
    count = size_of(site, value, 0) if own else None
    known = f"has {count} along its first axis" if isinstance(count, int) else "may have a different number"
    return f"{code_at(site, value)} {known}"


def _may_be_number(site: Site, value: ast.expr) -> bool:
    """A name, or what is computed of names, is more often a number than an array."""
    if isinstance(value, ast.UnaryOp):
        return _may_be_number(site, value.operand)
    if isinstance(value, ast.BinOp):
        return _may_be_number(site, value.left) and _may_be_number(site, value.right)
    return isinstance(value, ast.Name) or rank(site, value) == 0


def broadcasts(site: Site, value: ast.expr, layout: Layout) -> bool:
    """One number for all, or one row for all rows."""
    own = rank(site, value)
    if own is None:
        return False
    return own <= layout.after or (own == 1 and size_of(site, value, 0) == 1 and not layout.before)


def _uniform(site: Site, update: Update, reading: Reading, mask: ast.expr) -> Rewrite:
    where = reading.layout.where(site.text(mask))
    known = reading.proven and (update.name == "apply" or rank(site, update.value) is not None)
    update.careful = known and kind(site, update.base) is not None
    update.is_number = is_ordered(site, mask, update.base)
    value = number_text(site, update.base, update.value) if update.takes_number else site.text(update.value)
    text, exact = update.told(where, value, reading.index, reading.layout.transposed)
    safe = exact and known
    return Rewrite(safe_if(safe), _said(_SUMMARY, reading, update), [Replace(update.call, text)])


def _said(summary: str, reading: Reading, update: Update) -> str:
    return "; ".join([part for part in (summary, reading.assumed, update.note) if part])


def _selected(site: Site, update: Update, reading: Reading, mask: ast.expr) -> Rewrite | None:
    """``x.at[m].set(y[m] * 2)``."""
    kin = kin_of(site, reading.node, mask)
    end = Written(update, reading.layout, reading.index)
    flow = Selection(site, {}, {one.node: (one.whole, one.layout) for one in kin}, {update.value: end})
    if not flow.leaves or flow.counts:
        return None
    check_moves(flow, mask)
    proven = reading.proven and all(one.proven for one in kin if one.node in flow.leaves)
    update.careful = proven and kind(site, update.base) is not None
    phrasing = Phrasing(flow, site.text(mask), update.careful)
    replacements = phrased(phrasing, mask, lambda: told_anew(phrasing, {}))
    safe = proven and phrasing.proven and all(one.is_exact(None) for one in flow.ends)
    return Rewrite(safe_if(safe), _said(_SUMMARY, reading, update), replacements)


def _one_each(site: Site, update: Update, reading: Reading, mask: ast.expr) -> Rewrite | None:
    """As many values as there are true elements: their number is that of the indices.

    JAX itself refuses another number, but for none at all, which ``mode="drop"`` leaves out.  Where ranks are not known
    it may as well be one row for each: a colour that pixels are painted with.
    """
    value, layout = update.value, reading.layout
    if (
        not reading.proven
        or not is_array(site, value)
        or rank(site, value) != 1 + layout.after
        or layout.before
        or reading.index
    ):
        return None
    size = size_of(site, value, 0)
    text = site.text(value)
    number = (
        str(size) if isinstance(size, int) and not isinstance(value, ast.Name) else quote(site, "{}.shape[0]", text)
    )
    jnp = site.name_of("jax.numpy")
    told = site.text(mask)
    base = site.text(update.base)
    beyond = quote(site, "{}.shape[0]", base) if layout.masked == 1 else quote(site, "{}.size", told)
    index = f"{jnp}.nonzero({told}, size={number}, fill_value={beyond})"
    source = quote(site, '{}.at[{}].{}({}, mode="drop")', base, index, update.name, text)
    safe = layout.masked >= 1 and isinstance(size, int) and size != 1
    return Rewrite(safe_if(safe), _said(_SIZED, reading, update), [Replace(update.call, source)])
