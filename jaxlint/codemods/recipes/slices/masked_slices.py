"""``x[:n]``, ``x[a:b]``, on any axis and through names and elementwise steps, then reduced: a mask of positions."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_plain, is_pure, unchanged
from jaxlint.codemods.recipes.analysis.proof import constant, kind, size_of
from jaxlint.codemods.recipes.masks.end import End
from jaxlint.codemods.recipes.masks.ends import Reduced
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.layouts import Layout
from jaxlint.codemods.recipes.masks.phrasing import Phrasing, told_anew
from jaxlint.codemods.recipes.masks.reductions import axis_of
from jaxlint.codemods.recipes.masks.selection import Flow
from jaxlint.codemods.recipes.slices.cuts import Sliced, Unclear, is_first_of_any
from jaxlint.codemods.recipes.slices.positions import LONG, mask_number, position_mask
from jaxlint.codemods.recipes.wording.hoisting import below, has_room
from jaxlint.codemods.rewrite import Rewrite
from jaxlint.syntax.module import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "reduce the whole array under a mask of positions"


class Stretch(Layout):
    """A slice keeps its axes, and its mask is written with them; ``after``: of those behind the last cut."""

    __slots__ = ("_rank",)

    def __init__(self, sliced: Sliced) -> None:
        super().__init__(0, 1, min([cut.after or 0 for cut in sliced.cuts]))
        self._rank = sliced.rank or 0

    def _parts(self) -> tuple[int, int, int]:
        return -1, self._rank, self.after

    @property
    def is_flat(self) -> bool:
        return False

    @property
    def rank(self) -> int:
        return self._rank

    def where(self, mask: str) -> str:
        return mask

    def masks(self, axes: tuple[int, ...]) -> bool:
        del axes  # each reduction is an end
        return True


def masked_slice(site: Site, node: ast.Subscript, of_any_rank: bool = False) -> Rewrite | None:
    """All that becomes of the slice, said with a mask; None where the slice itself is needed."""
    try:
        sliced = Sliced(site, node)
        if any(cut.after is None for cut in sliced.cuts) and not (of_any_rank and is_first_of_any(sliced)):
            return None
        if not sliced.cuts or not is_pure(site, node.value) or not is_plain(node.value):
            return None
        return _Masking(site, sliced).rewrite()
    except (Unclear, Escapes):
        return None


class _Masking:
    def __init__(self, site: Site, sliced: Sliced) -> None:
        self.site = site
        self.sliced = sliced
        self.layout = Stretch(sliced)
        self.kin = self._kin()
        self.flow = self._followed()
        if self.flow.counts or not self.flow.ends or any(one != self.layout for one in self.flow.layouts.values()):
            raise Escapes
        self.leaves = [one for one in [sliced, *self.kin] if one.node in self.flow.leaves]
        self.leaves.sort(key=lambda one: (one.node.lineno, one.node.col_offset))
        self._check_moves()
        lines, mask = position_mask(site, self._first, mask_number(site, self._first) if self._is_hoisted() else 0)
        self.lines = lines
        self.phrasing = Phrasing(self.flow, mask)

    def _followed(self) -> Flow:
        """From all slices alike that are surely as long, so that they share one mask; else from this one."""
        own, kin = self._said([self.sliced]), self._said(self.kin)
        lengths = _lengths(self.site, self.sliced)
        twins = self._said([one for one in self.kin if _lengths(self.site, one) == lengths])
        try:
            return Flow(self.site, {**own, **twins}, kin)
        except Escapes:
            return Flow(self.site, own, kin)

    def _said(self, slices: list[Sliced]) -> dict[ast.expr, tuple[str, Layout]]:
        return {one.node: (one.text, self.layout) for one in slices}

    @property
    def _first(self) -> Sliced:
        return self.leaves[0]

    def rewrite(self) -> Rewrite:
        site = self.site
        for end in self.flow.ends:
            self._check_end(end)
        replacements = told_anew(self.phrasing, {})
        exact = all(self._is_exact(end) for end in self.flow.ends)
        safe = exact and self.phrasing.proven and self._is_proved()
        return Rewrite("safe" if safe else "unsafe", _SUMMARY, below(site, self.lines, self._first.node, replacements))

    def _is_exact(self, end: End) -> bool:
        """The extremes of no numbers at all are an error, so that only their gradients may differ."""
        extreme = isinstance(end, Reduced) and end.reduction.extreme
        return end.is_exact(None) or (bool(extreme) and kind(self.site, end.operands[0]) in ("i", "b"))

    def _is_proved(self) -> bool:
        return all(_lengths(self.site, one) == _lengths(self.site, self.sliced) for one in self.leaves)

    def _kin(self) -> list[Sliced]:
        """Other arrays cut at the same bounds."""
        marks = [cut.mark for cut in self.sliced.cuts]
        found = []
        for other in walk(self.site.function or self.site.module.tree):
            if not isinstance(other, ast.Subscript) or other is self.sliced.node or not isinstance(other.ctx, ast.Load):
                continue
            try:
                one = Sliced(self.site, other)
            except Unclear:
                continue
            first, last = sorted([self.sliced.node, other], key=lambda node: (node.lineno, node.col_offset))
            lengths = zip(_lengths(self.site, one), _lengths(self.site, self.sliced), strict=False)
            if any(mine != theirs and isinstance(mine, int) and isinstance(theirs, int) for mine, theirs in lengths):
                continue
            alike = one.rank == self.sliced.rank and [cut.mark for cut in one.cuts] == marks
            if alike and is_plain(one.base) and all(unchanged(self.site, end, first, last) for end in self._all_ends()):
                found.append(one)
        return found

    def _all_ends(self) -> list[ast.expr]:
        return [bound for cut in self.sliced.cuts for bound in cut.ends]

    def _check_end(self, end: End) -> None:
        """A reduction must go over all cut axes."""
        if not isinstance(end, Reduced):
            raise Escapes
        axis = axis_of(end.reduction)
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
        first, last = self._first.node, self._last()
        if not all(unchanged(self.site, one.base, first, last) for one in self.leaves):
            raise Escapes

    def _is_hoisted(self) -> bool:
        """The mask gets a name where it is used more than once, or long, or later than its bounds hold."""
        _, text = position_mask(self.site, self._first)
        guarded = Phrasing(self.flow, "").guarded
        several = len(self.flow.ends) + (len(self.flow.leaves) if guarded else 0) > 1
        holds = all(unchanged(self.site, end, self._first.node, self._last()) for end in self._all_ends())
        places: list[ast.expr] = [*(one.node for one in self.leaves), *(end.call for end in self.flow.ends)]
        room = has_room(self.site, self._first.node, places)
        if not holds and not room:
            raise Escapes
        return room and (several or len(text) > LONG or not holds)


def _lengths(site: Site, sliced: Sliced) -> list[object]:
    return [size_of(site, sliced.base, cut.axis) for cut in sliced.cuts]
