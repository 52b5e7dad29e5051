"""``x.at[order[n:]].set(v)``: all places are written to, those that the slice leaves out past the end."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import recipe
from jaxlint.codemods.recipes.analysis.bindings import is_plain
from jaxlint.codemods.recipes.analysis.proof import is_scalar, kind
from jaxlint.codemods.recipes.slices.cuts import Sliced
from jaxlint.codemods.recipes.slices.positions import assumptions, position_mask
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.knowledge.operations import UPDATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "drop the writes to the other places"


@recipe
def written_at(site: Site, node: ast.Subscript, place: ast.Subscript) -> Rewrite | None:
    """``node``: the slice of an array of indices; ``place``: ``x.at[node]``."""
    update = site.module.parents[place]
    call = site.module.parents[update]
    if (
        not isinstance(update, ast.Attribute)
        or not isinstance(call, ast.Call)
        or not isinstance(place.value, ast.Attribute)
    ):
        return None
    base, alone = place.value.value, len(call.args) == 1 and not call.keywords
    plain = is_plain(base) and is_plain(node.value) and place.slice is node and update.attr in UPDATES
    if not plain or not alone or not is_scalar(site, call.args[0]) or kind(site, node.value) not in ("i", None):
        return None
    sliced = Sliced(site, node, assumed=True)
    _, where = position_mask(site, sliced)
    index = quote(site, "jnp.where({}, {}, {}.shape[0])", where, node.value, base)
    text = quote(site, f'{{}}.at[{{}}].{update.attr}({{}}, mode="drop")', base, index, call.args[0])
    return Rewrite(UNSAFE, "; ".join([_SUMMARY, *assumptions(site, [sliced])]), [Replace(call, text)])
