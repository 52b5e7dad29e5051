"""Slices that are equally long but begin at different places, met by one another: ``x[1:n] - x[: n - 1]``.

Where all begin at numbers, the whole arrays are cut there (``x[1:] - x[:-1]``); else they are rolled to the front.
"""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.affine import polynomial
from jaxlint.codemods.recipes.analysis.ranges import range_of
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.slices.cuts import Sliced
from jaxlint.codemods.recipes.slices.positions import Bound, mask_number
from jaxlint.codemods.recipes.slices.spans import Run
from jaxlint.codemods.recipes.slices.views import Rows
from jaxlint.codemods.recipes.wording.fresh_names import local_name
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.end import End
    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.site import Site


class Shifted(Rows):
    """``most``: the last place that a slice begins at, where all are numbers; else None."""

    shares = False

    def __init__(self, site: Site, sliced: Sliced) -> None:
        super().__init__(site, sliced)
        self.run = Run(site, sliced)
        self.runs: dict[ast.Subscript, Run] = {}
        self.most: int | None = None

    def is_kin(self, one: Sliced) -> bool:
        try:
            run = Run(self.site, one)
        except NoFix:
            return False
        return run.width.equals(self.run.width) and run.length.equals(self.run.length) and one.rank == self.sliced.rank

    def ranges(self) -> dict[ast.expr, tuple[str, Layout]]:
        return {}

    def settle(self, leaves: list[Sliced]) -> None:
        self.runs = {one.node: Run(self.site, one) for one in leaves}
        starts = [run.start for run in self.runs.values()]
        if all(start.equals(starts[0]) for start in starts):
            raise Escapes
        numbers = [start.number for start in starts]
        known = [number for number in numbers if number is not None]
        self.most = max(known) if len(known) == len(numbers) else None

    def text(self, one: Sliced) -> str:
        run = self.runs.get(one.node)
        if run is None:
            return one.text
        if self.most is not None and run.start.number is not None:
            number = run.start.number
            return one.said(f"{number or ''}:{number - self.most or ''}")
        if run.is_first or run.bounds.lower is None:
            return one.text
        axis = [] if one.rank == 1 else [f"axis={self.layout(one).before}"]
        return quote(self.site, "jnp.roll({}, {}, *{})", one.text, self._back(run.bounds.lower), axis)

    def _back(self, lower: ast.expr) -> str:
        """By how much the array is rolled."""
        if isinstance(lower, ast.UnaryOp) and isinstance(lower.op, ast.USub):
            return self.site.text(lower.operand)
        return quote(self.site, "-{}", lower)

    def mask(self, leaves: list[Sliced], named: bool) -> tuple[list[str], str]:
        number = mask_number(self.site, leaves[0]) if named else 0
        size = self.runs[leaves[0].node].cut.size
        stop, is_plain = self._stop(leaves)
        lines = []
        if named and not is_plain:
            name = local_name(self.site, "stop", number)
            lines.append(f"{name} = {stop}")
            stop = name
        places = f"{size} - {self.most}" if self.most else size
        text = quote(self.site, "jnp.arange({}) < {}", places, stop)
        if not named:
            return [], text
        name = local_name(self.site, "mask", number)
        return [*lines, f"{name} = {text}"], name

    def _stop(self, leaves: list[Sliced]) -> tuple[str, bool]:
        """How long the slices are; True where it is said without a choice by sign."""
        runs = [self.runs[one.node] for one in leaves]
        runs = sorted([run for run in runs if run.bounds.upper is not None], key=lambda run: not run.is_first)
        if not runs or runs[0].bounds.upper is None:
            raise NoFix
        run, upper = runs[0], runs[0].bounds.upper
        if run.is_first:
            end = Bound(self.site, upper, run.cut.size)
            return end.text, end.is_plain
        if run.start.number is not None:
            end = Bound(self.site, upper, run.cut.size)
            return quote(self.site, "{} - {}", end.text, run.start.number), end.is_plain
        for part in walk(upper):
            known = polynomial(self.site, part) if isinstance(part, ast.expr) else None
            if known is not None and known.equals(run.width):
                return self.site.text(part), True
        assert run.bounds.lower is not None
        return quote(self.site, "{} - {}", upper, run.bounds.lower), True

    def is_proved(self, leaves: list[Sliced], found: list[End]) -> bool:
        """Slices that one step joins are equally long, or one of them has length 1: that must not be.

        Of those that are rolled, only the rest of an array (``x[i:]``) is surely not cut off.
        """
        if len(found) != 1:
            return False
        length = self.run.length
        if self.most is not None:
            return length.number is not None and length.number >= self.most + 2
        return all(self._is_rest(run) for run in self.runs.values() if not run.is_first)

    def _is_rest(self, run: Run) -> bool:
        return (
            run.bounds.upper is None
            and run.bounds.lower is not None
            and range_of(self.site, run.bounds.lower).fits(run.length)
        )

    def bounds(self, leaves: list[Sliced]) -> list[ast.expr]:
        return [end for one in leaves for cut in one.cuts for end in cut.ends]
