"""Indices made by single-argument ``where`` and ``nonzero``: told by the mask that they come from."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_plain, is_pure, unchanged
from jaxlint.codemods.recipes.analysis.proof import is_scalar, rank
from jaxlint.codemods.recipes.masks.counting import count_level, index_count
from jaxlint.codemods.recipes.masks.coverage import covers
from jaxlint.codemods.recipes.masks.end import with_caveats
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.guesses import assumption
from jaxlint.codemods.recipes.masks.index_uses import Indices, gather, scatter_base
from jaxlint.codemods.recipes.masks.kin import kin_of
from jaxlint.codemods.recipes.masks.layouts import ALL, Layout
from jaxlint.codemods.recipes.masks.mask_names import phrased
from jaxlint.codemods.recipes.masks.masked_writes import broadcasts
from jaxlint.codemods.recipes.masks.padding import is_dropped, padded
from jaxlint.codemods.recipes.masks.phrasing import Phrasing
from jaxlint.codemods.recipes.masks.selection import Selection, count_around
from jaxlint.codemods.recipes.masks.telling import told_anew
from jaxlint.codemods.recipes.masks.updates import Update, Written, update_around
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE, safe_if
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.index_uses import Use
    from jaxlint.codemods.site import Site

_WHOLE = "replace the indices with the mask"
_MASK = "index with the mask"


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
        if indices.shift:
            raise Escapes
        whole = Layout(0, indices.count, 1)
        counted = place is None and indices.function == "argwhere" and count_around(indices.site, node, whole)
        if counted or (place is None and indices.function == "argwhere" and indices.proven):
            self.positions[node] = ALL
            self.leaves[node] = ("all axes", whole)
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
    flow = Selection(site, found.leaves, {one.node: (one.whole, one.layout) for one in kin}, dict(found.writes))
    flow.positions, flow.along = found.positions, found.along
    levels = [count_level(site, count) for count in flow.counts]
    places = [*(end.call for end in flow.ends), *flow.counts, *found.uniform]
    if not places or None in levels:
        raise Escapes
    careful = found.proven and all(one.proven for one in kin if one.node in flow.leaves) and UNSAFE not in levels
    phrasing = Phrasing(flow, indices.mask_text, careful)
    exact = True

    def tell() -> list[Replace]:
        nonlocal exact
        phrasing.places.clear()
        phrasing.grid, phrasing.is_dense = "", False
        replacements = told_anew(phrasing, {})
        if len(phrasing.places) > 1 and indices.statement is not None:
            phrasing.is_dense = any("broadcast_to" in one.source for one in replacements)
            phrasing.grid = _grid(indices, phrasing)
            replacements = told_anew(phrasing, {})
        for update, layout in found.uniform.values():
            text, same = update.told(layout.where(phrasing.mask), site.text(update.value))
            replacements.append(Replace(update.call, text))
            exact = exact and same
        return replacements

    replacements = phrased(phrasing, mask, tell, indices.statement, [indices.call, *found.uniform])
    if phrasing.grid:
        replacements = [_with_grid(one, phrasing.grid, indices.statement) for one in replacements]
    exact = exact and all(end.is_exact(None) for end in flow.ends)
    safe = careful and phrasing.proven and exact
    summary = with_caveats(_WHOLE, [end for end in flow.ends if not safe and not end.is_exact(None)])
    return Rewrite(safe_if(safe), _said(summary, indices), replacements)


def _said(summary: str, indices: Indices) -> str:
    assumed = "" if indices.names else assumption(indices.site, indices.mask, indices.count)
    return f"{summary}; {assumed}" if assumed else summary


def _grid(indices: Indices, phrasing: Phrasing) -> str:
    """The statement that gives the names of the indices to all indices that there are; "" where it can't."""
    names = indices.names
    read = {one.id for one in phrasing.places if isinstance(one, ast.Name)}
    if not all(isinstance(one, ast.Name) for one in phrasing.places) or (names and read != set(names)):
        phrasing.is_dense = False
        return ""
    site, mask = indices.site, phrasing.mask
    if len(names) > 1:
        sparse = [] if phrasing.is_dense else ["sparse=True"]
        return f"{', '.join(names)} = {quote(site, 'jnp.indices({}.shape, *{})', mask, sparse)}"
    if ALL in phrasing.flow.positions.values():
        return f"{read.pop()} = {quote(site, 'jnp.stack(jnp.indices({}.shape), axis=-1)', mask)}"
    return f"{read.pop()} = {quote(site, 'jnp.arange({}.size)', mask)}"


def _with_grid(replace: Replace, grid: str, statement: ast.Assign | None) -> Replace:
    if replace.nodes != [statement]:
        return replace
    return Replace(replace.nodes, f"{replace.source}\n{grid}" if replace.source else grid)


def _mask_as_index(site: Site, call: ast.Call) -> Rewrite | None:
    """``x[where(m)]`` and ``i = where(m)[0]; x[i]`` select what ``x[m]`` selects; the next pass mends that."""
    try:
        indices = Indices(site, call)
        found = [_selected(indices, use) for use in indices.uses()]
    except Escapes:
        return None
    statement = indices.statement
    if not found or (statement is not None and len(getattr(statement.targets[0], "elts", "i")) > 1):
        return None
    level = safe_if(indices.proven and all(fits for *_, fits in found))
    text, places = indices.mask_text, [node for node, *_ in found]
    held = all(unchanged(site, indices.mask, indices.mask, place, (statement,)) for place in places)
    if statement is None or ((is_plain(indices.mask) or len(found) == 1) and held):
        gone = [] if statement is None else [Replace([statement], "")]
        told = [Replace(node, f"{whole}[{text}]") for node, whole, _ in found]
        return Rewrite(level, _said(_MASK, indices), [*gone, *told])
    target = statement.targets[0]
    name = target.id if isinstance(target, ast.Name) else target.elts[0].id  # type: ignore[attr-defined]
    told = [Replace(node, f"{whole}[{name}]") for node, whole, _ in found if site.text(node) != f"{whole}[{name}]"]
    return Rewrite(level, _said(_MASK, indices), [Replace([statement], f"{name} = {text}"), *told])


def _selected(indices: Indices, use: Use) -> tuple[ast.Subscript, str, bool]:
    """What is indexed by all that the mask selects, as it lies beside the mask; True where it is proved to fit."""
    site = indices.site
    read = gather(indices, use)
    if (use[1] is not None and indices.count > 1) or (read is not None and not isinstance(read[0], ast.Subscript)):
        raise Escapes
    if read is not None and isinstance(read[0], ast.Subscript):
        if not read[3] and is_dropped(site, read[0]):
            raise Escapes  # written elsewhere, by the same indices
        return read[0], site.text(read[0].value) if read[2].transposed else read[1], read[3]
    written = scatter_base(indices, use)
    update = None if written is None else update_around(site, written[0])
    if written is None or update is None or not (written[1] or covers(site, indices.mask, update.base)):
        raise Escapes
    if not is_scalar(site, update.value) and not _is_read_alike(update.value, written[0].slice):
        raise Escapes
    return written[0], site.text(written[0].value), written[1]


def _is_read_alike(value: ast.expr, index: ast.expr) -> bool:
    """All that is read in it is read by the same index."""
    alike = [one for one in walk(value) if isinstance(one, ast.Subscript) and ast.dump(one.slice) == ast.dump(index)]
    inside = {below for one in alike for below in walk(one)}
    return bool(alike) and not any(isinstance(one, ast.Subscript) and one not in inside for one in walk(value))
