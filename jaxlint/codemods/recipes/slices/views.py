"""How the slices of one flow are told anew: how each lies in memory, what it is without its cut, under which mask."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import is_plain, unchanged
from jaxlint.codemods.recipes.analysis.proof import size_of
from jaxlint.codemods.recipes.masks.ends import Reduced
from jaxlint.codemods.recipes.masks.layouts import Layout
from jaxlint.codemods.recipes.masks.place_ends import Element
from jaxlint.codemods.recipes.slices.cuts import Sliced
from jaxlint.codemods.recipes.slices.positions import mask_number, position_mask
from jaxlint.codemods.recipes.slices.spans import ranges_beside
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.end import End
    from jaxlint.codemods.site import Site


class Stretch(Layout):
    """A slice keeps its axes, and its mask is written with them; ``after``: of those behind the last cut."""

    __slots__ = ("_rank",)

    def __init__(self, sliced: Sliced) -> None:
        super().__init__(0, 1, min([cut.after or 0 for cut in sliced.cuts]))
        self._rank = sliced.rank or 0

    def _parts(self) -> tuple[int, int, int, bool]:
        return -1, self._rank, self.after, False

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


class Whole:
    """The whole arrays under one mask that has their axes; only reductions over all cut axes may end the flow."""

    keeps_axes = True
    shares = True  # one mask, with slices alike that are met elsewhere

    def __init__(self, site: Site, sliced: Sliced) -> None:
        self.site = site
        self.sliced = sliced

    def settle(self, leaves: list[Sliced]) -> None:
        """These slices are told together."""

    def layout(self, one: Sliced) -> Layout:
        return Stretch(one)

    def text(self, one: Sliced) -> str:
        return one.text

    def is_kin(self, one: Sliced) -> bool:
        """Cut at the same bounds, from the same axes."""
        return one.rank == self.sliced.rank and _marks(one) == _marks(self.sliced)

    def ranges(self) -> dict[ast.expr, tuple[str, Layout]]:
        """``jnp.arange(n)`` where it counts the elements of a slice."""
        return {}

    def allows(self, end: End) -> bool:
        return isinstance(end, Reduced)

    def mask(self, leaves: list[Sliced], named: bool) -> tuple[list[str], str]:
        """Statements, and what to call the mask."""
        first = leaves[0]
        return position_mask(self.site, first, mask_number(self.site, first) if named else 0)

    def is_proved(self, leaves: list[Sliced], ends: list[End]) -> bool:
        """All slices of one length, wherever the original runs."""
        del ends
        return all(lengths(self.site, one) == lengths(self.site, self.sliced) for one in leaves)

    def bounds(self, leaves: list[Sliced]) -> list[ast.expr]:
        """What the mask is made of."""
        del leaves
        return [bound for cut in self.sliced.cuts for bound in cut.ends]


class Rows(Whole):
    """One cut axis, of which a mask of one axis selects as any other mask would: rows may be multiplied and reduced."""

    keeps_axes = False

    def layout(self, one: Sliced) -> Layout:
        after = one.cuts[0].after or 0
        return Layout((one.rank or 1) - 1 - after, 1, after)

    def is_kin(self, one: Sliced) -> bool:
        return len(one.cuts) == 1 and one.rank is not None and _marks(one)[0][:2] == _marks(self.sliced)[0][:2]

    def ranges(self) -> dict[ast.expr, tuple[str, Layout]]:
        sliced, (cut,) = self.sliced, self.sliced.cuts
        if sliced.rank != 1 or cut.step != 1:
            return {}
        text = quote(self.site, "jnp.arange({})", cut.size)
        if cut.bounds.lower is not None:
            text = quote(self.site, "{} - {}", text, cut.bounds.lower)
        return {call: (text, self.layout(sliced)) for call in ranges_beside(self.site, sliced)}

    def allows(self, end: End) -> bool:
        return not isinstance(end, Element)

    def mask(self, leaves: list[Sliced], named: bool) -> tuple[list[str], str]:
        first = leaves[0]
        return position_mask(self.site, first, mask_number(self.site, first) if named else 0, with_axes=False)


def cut_alike(site: Site, view: Whole) -> list[Sliced]:
    """Other slices that the view can tell together with its own."""
    own, found = view.sliced, []
    for other in walk(site.function or site.module.tree):
        if not isinstance(other, ast.Subscript) or other is own.node or not isinstance(other.ctx, ast.Load):
            continue
        try:
            one = Sliced(site, other, assumed=own.assumed)
        except NoFix:
            continue
        first, last = sorted([own.node, other], key=lambda node: (node.lineno, node.col_offset))
        pairs = zip(lengths(site, one), lengths(site, own), strict=False)
        if any(mine != theirs and isinstance(mine, int) and isinstance(theirs, int) for mine, theirs in pairs):
            continue
        holds = all(unchanged(site, end, first, last) for end in view.bounds([own, one]))
        if view.is_kin(one) and is_plain(one.base) and holds:
            found.append(one)
    return found


def lengths(site: Site, sliced: Sliced) -> list[object]:
    return [size_of(site, sliced.base, cut.axis) for cut in sliced.cuts]


def _marks(sliced: Sliced) -> list[tuple[object, ...]]:
    return [cut.mark for cut in sliced.cuts]
