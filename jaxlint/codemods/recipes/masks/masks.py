"""``x[mask]``: masked reductions, and zeros in place of what was left out where the selection itself escapes."""

from __future__ import annotations

import ast
from contextlib import suppress

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import sole_assignment, uses
from jaxlint.codemods.recipes.analysis.proof import kind
from jaxlint.codemods.recipes.analysis.smoothness import is_elementwise
from jaxlint.codemods.recipes.masks.counting import count_level
from jaxlint.codemods.recipes.masks.coverage import covers
from jaxlint.codemods.recipes.masks.end import with_caveats
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.handed_on import handed_on
from jaxlint.codemods.recipes.masks.handed_out import handed_out
from jaxlint.codemods.recipes.masks.kin import check_moves, kin_of
from jaxlint.codemods.recipes.masks.layouts import Reading
from jaxlint.codemods.recipes.masks.mask_names import is_short, phrased
from jaxlint.codemods.recipes.masks.nans import array_without_nan
from jaxlint.codemods.recipes.masks.phrasing import Phrasing
from jaxlint.codemods.recipes.masks.selection import Selection
from jaxlint.codemods.recipes.masks.taken import taken_by
from jaxlint.codemods.recipes.masks.telling import told_anew
from jaxlint.codemods.recipes.wording.blame import code_at, needed_at
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SUGGESTION, UNSAFE, safe_if

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.site import Site

    Leaves = dict[ast.expr, tuple[str, Layout]]

_MASKED = "reduce with `where=`"
_NOTHING, _RANK, _ALL_AXES = range(3)  # what is assumed of a mask
_ZEROS = "keep the shape and fill with 0"


@recipe
def masked_read(site: Site, node: ast.Subscript, mask: ast.expr) -> Rewrite | None:
    """The whole use of ``base[mask]``, told without it."""
    try:
        reading = Reading(site, node, node.value, mask, covers(site, mask, node.value))
    except Escapes:
        raise NoFix(f"the axes that {code_at(site, node)} selects from are unknown") from None
    return whole_use(site, reading, mask)


@recipe
def whole_use(site: Site, reading: Reading, mask: ast.expr) -> Rewrite | None:
    """What is made of a selection, told of the whole array."""
    at: ast.AST | None = None
    for assumed in (_NOTHING, _RANK, _ALL_AXES):
        try:
            found = _reduced(site, reading, mask, assumed)
            return found if is_short(mask) else _joint(site, reading, mask, assumed, found)
        except Escapes as stop:
            at = stop.at
    return _zeroed(site, reading, mask, at)


def _joint(site: Site, reading: Reading, mask: ast.expr, assumed: int, single: Rewrite) -> Rewrite:
    """One fix for all that is read through a mask, so that it is named once, where that costs no proof."""
    with suppress(Escapes):
        found = _reduced(site, reading, mask, assumed, together=True)
        if found.applicability == single.applicability:
            return found
    return single


def _reduced(site: Site, reading: Reading, mask: ast.expr, assumed: int, together: bool = False) -> Rewrite:
    kin = kin_of(site, reading.node, mask)
    for one in [reading, *kin] if assumed else []:
        one.assume_rank(site, mask, assumed == _ALL_AXES)
    others: Leaves = {one.node: (one.whole, one.layout) for one in kin}
    own: Leaves = {reading.node: (reading.whole, reading.layout)}
    flow = Selection(site, {**own, **others} if together else own, others)
    levels = [count_level(site, count) for count in flow.counts]
    if not (flow.ends or flow.counts) or None in levels:
        raise Escapes
    check_moves(flow, mask)
    met = [one for one in [reading, *kin] if one.node in flow.leaves]
    careful = all(one.proven for one in met) and UNSAFE not in levels
    phrasing = Phrasing(flow, site.text(mask), careful)
    nans = {end.call: array_without_nan(phrasing, end, mask) for end in flow.ends}
    replacements = phrased(phrasing, mask, lambda: told_anew(phrasing, nans))
    safe = phrasing.proven and careful and all(end.is_exact(nans[end.call]) for end in flow.ends)
    notes = dict.fromkeys(one.assumed for one in met if one.assumed)
    summary = with_caveats(_MASKED, [end for end in flow.ends if not safe and not end.is_exact(nans[end.call])])
    return Rewrite(safe_if(safe), "; ".join([summary, *notes]), replacements)


def _zeroed(site: Site, reading: Reading, mask: ast.expr, at: ast.AST | None) -> Rewrite | None:
    """``jnp.where(mask, x, 0)`` where the selection is handed out and nobody minds; else with the mask beside it.

    ``at``: where it is more than a mask can stand for.
    """
    zeroed = _with_zeros(site, reading, mask) if is_returned(site, reading.node) else None
    if zeroed is not None and zeroed.applicability != SUGGESTION:
        return zeroed
    try:
        return handed_on(site, reading, mask)
    except NoFix as stop:
        if zeroed is None:
            out = at is None or isinstance(site.module.parents[at], (ast.Return, ast.Tuple)) or taken_by(site, at)
            raise NoFix((out and stop.reason) or needed_at(site, at or reading.node, site.module)) from None
        if stop.reason:
            zeroed.summary += f": {stop.reason}"
    return zeroed


def _with_zeros(site: Site, reading: Reading, mask: ast.expr) -> Rewrite:
    neutral = "False" if kind(site, reading.node) == "b" else "0"
    where = reading.layout.where(site.text(mask))
    text = reading.turned_back(quote(site, "jnp.where({}, {}, {})", where, reading.whole, neutral))
    return handed_out(site, _ZEROS, [Replace(reading.node, text)], zeros=True)


def is_returned(site: Site, node: ast.expr, depth: int = 4) -> bool:
    parent = site.module.parents[node]
    if isinstance(parent, (ast.Return, ast.Lambda)):
        return True
    if isinstance(parent, ast.Tuple) or (isinstance(parent, ast.expr) and is_elementwise(site, parent)):
        return is_returned(site, parent, depth)
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name) and depth:
        reads = uses(site, parent.targets[0].id).reads
        return sole_assignment(site, parent.targets[0].id) is parent and all(
            is_returned(site, read, depth - 1) for read in reads
        )
    return False
