"""``x[:n]``, ``x[a:b]``, on any axis and through names and elementwise steps, then reduced: a mask of positions."""

from __future__ import annotations

import ast
from contextlib import suppress
from itertools import product

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import is_plain, is_pure, unchanged
from jaxlint.codemods.recipes.analysis.proof import constant, kind
from jaxlint.codemods.recipes.masks.end import End, with_caveats
from jaxlint.codemods.recipes.masks.ends import Reduced
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.flow import Flow
from jaxlint.codemods.recipes.masks.layouts import Layout
from jaxlint.codemods.recipes.masks.phrasing import Phrasing
from jaxlint.codemods.recipes.masks.reductions import axis_of
from jaxlint.codemods.recipes.masks.selection import Selection
from jaxlint.codemods.recipes.masks.telling import told_anew
from jaxlint.codemods.recipes.slices.cuts import Sliced, is_first_of_any
from jaxlint.codemods.recipes.slices.positions import LONG, assumptions, mask_number
from jaxlint.codemods.recipes.slices.shifts import Shifted
from jaxlint.codemods.recipes.slices.spans import ranges_beside
from jaxlint.codemods.recipes.slices.views import Rows, Whole, cut_alike, lengths
from jaxlint.codemods.recipes.wording.fresh_names import local_name
from jaxlint.codemods.recipes.wording.hoisting import below, has_room
from jaxlint.codemods.rewrite import Rewrite
from jaxlint.diagnostic import safe_if
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.site import Site

_SUMMARY = "reduce under a position mask"


def counted_along(site: Site, call: ast.Call) -> Rewrite | None:
    """``jnp.arange(n)`` beside ``x[:n]``: one fix for both."""
    for node in walk(site.function or site.module.tree):
        if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
            continue
        try:
            sliced = Sliced(site, node)
            if len(sliced.cuts) == 1 and call in ranges_beside(site, sliced):
                return _masked(site, sliced, [Rows(site, sliced)], call)
        except NoFix:
            continue
    return None


def masked_slice(site: Site, node: ast.Subscript, of_any_rank: bool = False) -> Rewrite | None:
    """All that becomes of the slice, said with a mask; None where the slice itself is needed."""
    try:
        sliced = Sliced(site, node)
        if any(cut.after is None for cut in sliced.cuts) and not (of_any_rank and is_first_of_any(sliced)):
            return _of_assumed_rank(site, node) if of_any_rank else None
    except NoFix:
        return None
    found = _masked(site, sliced, views_of(site, sliced))
    if found is None and of_any_rank:
        return _of_assumed_rank(site, node) or _beside_assumed_rank(site, node)
    return found


@recipe
def _of_named_base(site: Site, sliced: Sliced) -> Rewrite | None:
    """``jnp.sort(x)[:k].sum()``: what is sorted is wanted twice, and gets a name."""
    if not has_room(site, sliced.node, []) or sliced.rank is None:
        return None
    name = local_name(site, "values", mask_number(site, sliced))
    named = Sliced(site, sliced.node, assumed=sliced.assumed, called=name)
    masking = _Masking(site, named, Whole(site, named))
    masking.lines.insert(0, f"{name} = {site.text(sliced.base)}")
    return masking.rewrite()


@recipe
def _of_assumed_rank(site: Site, node: ast.Subscript) -> Rewrite | None:
    """``x[:n] @ w[:n]``, ``x[i, :n].sum()`` of arrays of unknown rank, which will not have more axes than are named."""
    sliced = Sliced(site, node, assumed=True)
    return _masked(site, sliced, views_of(site, sliced)) if sliced.assumed else None


def _beside_assumed_rank(site: Site, node: ast.Subscript) -> Rewrite | None:
    """``w[n:]`` of ``x[n:] * w[n:]``, where only the rank of ``x`` is not known: one fix for both."""
    for other in walk(site.function or site.module.tree):
        if not isinstance(other, ast.Subscript) or other is node or ast.dump(other.slice) != ast.dump(node.slice):
            continue
        with suppress(NoFix):
            sliced = Sliced(site, other, assumed=True)
            found = _masked(site, sliced, views_of(site, sliced), node) if sliced.assumed else None
            if found is not None:
                return found
    return None


def _masked(site: Site, sliced: Sliced, views: list[Whole], beside: ast.expr | None = None) -> Rewrite | None:
    """By the first view that will do; ``beside``: what has to be met."""
    if not sliced.cuts or not is_pure(site, sliced.base):
        return None
    if not is_plain(sliced.base):
        return None if beside is not None else _of_named_base(site, sliced)
    for view, alone in product(views, (False, True)):
        if beside is not None and beside not in _met(site, sliced, view, alone):
            continue
        try:
            return _Masking(site, sliced, view, alone).rewrite()
        except NoFix:
            continue
    return None


def _met(site: Site, sliced: Sliced, view: Whole, alone: bool) -> frozenset[ast.AST]:
    """What is masked along with a slice: asked once for all that might be."""
    asked = ("met", sliced.node, sliced.assumed, type(view), alone, site.function)
    if asked not in site.facts:
        try:
            site.facts[asked] = frozenset(_Masking(site, sliced, type(view)(site, sliced), alone).flow.leaves)
        except NoFix:
            site.facts[asked] = frozenset()
    return site.facts[asked]  # type: ignore[no-any-return]


def views_of(site: Site, sliced: Sliced) -> list[Whole]:
    """The plainest first."""
    views = [Whole(site, sliced)]
    if len(sliced.cuts) == 1 and sliced.rank is not None and sliced.cuts[0].after is not None:
        views.append(Rows(site, sliced))
        with suppress(NoFix):
            views.append(Shifted(site, sliced))
    return views


class _Masking:
    """``alone``: without the slices that might share its mask, but that it does not meet."""

    def __init__(self, site: Site, sliced: Sliced, view: Whole, alone: bool = False) -> None:
        self.site = site
        self.alone = alone
        self.sliced = sliced
        self.view = view
        self.kin = cut_alike(site, view)
        self.flow = self._followed()
        self.leaves = self._leaves()
        if not view.shares:
            view.settle(self.leaves)
            self.kin = [one for one in self.leaves if one is not sliced]
            self.flow = self._followed()
        layout = view.layout(sliced)
        if self.flow.counts or not self.flow.ends:
            raise Escapes
        if view.keeps_axes and any(one != layout for one in self.flow.layouts.values()):
            raise Escapes
        self._check_moves()
        self.lines, mask = view.mask(self.leaves, self._is_hoisted())
        self.phrasing = Phrasing(self.flow, mask)

    def _leaves(self) -> list[Sliced]:
        """The slices that the flow met, in source order."""
        met = [one for one in [self.sliced, *self.kin] if one.node in self.flow.leaves]
        return sorted(met, key=lambda one: (one.node.lineno, one.node.col_offset))

    def _followed(self) -> Flow:
        """From all slices alike that are surely as long, so that they share one mask; else from this one."""
        own, kin = self._said([self.sliced]), {**self._said(self.kin), **self.view.ranges()}
        if not self.view.shares or self.alone:
            return Selection(self.site, own, kin)
        alike = lengths(self.site, self.sliced)
        twins = self._said([one for one in self.kin if lengths(self.site, one) == alike])
        try:
            return Selection(self.site, {**own, **twins}, kin)
        except Escapes:
            return Selection(self.site, own, kin)

    def _said(self, slices: list[Sliced]) -> dict[ast.expr, tuple[str, Layout]]:
        return {one.node: (self.view.text(one), self.view.layout(one)) for one in slices}

    @property
    def _first(self) -> ast.expr:
        """Where the mask is needed first."""
        return min(self.flow.leaves, key=lambda node: (node.lineno, node.col_offset))

    def rewrite(self) -> Rewrite:
        site = self.site
        for end in self.flow.ends:
            self._check_end(end)
        replacements = told_anew(self.phrasing, {})
        exact = all(self._is_exact(end) for end in self.flow.ends)
        counted = len(self.leaves) < len(self.flow.leaves)  # beside ``arange(n)``, n must not be negative
        assumed = assumptions(site, self.leaves)
        exact = exact and not counted and not self.sliced.assumed and not assumed
        safe = exact and self.phrasing.proven and self.view.is_proved(self.leaves, self.flow.ends)
        inexact = [] if safe else [end for end in self.flow.ends if not self._is_exact(end)]
        summary = "; ".join([with_caveats(_SUMMARY, inexact), *assumed])
        return Rewrite(safe_if(safe), summary, below(site, self.lines, self._first, replacements))

    def _is_exact(self, end: End) -> bool:
        """The extremes of no numbers at all are an error, so that only their gradients may differ."""
        extreme = isinstance(end, Reduced) and end.reduction.extreme
        return end.is_exact(None) or (bool(extreme) and kind(self.site, end.operands[0]) in ("i", "b"))

    def _check_end(self, end: End) -> None:
        """A reduction must go over all cut axes."""
        if not self.view.allows(end):
            raise Escapes
        axis = axis_of(end.reduction) if isinstance(end, Reduced) else None
        if axis is not None and self.sliced.assumed and len(self.sliced.indices) == 1:
            raise Escapes  # there may be other axes
        if not self.view.keeps_axes or not isinstance(end, Reduced):
            return
        if axis is not None and not (isinstance(axis, ast.Constant) and axis.value is None):
            self._check_axis(axis)

    def _check_axis(self, axis: ast.expr) -> None:
        nodes = axis.elts if isinstance(axis, (ast.Tuple, ast.List)) else [axis]
        over = [constant(self.site, node) for node in nodes]
        for cut in self.sliced.cuts:
            front = 0 if is_first_of_any(self.sliced) else None
            if self.sliced.rank is not None and cut.after is not None:
                front = self.sliced.rank - 1 - cut.after
            behind = None if cut.after is None else -1 - cut.after
            if not any(number is not None and number in (front, behind) for number in over):
                raise Escapes

    def _last(self) -> ast.expr:
        return max([end.call for end in self.flow.ends], key=lambda node: (node.lineno, node.col_offset))

    def _check_moves(self) -> None:
        """Arrays are read, and an inline mask is made, where the reduction stands: nothing may have changed by then."""
        first, last = self._first, self._last()
        if not all(unchanged(self.site, one.base, first, last) for one in self.leaves):
            raise Escapes

    def _is_hoisted(self) -> bool:
        """The mask gets a name where it is used more than once, or long, or later than its bounds hold."""
        _, text = self.view.mask(self.leaves, False)
        guarded = Phrasing(self.flow, "").guarded
        masked = sum(1 if isinstance(end, Reduced) else len(end.operands) for end in self.flow.ends)
        several = masked + (len(self.flow.leaves) if guarded else 0) > 1
        holds = all(unchanged(self.site, end, self._first, self._last()) for end in self.view.bounds(self.leaves))
        places: list[ast.expr] = [*(one.node for one in self.leaves), *(end.call for end in self.flow.ends)]
        room = has_room(self.site, self._first, places)
        if not holds and not room:
            raise Escapes
        return room and (several or len(text) > LONG or not holds)
