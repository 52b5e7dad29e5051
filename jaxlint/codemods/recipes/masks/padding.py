"""``where(m, size=m.size, fill_value=m.size)``: as many indices as there can be, those to spare out of bounds."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import is_plain, is_pure, sole_assignment, uses
from jaxlint.codemods.recipes.analysis.proof import jax_name, method, rank
from jaxlint.codemods.recipes.masks.counting import count_level, count_text
from jaxlint.codemods.recipes.masks.coverage import covers
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.handed_out import handed_out
from jaxlint.codemods.recipes.masks.index_uses import Indices, gather, scatter_base
from jaxlint.codemods.recipes.masks.layouts import FLAT, Layout
from jaxlint.codemods.recipes.masks.mask_names import name_for, preceded
from jaxlint.codemods.recipes.masks.masks import is_returned
from jaxlint.codemods.recipes.masks.rowwise import row_step
from jaxlint.codemods.recipes.masks.running import is_normalized
from jaxlint.codemods.recipes.masks.selection import count_around
from jaxlint.codemods.recipes.masks.updates import update_around
from jaxlint.codemods.recipes.wording.blame import code_at, use_of
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.spellings import function_text
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.index_uses import Use
    from jaxlint.codemods.site import Site

_PADDED = "pad the indices with `size=`; padding indices are out of bounds and ignored"


@recipe
def padded(site: Site, call: ast.Call) -> Rewrite | None:
    """Offered where what is out of bounds is dropped, or handed out as it is: any other use would count it in."""
    try:
        indices = Indices(site, call)
    except Escapes:
        return None
    if not is_pure(site, indices.mask):
        raise NoFix(f"{code_at(site, indices.mask)} would be evaluated twice")
    out = False
    try:
        found = indices.uses()
        told = [one for use in found for one in _used(indices, use)]
        out = any(_is_handed_out(indices, use) for use in found)
    except Escapes as stop:
        if not _escapes(site, call):
            raise NoFix(f"{use_of(site, stop.at or call, site.module)} would change with padded indices") from None
        told, out = [], True
    mask = site.text(indices.mask)
    beyond = _beyond(indices)
    host = site.module.statement_of(call)
    simple = isinstance(host, (ast.Assign, ast.Return)) and not isinstance(site.function, ast.Lambda)
    if not is_plain(indices.mask) and simple and host is not None:
        name = name_for(site, indices.mask)
        sized = Replace(call, _sized(site, call, name, beyond))
        own, others = [sized], told
        replacements = preceded(site, host, f"{name} = {mask}", [*own, *others], gone=False)
    else:
        replacements = [Replace(call, _sized(site, call, mask, beyond)), *told]
    return handed_out(site, _PADDED, replacements) if out else Rewrite(UNSAFE, _PADDED, replacements)


def _is_handed_out(indices: Indices, use: Use) -> bool:
    """The indices themselves, or what is read by them."""
    read = gather(indices, use)
    return _escapes(indices.site, use[0]) if read is None else is_returned(indices.site, read[0])


def _sized(site: Site, call: ast.Call, mask: str, beyond: str) -> str:
    size = quote(site, "{}.size", mask)
    given = f"size={size}, fill_value={beyond or size}"
    receiver = method(call) if not jax_name(site, call) else None
    if receiver is not None:
        return quote(site, "{}.{}(*{})", mask, receiver[1], [given])
    return f"{function_text(site, call)}({mask}, {given})"


def _beyond(indices: Indices) -> str:
    """The first place beyond the array that is written to, where it may be longer than the mask; "" if none is."""
    site = indices.site
    try:
        found = indices.uses()
    except Escapes:
        return ""
    for use in found:
        written = scatter_base(indices, use)
        if written is None or written[1] or indices.count > 1:
            continue
        base: ast.expr = written[0].value.value  # type: ignore[attr-defined]
        if is_plain(base) and not covers(site, indices.mask, base):
            return f"{site.text(base)}.shape[0]"
    return ""


def _used(indices: Indices, use: Use) -> list[Replace]:
    """What one use of padded indices becomes; raises where it can't be told what padding does there."""
    site = indices.site
    node = use[0]
    counted = count_around(site, node, FLAT)
    if counted is not None:
        if count_level(site, counted) is None:
            raise Escapes(counted)
        return [Replace(counted, count_text(site, indices.mask_text))]
    read = gather(indices, use)
    if read is None:
        if _escapes(site, node) or _drops(site, node, FLAT):
            return []
        raise Escapes(node)
    gathered = read[0]
    if is_dropped(site, gathered):
        return []
    if is_returned(site, gathered) and isinstance(gathered, ast.Subscript):
        text = quote(site, '{}.at[{}].get(mode="fill", fill_value=0)', gathered.value, gathered.slice)
        return [Replace(gathered, text)]
    raise Escapes(gathered)


def _escapes(site: Site, node: ast.expr, depth: int = 3) -> bool:
    """Handed out as it is."""
    parent = site.module.parents[node]
    if isinstance(parent, (ast.Tuple, ast.Starred)):
        return _escapes(site, parent, depth)
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name) and depth:
        name = parent.targets[0].id
        reads = uses(site, name).reads
        return sole_assignment(site, name) is parent and all(_escapes(site, read, depth - 1) for read in reads)
    return isinstance(parent, (ast.Return, ast.Lambda))


def is_dropped(site: Site, gathered: ast.expr) -> bool:
    """One row for each index; nobody names the axis of an array of one."""
    return _drops(site, gathered, Layout(0, 1, (rank(site, gathered) or 2) - 1))


def _drops(site: Site, node: ast.expr, layout: Layout, depth: int = 6) -> bool:
    """Row by row, it ends in a scatter by the same indices, which leaves out what is out of bounds."""
    parent = site.module.parents[node]
    if isinstance(parent, ast.Subscript) and getattr(parent.value, "attr", "") == "at":
        return update_around(site, parent) is not None
    if isinstance(parent, ast.Call) and (
        jax_name(site, parent).startswith("jax.ops.segment_") or _is_update(site, parent)
    ):
        return True
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name) and depth:
        name = parent.targets[0].id
        reads = uses(site, name).reads
        alone = sole_assignment(site, name) is parent
        return alone and all(_drops(site, read, layout, depth - 1) for read in reads)
    if isinstance(parent, ast.Tuple):
        return _drops(site, parent, layout, depth)
    step = row_step(site, node, layout)
    if step is None or (layout.is_flat and is_normalized(site, step[0])):
        return False
    return _drops(site, *step, depth)


def _is_update(site: Site, call: ast.Call) -> bool:
    subscript = call.func.value if isinstance(call.func, ast.Attribute) else None
    return isinstance(subscript, ast.Subscript) and update_around(site, subscript) is not None
