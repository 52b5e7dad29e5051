"""Indices made by single-argument ``where`` and ``nonzero``: told by the mask that they come from."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.bindings import is_pure, sole_assignment, unchanged, uses
from jaxlint.codemods.recipes.counting import NOT, SAFE, UNSAFE, count_level, index_count
from jaxlint.codemods.recipes.layouts import FLAT, Escapes, Layout
from jaxlint.codemods.recipes.mask_names import phrased
from jaxlint.codemods.recipes.phrasing import Phrasing, told_anew
from jaxlint.codemods.recipes.proof import callee, constant, kind, method, rank, size_of
from jaxlint.codemods.recipes.selection import Flow, count_around
from jaxlint.codemods.recipes.wording import atom
from jaxlint.codemods.rewrite import Replace, Rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_PAIRS = "sum over the whole arrays with `where=`: no indices are needed"
_MASK = "index by the mask itself"
_PADDED = "give the indices a static number, the mask's size: those past the last true element are out of bounds"


class Indices:
    """One call that makes indices.  ``names``: what its parts are called, where they are unpacked at once."""

    def __init__(self, site: Site, call: ast.Call) -> None:
        self.site = site
        self.call = call
        receiver = method(call) if not callee(site, call).startswith("jax.numpy.") else None
        self.mask: ast.expr = receiver[0] if receiver is not None else call.args[0]
        self.statement = site.module.parents.get(call)
        self.names: list[str] = []
        targets = self.statement.targets if isinstance(self.statement, ast.Assign) else []
        if len(targets) == 1 and isinstance(targets[0], ast.Tuple):
            self.names = [item.id for item in targets[0].elts if isinstance(item, ast.Name)]
            if len(self.names) != len(targets[0].elts):
                self.names = []

    @property
    def mask_text(self) -> str:
        """The mask as a boolean array: where() takes any number for true but zero."""
        text = self.site.text(self.mask)
        return text if kind(self.site, self.mask) == "b" else f"{atom(text)} != 0"


def without_indices(site: Site, call: ast.Call) -> Rewrite | None:
    """The best that is known: a count, a masked reduction, the mask as index, or padded indices."""
    if len(call.args) > 1 or call.keywords:
        return None
    counted = index_count(site, call)
    if counted is not None:
        return counted
    indices = Indices(site, call)
    if len(indices.names) > 1:
        try:
            return _pairs(indices)
        except Escapes:
            return _padded(indices)
    return _mask_as_index(indices) or _padded(indices)


def _pairs(indices: Indices) -> Rewrite:
    """``i, j = where(m)``, gathers by them, and a reduction: the reduction of all pairs under the mask."""
    site, names = indices.site, indices.names
    statement = indices.statement
    assert isinstance(statement, ast.Assign)
    proven = rank(site, indices.mask) == len(names)
    leaves: dict[ast.expr, tuple[str, Layout]] = {}
    for position, name in enumerate(names):
        if uses(site, name).inner or len(uses(site, name).bindings) != 1:
            raise Escapes
        for read in uses(site, name).reads:
            counted = count_around(site, read, FLAT)
            if counted is not None:
                leaves[read] = (name, Layout(0, len(names), 0))
                continue
            leaf, text, layout, sure = _gather(indices, read, position)
            leaves[leaf] = (text, layout)
            proven = proven and sure
    if not leaves or not is_pure(site, indices.mask):
        raise Escapes
    flow = Flow(site, leaves, {})
    levels = [count_level(site, count) for count in flow.counts]
    if not flow.ends or NOT in levels:
        raise Escapes
    for end in flow.ends:
        if not unchanged(site, indices.mask, statement, end.call):
            raise Escapes
    phrasing = Phrasing(flow, indices.mask_text)
    replacements = phrased(phrasing, indices.mask, lambda: told_anew(phrasing, {}), host=statement)
    exact = all(end.is_exact(None) for end in flow.ends)
    safe = proven and phrasing.proven and exact and UNSAFE not in levels
    return Rewrite(SAFE if safe else UNSAFE, _PAIRS, replacements)


def _gather(indices: Indices, read: ast.Name, position: int) -> tuple[ast.expr, str, Layout, bool]:
    """``q[i]`` as an array that goes along one axis of the mask; True where it is proved to fit."""
    site, count = indices.site, len(indices.names)
    node = site.module.parents[read]
    if isinstance(node, ast.Tuple) and [getattr(item, "id", None) for item in node.elts] == indices.names:
        whole = site.module.parents[node]
        if isinstance(whole, ast.Subscript) and whole.slice is node and is_pure(site, whole.value):
            fits = all(_fits(indices, whole.value, axis, axis) for axis in range(count))
            after = (rank(site, whole.value) or count) - count
            return whole, site.text(whole.value), Layout(0, count, max(after, 0)), fits
    if not isinstance(node, ast.Subscript) or node.slice is not read or not isinstance(node.ctx, ast.Load):
        raise Escapes
    if not is_pure(site, node.value) or getattr(node.value, "attr", None) == "at":
        raise Escapes
    full = rank(site, node.value)
    index = [":" if axis == position else "None" for axis in range(count)]
    if (full or 1) > 1:
        index = index[: position + 1] if position == count - 1 else index  # what comes after is taken whole
    text = f"{atom(site.text(node.value))}[{', '.join(index)}]"
    return node, text, Layout(0, count, (full or 1) - 1), _fits(indices, node.value, 0, position)


def _fits(indices: Indices, base: ast.expr, own: int, axis: int) -> bool:
    """The base is as long as the mask along an axis."""
    full = rank(indices.site, base)
    size = size_of(indices.site, base, own)
    return full is not None and full > own and size is not None and size == size_of(indices.site, indices.mask, axis)


def _mask_as_index(indices: Indices) -> Rewrite | None:
    """``x[where(m)]`` and ``i = where(m)[0]; x[i]`` select what ``x[m]`` selects; the next pass mends that."""
    site, node = indices.site, indices.call
    parent = site.module.parents[node]
    name = callee(site, node).rpartition(".")[2] or "nonzero"
    flat = name == "flatnonzero" and rank(site, indices.mask) == 1
    first = (
        isinstance(parent, ast.Subscript)
        and parent.value is node
        and constant(site, parent.slice) == 0
        and rank(site, indices.mask) in (1, None)
    )
    whole: ast.expr = parent if first and isinstance(parent, ast.Subscript) else node
    if name == "argwhere" or (name == "flatnonzero" and not flat):
        return None
    above = site.module.parents[whole]
    if isinstance(above, ast.Subscript) and above.slice is whole and isinstance(above.ctx, ast.Load):
        return Rewrite(_level(indices, [above.value]), _MASK, [Replace(whole, indices.mask_text)])
    target = above.targets[0] if isinstance(above, ast.Assign) and len(above.targets) == 1 else None
    if isinstance(target, ast.Tuple) and len(indices.names) == 1 and whole is node:
        target = target.elts[0]
    elif whole is node and not flat and not isinstance(target, ast.Name):
        return None
    if not isinstance(target, ast.Name) or sole_assignment(site, target.id) is not above:
        return None
    gathered = [site.module.parents[read] for read in uses(site, target.id).reads]
    bases = [one.value for one in gathered if isinstance(one, ast.Subscript) and isinstance(one.slice, ast.Name)]
    if not bases or len(bases) != len(gathered) or any(getattr(base, "attr", None) == "at" for base in bases):
        return None  # a scatter takes no traced mask either
    assert isinstance(above, ast.Assign)
    new = f"{target.id} = {indices.mask_text}"
    return Rewrite(_level(indices, bases), _MASK, [Replace([above], new)])


def _level(indices: Indices, bases: list[ast.expr]) -> str:
    """A mask must be as long as what it indexes; an index need not."""
    site = indices.site
    sizes = [size_of(site, base, 0) for base in bases]
    mask = size_of(site, indices.mask, 0)
    fits = all(size is not None and size == mask for size in sizes)
    return SAFE if fits and rank(site, indices.mask) is not None else UNSAFE


def _padded(indices: Indices) -> Rewrite | None:
    """``where(m, size=m.size, fill_value=m.size)``."""
    site, call = indices.site, indices.call
    if not is_pure(site, indices.mask) or not callee(site, call):
        return None
    size = f"{atom(site.text(indices.mask))}.size"
    text = f"{site.text(call.func)}({site.text(indices.mask)}, size={size}, fill_value={size})"
    return Rewrite(UNSAFE, _PADDED, [Replace(call, text)])
