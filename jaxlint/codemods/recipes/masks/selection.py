"""Follows masked values (``x[m]``, ``q[i]`` with i from where) to the reductions that end them.

Where every path ends in one, nothing depends on how many values the mask selects, and the same can be said
of the whole arrays: elementwise steps as they are, and the reduction with ``where=``.
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis import smoothness
from jaxlint.codemods.recipes.analysis.bindings import runs_after, sole_assignment, uses
from jaxlint.codemods.recipes.analysis.proof import rank
from jaxlint.codemods.recipes.masks.ends import End, end_of
from jaxlint.codemods.recipes.masks.layouts import Escapes, Layout
from jaxlint.codemods.recipes.masks.rowwise import row_step
from jaxlint.syntax.module import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

    Leaves = dict[ast.expr, tuple[str, Layout]]  # a masked read, how it is said unmasked, and how it lies


class Flow:
    """``kin``: reads through the same mask that are not met yet.  ``layouts``: of all nodes met.

    ``writes``: ends known beforehand, by their operand.
    """

    def __init__(self, site: Site, leaves: Leaves, kin: Leaves, writes: dict[ast.expr, End] | None = None) -> None:
        self.site = site
        self.leaves: dict[ast.expr, str] = {}
        self.layouts: dict[ast.AST, Layout] = {}
        self.positions: dict[ast.expr, int] = {}  # leaves that are indices themselves, along this axis of the mask
        self.names: dict[str, ast.Assign] = {}
        self.ends: list[End] = []
        self.counts: list[ast.expr] = []
        self._known = {**leaves, **kin}
        self._open: list[tuple[ast.expr, Layout]] = [(leaf, layout) for leaf, (_, layout) in leaves.items()]
        self._writes = writes or {}
        for operand in self._writes:
            self._adopt(operand)
        while self._open:
            self._follow(*self._open.pop())
        for end in self.ends:
            if not all(operand in self.layouts for operand in end.operands):
                raise Escapes

    @property
    def masked(self) -> int:
        """So many axes has the mask."""
        return next((layout.masked for layout in self.layouts.values()), 0)

    @property
    def selected(self) -> set[ast.AST]:
        return set(self.layouts)

    def _follow(self, node: ast.expr, layout: Layout) -> None:
        if node in self.layouts:
            if self.layouts[node] != layout:
                raise Escapes
            return
        if (rank(self.site, node) or layout.rank) != layout.rank and layout.masked:
            raise Escapes
        self.layouts[node] = layout
        if node in self._known:
            self.leaves[node] = self._known[node][0]
        parent = self.site.module.parents[node]
        if isinstance(parent, ast.Assign):
            self._name(parent, layout)
            return
        counted = count_around(self.site, node, layout)
        if counted is not None:
            self.counts.append(counted)
            return
        end = self._writes.get(node) or end_of(self.site, node, layout)
        if end is not None:
            if all(end.call is not other.call for other in self.ends):
                self.ends.append(end)
            for operand in end.operands:
                self._adopt(operand)
            return
        step = row_step(self.site, node, layout)
        if step is None:
            raise Escapes
        self._open.append(step)
        self._adopt(step[0])

    def _name(self, statement: ast.Assign, layout: Layout) -> None:
        """``y = x[m]``: all reads of y go on from here."""
        target = statement.targets[0]
        if not isinstance(target, ast.Name) or sole_assignment(self.site, target.id) is not statement:
            raise Escapes
        self.names[target.id] = statement
        for read in uses(self.site, target.id).reads:
            if not runs_after(self.site, read, statement):
                raise Escapes
            self._open.append((read, layout))

    def _adopt(self, step: ast.expr) -> None:
        """Other operands may be masked alike."""
        for node in walk(step):
            if node in self._known:
                self._open.append((node, self._known[node][1]))
            elif isinstance(node, ast.Name) and node.id not in self.names:
                statement = sole_assignment(self.site, node.id)
                if statement is not None and any(below in self._known for below in walk(statement.value)):
                    self._adopt(statement.value)

    def steps(self) -> list[ast.expr]:
        """All that is computed of masked values, one row for each."""
        apart = (ast.Name, ast.Assign)
        return [node for node in self.layouts if node not in self.leaves and not isinstance(node, apart)]  # type: ignore[misc]

    def worst(self) -> int:
        return max([smoothness.smoothness(self.site, node, self.selected) for node in self.steps()], default=0)


def count_around(site: Site, node: ast.expr, layout: Layout) -> ast.expr | None:
    """``len(node)`` or ``node.shape[0]`` around a masked value: how many were selected."""
    parent = site.module.parents[node]
    if isinstance(parent, ast.Call) and parent.args == [node] and isinstance(parent.func, ast.Name):
        return parent if parent.func.id == "len" and not layout.before else None
    if not isinstance(parent, ast.Attribute):
        return None
    above = site.module.parents[parent]
    if parent.attr == "shape" and isinstance(above, ast.Subscript) and above.value is parent:
        axis = above.slice.value if isinstance(above.slice, ast.Constant) else None
        return above if axis == layout.before else None
    return parent if parent.attr == "size" and (layout.is_flat or rank(site, node) == 1) else None
