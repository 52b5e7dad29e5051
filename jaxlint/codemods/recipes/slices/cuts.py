"""Slices with traced bounds, axis by axis: what is cut, where the axis lies, what the array is without the cut."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.affine import is_static
from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.proof import aval, constant, is_array, rank
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.record import Record
from jaxlint.tracing.values.value import Const, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


class Cut(Record):
    """One slice.  ``axis``: of the base; ``after``: how many axes of the result follow its own, None if unknown."""

    axis: int
    after: int | None
    bounds: ast.Slice
    size: str
    step: int = 1

    @property
    def ends(self) -> list[ast.expr]:
        return [end for end in (self.bounds.lower, self.bounds.upper) if end is not None]

    @property
    def mark(self) -> tuple[object, ...]:
        """The same for slices that select the same positions of arrays that are equally long."""
        ends = [None if end is None else ast.dump(end) for end in (self.bounds.lower, self.bounds.upper)]
        return (*ends, self.after, self.step)

    def positions(self, arange: str) -> str:
        """Where in the axis the elements lie that remain without the traced bounds."""
        if self.step == 1:
            return f"{arange}({self.size})"
        if self.step < 0:
            return f"{arange}({self.size})[::{self.step}]"
        return f"{arange}({self._first}, {self.size}, {self.step})"

    @property
    def uncut(self) -> str:
        """The slice without its traced bounds."""
        if self.step == 1:
            return ":"
        return f"{self._first or ''}::{self.step}"

    @property
    def _first(self) -> int:
        """Where a grid of steps begins."""
        lower = self.bounds.lower.value if isinstance(self.bounds.lower, ast.Constant) and self.step > 1 else 0
        return lower if isinstance(lower, int) else 0


class Sliced:
    """``base[...]`` with traced slices.  ``text``: the same with all of each cut axis; ``rank``: of the result.

    ``assumed``: an array of unknown rank is taken to have as many axes as there are indices.
    ``called``: a name that the base is given beforehand.
    """

    def __init__(
        self, site: Site, node: ast.Subscript, base: ast.expr | None = None, assumed: bool = False, called: str = ""
    ) -> None:
        self.site = site
        self.node = node
        self.base = base or node.value
        self.indices = list(node.slice.elts) if isinstance(node.slice, ast.Tuple) else [node.slice]
        self.called = called or site.text(self.base)
        self.full = rank(site, self.base)
        self.assumed = assumed and self.full is None and not any(_is_ellipsis(index) for index in self.indices)
        if not all(isinstance(index, ast.Slice) or self._is_simple(index) for index in self.indices):
            raise NoFix
        if self.assumed:
            self.full, _ = self._count(self.indices)
        self.rank = self._result_rank()
        self.cuts = [
            self._cut(position, index)
            for position, index in enumerate(self.indices)
            if isinstance(index, ast.Slice) and not _is_fixed(site, index)
        ]
        self.text = self.said()

    def _is_simple(self, index: ast.expr) -> bool:
        """An integer, None or an ellipsis."""
        if isinstance(index, ast.Constant):
            return index.value in (None, Ellipsis) or type(index.value) is int
        value = self.site.value(index)
        if isinstance(value, Const):
            return type(value.value) is int
        integer = aval(self.site, index).kind == "i" and rank(self.site, index) == 0
        return (isinstance(value, Static) and value.type == "int") or (is_array(self.site, index) and integer)

    def _count(self, indices: list[ast.expr]) -> tuple[int, int]:
        """How many axes of the base some indices take, and how many of the result they make."""
        takes = sum(not _is_new_axis(index) and not _is_ellipsis(index) for index in indices)
        makes = sum(isinstance(index, ast.Slice) or _is_new_axis(index) for index in indices)
        return takes, makes

    def _result_rank(self) -> int | None:
        takes, makes = self._count(self.indices)
        return None if self.full is None else self.full - takes + makes

    def _cut(self, position: int, bounds: ast.Slice) -> Cut:
        step = 1 if bounds.step is None else constant(self.site, bounds.step)
        if not isinstance(step, int) or not step or not _is_grid(bounds, step):
            raise NoFix
        if not all(is_pure(self.site, end) for end in (bounds.lower, bounds.upper) if end is not None):
            raise NoFix
        before, behind = self.indices[:position], self.indices[position + 1 :]
        takes, makes = self._count(behind)
        after: int | None = makes
        if any(_is_ellipsis(index) for index in before):
            axis = -takes - 1
        else:
            axis, _ = self._count(before)
            after = None if self.full is None else makes + self.full - axis - 1 - takes
        return Cut(axis, after, bounds, quote(self.site, "{}.shape[{}]", self.called, axis), step)

    def said(self, instead: str = "") -> str:
        """The same with another slice in place of each that is cut, or with all of its axis."""
        cut = {one.bounds: one for one in self.cuts}
        said = [
            instead or cut[index].uncut if isinstance(index, ast.Slice) and index in cut else self.site.text(index)
            for index in self.indices
        ]
        while said and said[-1] in (":", "..."):
            said.pop()
        base = self.called
        return f"{base}[{', '.join(said)}]" if said else base


def _is_grid(bounds: ast.Slice, step: int) -> bool:
    """Do the elements lie at places that are known, but for where they begin and end?"""
    if step > 1:
        return bounds.lower is None or (isinstance(bounds.lower, ast.Constant) and isinstance(bounds.lower.value, int))
    return abs(step) == 1 or bounds.lower is None


def _is_new_axis(index: ast.expr) -> bool:
    return isinstance(index, ast.Constant) and index.value is None


def _is_ellipsis(index: ast.expr) -> bool:
    return isinstance(index, ast.Constant) and index.value is Ellipsis


def _is_fixed(site: Site, bounds: ast.Slice) -> bool:
    return all(end is None or is_static(site, end) for end in (bounds.lower, bounds.upper, bounds.step))


def is_first_of_any(sliced: Sliced) -> bool:
    """``x[:n]`` and no more, of an array of unknown rank: its mask can be shaped by the rank that it has."""
    return sliced.full is None and len(sliced.indices) == 1
