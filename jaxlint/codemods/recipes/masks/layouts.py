"""Where the axis of selected values lies, and what it was in the whole array."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import constant, kind, rank
from jaxlint.codemods.recipes.masks.coverage import goes_with
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.guesses import apparent_rank, assumption, axes_used
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.record import Record
from jaxlint.syntax.nodes import index_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


class Layout(Record):
    """``before`` axes, the ``masked`` ones (0: their number is not known), ``after`` axes; a mask makes one of them.

    ``transposed``: nobody knows how many axes come after.  Of the transposed arrays the masked axes are the last ones,
    so that mask and array broadcast, whatever their ranks.
    """

    before: int
    masked: int
    after: int
    transposed: bool = False

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self._parts() == other._parts()

    def __hash__(self) -> int:
        return hash(self._parts())

    def agrees(self, other: Layout) -> bool:
        """The same, as far as is known."""
        mine, theirs = (self.before, self.after, self.transposed), (other.before, other.after, other.transposed)
        ends = mine == theirs
        return ends and (self.masked == other.masked or 0 in (self.masked, other.masked))

    def _parts(self) -> tuple[int, int, int, bool]:
        return self.before, self.masked, self.after, self.transposed

    @property
    def is_flat(self) -> bool:
        """The mask covers all axes."""
        return self.before == 0 and self.after == 0 and not self.transposed

    @property
    def rank(self) -> int:
        """Of the selected values."""
        return self.before + 1 + self.after

    def where(self, mask: str) -> str:
        """The mask, shaped to go with the whole array."""
        if self.transposed:
            return quote(None, "{}.T", mask)
        return quote(None, "{}[{}]", mask, "..." + ", None" * self.after) if self.after else mask

    def masks(self, axes: tuple[int, ...]) -> bool:
        """Is the axis that the mask made among these?"""
        return self.before in {axis % self.rank for axis in axes}

    def unmasked(self, axes: tuple[int, ...]) -> tuple[int, ...]:
        """The same axes of the whole array; those that the mask made one, in full."""
        found: list[int] = []
        for axis in sorted(axis % self.rank for axis in axes):
            if axis == self.before:
                found += range(axis, axis + self.masked)
            else:
                found.append(axis if axis < self.before else axis + self.masked - 1)
        return tuple(found)


FLAT = Layout(0, 1, 0)
ALL = -1  # axes of a mask, as ``argwhere`` puts their indices side by side


class Reading:
    """``base[mask]`` or ``base.at[mask]``: ``whole``, the same without the mask; ``layout``; ``index``: what remains
    of the index; ``proven``: the ranks are known; ``assumed``: what is said where they are guessed."""

    __slots__ = ("assumed", "base", "index", "layout", "node", "proven", "whole")

    def __init__(self, site: Site, node: ast.expr, base: ast.expr, mask: ast.expr, covers: bool) -> None:
        self.node = node
        self.base = base
        self.index = self.assumed = ""
        self.proven = True
        self.whole = site.text(base)
        self.layout = FLAT
        if isinstance(node, ast.Subscript):
            self._read(site, node, mask, covers)

    def assume_rank(self, site: Site, mask: ast.expr, all_axes: bool = False) -> None:
        """A mask of unknown rank is taken to have the axes that it seems to have: one, if nothing tells.

        ``all_axes``: and what it selects from to have no more.
        """
        if all_axes and self.layout.transposed:
            self.layout, self.whole = Layout(0, 0, 0), site.text(self.base)
            self.assumed = f"{code_at(site, mask)} is assumed to have the axes of {code_at(site, self.base)}"
        if not self.layout.masked:
            self.layout = Layout(0, apparent_rank(site, mask) or 1, 0, self.layout.transposed)
            self.proven = False

    def turned_back(self, text: str) -> str:
        """What was made of ``whole``, its axes in the order of the base."""
        return quote(None, "{}.T", text) if self.layout.transposed else text

    def _read(self, site: Site, node: ast.Subscript, mask: ast.expr, covers: bool) -> None:
        indices = index_parts(node)
        place = indices.index(mask)
        kinds = [_index_kind(site, index) if index is not mask else "mask" for index in indices]
        own, full = rank(site, mask), rank(site, self.base)
        own = 1 if own is None and full == 1 else own  # it has no more axes than what it selects from
        if covers and len(indices) == 1:
            self.layout = Layout(0, own or 0, 0)
            return
        if own is None or full is None:
            self.proven = False
            own, full = _apparent_ranks(site, self.base, mask, axes_used(site, node), kinds)
            if (
                own == full
                and kinds == ["mask"]
                and None in (apparent_rank(site, mask), apparent_rank(site, self.base))
            ):
                if goes_with(site, node, mask):
                    self.layout = Layout(0, 0, 0)
                    self.assumed = f"{code_at(site, mask)} is assumed to have the axes of {code_at(site, self.base)}"
                else:
                    self.layout, self.whole = Layout(0, 0, 0, transposed=True), quote(site, "{}.T", self.base)
                return
            self.assumed = assumption(site, mask, own)
        if full < own or not own:
            raise Escapes
        before = _before(kinds, place, full - own)
        numbers = kinds.count("int")
        self.layout = Layout(before, own, full - own - before - numbers)
        self.index = _without(site, indices, mask, own)
        if self.index:
            self.whole = quote(site, "{}[{}]", self.whole, self.index)


def _apparent_ranks(site: Site, base: ast.expr, mask: ast.expr, used: int, kinds: list[str]) -> tuple[int, int]:
    """Of a mask and what it selects from; ``used``: so many axes of the selection are spoken of."""
    own, full = apparent_rank(site, mask), apparent_rank(site, base)
    slices, numbers = kinds.count("slice"), kinds.count("int")
    rows = used > 1 + slices
    if own is None:
        own = max(1, (full or 1) - slices - numbers - rows)
    return own, max(full or 0, own + rows + slices + numbers)


def _index_kind(site: Site, index: ast.expr) -> str:
    if isinstance(index, ast.Slice):
        return "slice"
    if isinstance(index, ast.Constant) and index.value is Ellipsis:
        return "ellipsis"
    if rank(site, index) == 0 and kind(site, index) == "i":
        return "int"
    number = constant(site, index)
    if isinstance(number, int) and not isinstance(number, bool):
        return "int"
    raise Escapes


def _before(kinds: list[str], place: int, others: int) -> int:
    """How many axes of the result precede the one that the mask makes."""
    numbers = [position for position, kind in enumerate(kinds) if kind == "int"]
    between = kinds[min([place, *numbers]) : max([place, *numbers]) + 1]
    if "slice" in between or "ellipsis" in between or kinds.count("ellipsis") > 1:
        raise Escapes  # its axis comes first then
    before = kinds[:place]
    if "ellipsis" in before:
        return others - sum(kind in ("int", "slice") for kind in kinds[place + 1 :]) - before.count("int")
    return before.count("slice")


def _without(site: Site, indices: list[ast.expr], mask: ast.expr, own: int) -> str:
    """``1`` of ``1, mask``; nothing of ``:, mask``."""
    parts: list[str] = []
    for index in indices:
        parts += [":"] * own if index is mask else [site.text(index)]
    while parts and parts[-1] in (":", "..."):
        parts.pop()
    return ", ".join(parts)


def axes_given(site: Site, node: ast.expr | None) -> tuple[int, ...] | None:
    """The numbers of an ``axis`` argument; None: all of them."""
    if node is None or (isinstance(node, ast.Constant) and node.value is None):
        return None
    parts = node.elts if isinstance(node, (ast.Tuple, ast.List)) else [node]
    return tuple(_number(site, part) for part in parts)


def _number(site: Site, node: ast.expr) -> int:
    number = constant(site, node)
    if not isinstance(number, int) or isinstance(number, bool):
        raise Escapes
    return number
