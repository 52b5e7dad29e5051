"""Where masked values go: from reads through one mask to the reductions that end them."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis import smoothness
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.end import End
    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.recipes.masks.named import Named
    from jaxlint.codemods.site import Site

    Leaves = dict[ast.expr, tuple[str, Layout]]  # a masked read, how it is said unmasked, and how it lies


class Flow:
    """``leaves``: the reads; ``layouts``: of all nodes met; ``counts``: where it is asked how many are selected."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.leaves: dict[ast.expr, str] = {}
        self.layouts: dict[ast.AST, Layout] = {}
        self.positions: dict[ast.expr, int] = {}  # leaves that are indices themselves, along this axis of the mask
        self.along: dict[ast.expr, int] = {}  # leaves that lie along this one of several axes
        self.names: list[Named] = []
        self.ends: list[End] = []
        self.counts: list[ast.expr] = []

    @property
    def masked(self) -> int:
        """So many axes has the mask."""
        return next((layout.masked for layout in self.layouts.values()), 0)

    @property
    def selected(self) -> set[ast.AST]:
        return set(self.layouts)

    def named(self, node: ast.AST) -> Named | None:
        """The name of a masked value that is read here."""
        return next((one for one in self.names if node in one.reads), None)

    def axes_of(self, operand: ast.expr) -> set[int]:
        """The axes of the mask along which a masked value lies."""
        found: set[int] = set()
        for node in walk(operand):
            named = self.named(node)
            if node in self.leaves:
                found |= {self.along[node]} if node in self.along else set(range(self.masked))
            elif named is not None:
                found |= self.axes_of(named.value)
        return found

    def steps(self) -> list[ast.expr]:
        """All that is computed of masked values, one row for each."""
        apart = (ast.Name, ast.Assign)
        return [node for node in self.layouts if node not in self.leaves and not isinstance(node, apart)]  # type: ignore[misc]

    def worst(self) -> int:
        return max([smoothness.smoothness(self.site, node, self.selected) for node in self.steps()], default=0)
