"""``x[mask]``: masked reductions, and zeros in place of what was left out where the selection itself escapes."""

from __future__ import annotations

import ast
from contextlib import suppress

from jaxlint.codemods.recipes.analysis.bindings import is_pure, sole_assignment, unchanged, uses
from jaxlint.codemods.recipes.analysis.proof import callee, kind
from jaxlint.codemods.recipes.analysis.smoothness import is_elementwise
from jaxlint.codemods.recipes.masks.counting import NOT, SAFE, UNSAFE, count_level
from jaxlint.codemods.recipes.masks.coverage import covers
from jaxlint.codemods.recipes.masks.end import End, with_caveats
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.handed_out import handed_out
from jaxlint.codemods.recipes.masks.layouts import Reading
from jaxlint.codemods.recipes.masks.mask_names import is_short, phrased
from jaxlint.codemods.recipes.masks.phrasing import Phrasing
from jaxlint.codemods.recipes.masks.selection import Flow
from jaxlint.codemods.recipes.masks.telling import told_anew
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.syntax.module import index_parts, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.site import Site

    Leaves = dict[ast.expr, tuple[str, Layout]]

_MASKED = "reduce the whole array with `where=`"
_ZEROS = "keep the shape: elements outside the mask become 0 and stay in the array"


def masked_read(site: Site, node: ast.Subscript, mask: ast.expr) -> Rewrite | None:
    """The whole use of ``base[mask]``, told without it."""
    try:
        reading = Reading(site, node, node.value, mask, covers(site, mask, node.value))
    except Escapes:
        return None
    return whole_use(site, reading, mask)


def whole_use(site: Site, reading: Reading, mask: ast.expr) -> Rewrite | None:
    """What is made of a selection, told of the whole array."""
    for assumed in (False, True):
        with suppress(Escapes):
            found = _reduced(site, reading, mask, assumed)
            return found if is_short(mask) else _joint(site, reading, mask, assumed, found)
    return _zeroed(site, reading, mask)


def _joint(site: Site, reading: Reading, mask: ast.expr, assumed: bool, single: Rewrite) -> Rewrite:
    """One fix for all that is read through a mask, so that it is named once, where that costs no proof."""
    with suppress(Escapes):
        found = _reduced(site, reading, mask, assumed, together=True)
        if found.applicability == single.applicability:
            return found
    return single


def _reduced(site: Site, reading: Reading, mask: ast.expr, assumed: bool, together: bool = False) -> Rewrite:
    kin = kin_of(site, reading.node, mask)
    for one in [reading, *kin] if assumed else []:
        one.assume_rank(site, mask)
    others: Leaves = {one.node: (one.whole, one.layout) for one in kin}
    own: Leaves = {reading.node: (reading.whole, reading.layout)}
    flow = Flow(site, {**own, **others} if together else own, others)
    levels = [count_level(site, count) for count in flow.counts]
    if not (flow.ends or flow.counts) or NOT in levels:
        raise Escapes
    check_moves(flow, mask)
    phrasing = Phrasing(flow, site.text(mask))
    nans = {end.call: _nan(phrasing, end, mask) for end in flow.ends}
    replacements = phrased(phrasing, mask, lambda: told_anew(phrasing, nans))
    proven = phrasing.proven and all(one.proven for one in [reading, *kin] if one.node in flow.leaves)
    safe = proven and UNSAFE not in levels and all(end.is_exact(nans[end.call]) for end in flow.ends)
    summary = _MASKED if safe else with_caveats(_MASKED, [end for end in flow.ends if not end.is_exact(nans[end.call])])
    return Rewrite(SAFE if safe else UNSAFE, summary, replacements)


def _nan(phrasing: Phrasing, end: End, mask: ast.expr) -> str | None:
    """The array, where the mask is ``~isnan`` of it."""
    site, operand = phrasing.site, end.operands[0]
    named = phrasing.flow.named(operand)
    if named is not None:
        operand = named.value
    statement = sole_assignment(site, mask.id) if isinstance(mask, ast.Name) else None
    tested = _not_nan(site, mask if statement is None else statement.value)
    if tested is None or not isinstance(operand, ast.Subscript) or not end.layout.is_flat:
        return None
    kept = unchanged(site, tested, tested, operand) and unchanged(site, tested, tested, end.call, phrasing.gone)
    return site.text(operand.value) if kept and ast.dump(tested) == ast.dump(operand.value) else None


def _not_nan(site: Site, mask: ast.AST) -> ast.expr | None:
    """x of ``~isnan(x)``."""
    inner = mask.operand if isinstance(mask, ast.UnaryOp) and isinstance(mask.op, ast.Invert) else None
    if callee(site, mask) == "jax.numpy.logical_not":
        inner = mask.args[0]  # type: ignore[attr-defined]
    if inner is None or callee(site, inner) != "jax.numpy.isnan":
        return None
    return inner.args[0] if isinstance(inner, ast.Call) else None


def kin_of(site: Site, node: ast.expr, mask: ast.expr) -> list[Reading]:
    """Other arrays read through the same mask; ``node``: where it is met."""
    wanted = ast.dump(mask)
    found = []
    for other in walk(site.function or site.module.tree):
        if not isinstance(other, ast.Subscript) or other is node or not isinstance(other.ctx, ast.Load):
            continue
        indices = index_parts(other)
        same = next((index for index in indices if ast.dump(index) == wanted), None)
        first, last = sorted([node, other], key=lambda one: (one.lineno, one.col_offset))
        if getattr(other.value, "attr", "") == "at" or same is None or not unchanged(site, mask, first, last):
            continue
        try:
            found.append(Reading(site, other, other.value, same, covers(site, same, other.value)))
        except Escapes:
            continue
    return found


def check_moves(flow: Flow, mask: ast.expr) -> None:
    """Masks and arrays may be evaluated at another place, or twice."""
    if not all(is_pure(flow.site, node) for node in [mask, *flow.leaves]):
        raise Escapes


def _zeroed(site: Site, reading: Reading, mask: ast.expr) -> Rewrite | None:
    """``jnp.where(mask, x, 0)``, offered only where the selection is handed out as it is."""
    if not is_returned(site, reading.node):
        site.refuse("what the mask selects goes where its length or its places matter")
        return None
    neutral = "False" if kind(site, reading.node) == "b" else "0"
    where = reading.layout.where(site.text(mask))
    text = f"{site.name_of('jax.numpy')}.where({where}, {reading.whole}, {neutral})"
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
