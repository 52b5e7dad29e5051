"""Indices made by single-argument ``where`` and ``nonzero``: told by the mask that they come from."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.proof import rank
from jaxlint.codemods.recipes.masks.counting import NOT, SAFE, UNSAFE, count_level, index_count
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.index_uses import Indices, gather, scatter_base
from jaxlint.codemods.recipes.masks.layouts import ALL, Layout
from jaxlint.codemods.recipes.masks.mask_names import phrased
from jaxlint.codemods.recipes.masks.masked_writes import broadcasts
from jaxlint.codemods.recipes.masks.masks import kin_of
from jaxlint.codemods.recipes.masks.padding import padded
from jaxlint.codemods.recipes.masks.phrasing import Phrasing, told_anew
from jaxlint.codemods.recipes.masks.selection import Flow
from jaxlint.codemods.recipes.masks.updates import Update, Written, update_around
from jaxlint.codemods.rewrite import Replace, Rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.index_uses import Use
    from jaxlint.codemods.site import Site

_WHOLE = "work on the whole arrays under the mask: no indices are needed"
_MASK = "index by the mask itself"


def without_indices(site: Site, call: ast.Call) -> Rewrite | None:
    """The best that is known: a count, a masked reduction, the mask as index, or padded indices."""
    if len(call.args) > 1 or call.keywords:
        return None
    counted = index_count(site, call)
    if counted is not None:
        return counted
    try:
        indices = Indices(site, call)
        return _masked(indices)
    except Escapes:
        return _mask_as_index(site, call) or padded(site, call)


class _Uses:
    """What indices lead to: reads of arrays, writes, or their own values."""

    def __init__(self, indices: Indices) -> None:
        self.indices = indices
        self.proven = indices.proven
        self.leaves: dict[ast.expr, tuple[str, Layout]] = {}
        self.positions: dict[ast.expr, int] = {}
        self.along: dict[ast.expr, int] = {}
        self.writes: dict[ast.expr, Written] = {}
        self.uniform: dict[ast.expr, tuple[Update, Layout]] = {}
        for use in indices.uses():
            self._add(use)

    def _add(self, use: Use) -> None:
        indices = self.indices
        read = gather(indices, use)
        if read is not None:
            node, text, layout, fits = read
            self.leaves[node] = (text, layout)
            if use[1] is not None and not isinstance(indices.site.module.parents[use[0]], ast.Tuple):
                self.along[node] = use[1]
            self.proven = self.proven and fits
            return
        written = scatter_base(indices, use)
        if written is not None:
            self._write(*written)
            return
        node, place = use
        if place is None and indices.function == "argwhere" and indices.proven:
            self.positions[node] = ALL
            self.leaves[node] = ("all axes", Layout(0, indices.count, 1))
            return
        if place is None:
            raise Escapes
        self.positions[node] = self.along[node] = place
        self.leaves[node] = (f"axis {place}", Layout(0, indices.count, 0))

    def _write(self, node: ast.Subscript, fits: bool) -> None:
        site = self.indices.site
        update = update_around(site, node)
        full = None if update is None else rank(site, update.base)
        if update is None or not is_pure(site, update.base) or not fits or full is None:
            raise Escapes  # where() takes no array of another length
        layout = Layout(0, self.indices.count, full - self.indices.count)
        if update.name == "apply" or broadcasts(site, update.value, layout):
            self.uniform[update.call] = (update, layout)
        else:
            self.writes[update.value] = Written(update, layout)


def _masked(indices: Indices) -> Rewrite:
    """``i, j = where(m)``, gathers by them, and a reduction: the reduction of all pairs under the mask."""
    site, mask = indices.site, indices.mask
    found = _Uses(indices)
    if not is_pure(site, mask):
        raise Escapes
    kin = kin_of(site, indices.call, mask) if indices.count == 1 else []
    flow = Flow(site, found.leaves, {one.node: (one.whole, one.layout) for one in kin}, dict(found.writes))
    flow.positions, flow.along = found.positions, found.along
    levels = [count_level(site, count) for count in flow.counts]
    places = [*(end.call for end in flow.ends), *flow.counts, *found.uniform]
    if not places or NOT in levels:
        raise Escapes
    phrasing = Phrasing(flow, indices.mask_text)
    exact = True

    def tell() -> list[Replace]:
        nonlocal exact
        replacements = told_anew(phrasing, {})
        for update, layout in found.uniform.values():
            text, same = update.told(layout.where(phrasing.mask), site.text(update.value))
            replacements.append(Replace(update.call, text))
            exact = exact and same
        return replacements

    replacements = phrased(phrasing, mask, tell, indices.statement, [indices.call, *found.uniform])
    exact = exact and all(end.is_exact(None) for end in flow.ends)
    proven = found.proven and all(one.proven for one in kin if one.node in flow.leaves)
    safe = proven and phrasing.proven and exact and UNSAFE not in levels
    return Rewrite(SAFE if safe else UNSAFE, _WHOLE, replacements)


def _mask_as_index(site: Site, call: ast.Call) -> Rewrite | None:
    """``x[where(m)]`` and ``i = where(m)[0]; x[i]`` select what ``x[m]`` selects; the next pass mends that."""
    try:
        indices = Indices(site, call)
        found = indices.uses()
    except Escapes:
        return None
    gathered = [gather(indices, use) for use in found]
    whole = all(place is None or indices.count == 1 for _, place in found)
    if not found or not whole or not all(read is not None and isinstance(read[0], ast.Subscript) for read in gathered):
        return None
    level = SAFE if indices.proven and all(read is not None and read[3] for read in gathered) else UNSAFE
    if indices.statement is None:
        return Rewrite(level, _MASK, [Replace(found[0][0], indices.mask_text)])
    target = indices.statement.targets[0]
    named = target if isinstance(target, ast.Name) else target.elts[0]  # type: ignore[attr-defined]
    if isinstance(target, ast.Tuple) and len(target.elts) > 1:
        return None
    return Rewrite(level, _MASK, [Replace([indices.statement], f"{named.id} = {indices.mask_text}")])
