"""Follows masked values (``x[m]``, ``q[i]`` with i from where) to the reductions that end them.

Where every path ends in one, nothing depends on how many values the mask selects, and the same can be said
of the whole arrays: elementwise steps as they are, and the reduction with ``where=``.
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import rank
from jaxlint.codemods.recipes.analysis.reaching import given_value
from jaxlint.codemods.recipes.masks.end import End
from jaxlint.codemods.recipes.masks.ends import end_of
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.flow import Flow
from jaxlint.codemods.recipes.masks.layouts import Layout
from jaxlint.codemods.recipes.masks.named import binding_around
from jaxlint.codemods.recipes.masks.rowwise import row_step
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.recipes.masks.flow import Leaves
    from jaxlint.codemods.recipes.masks.taken import Taken
    from jaxlint.codemods.site import Site


class Selection(Flow):
    """Follows reads through one mask.  ``kin``: reads through the same mask that are not met yet.

    ``writes``: ends known beforehand, by their operand; ``taken``: whether a call takes a masked value as it is.
    """

    def __init__(
        self,
        site: Site,
        leaves: Leaves,
        kin: Leaves,
        writes: dict[ast.expr, End] | None = None,
        taken: Callable[[Site, ast.expr], Taken | None] | None = None,
    ) -> None:
        super().__init__(site)
        self._known = {**leaves, **kin}
        self._open: list[tuple[ast.expr, Layout]] = [(leaf, layout) for leaf, (_, layout) in leaves.items()]
        self._adopted: set[ast.expr] = set()
        self._writes = writes or {}
        self._taken = taken
        for operand in self._writes:
            self._adopt(operand)
        while self._open:
            node, layout = self._open.pop()
            try:
                self._follow(node, layout)
            except Escapes as stop:
                stop.at = stop.at or node
                raise
        for end in self.ends:
            if not all(operand in self.layouts for operand in end.operands):
                raise Escapes

    def _follow(self, node: ast.expr, layout: Layout) -> None:
        if node in self.layouts:
            if not self.layouts[node].agrees(layout):
                raise Escapes
            return
        if (rank(self.site, node) or layout.rank) != layout.rank and layout.masked:
            raise Escapes
        self.layouts[node] = layout
        if node in self._known:
            self.leaves[node] = self._known[node][0]
        end = self._writes.get(node)
        named = None if end is not None else binding_around(self.site, node)
        if named is not None:
            self.names.append(named)
            self._open += [(read, layout) for read in named.reads]
            return
        counted = None if end is not None else count_around(self.site, node, layout)
        if counted is not None:
            self.counts.append(counted)
            return
        end = end or end_of(self.site, node, layout)
        if end is not None:
            if all(end.call is not other.call for other in self.ends):
                self.ends.append(end)
            for operand in end.operands:
                self._adopt(operand)
            return
        step = row_step(self.site, node, layout)
        if step is None:
            self._take(node)
            return
        self._open.append(step)
        self._adopt(step[0])

    def _take(self, node: ast.expr) -> None:
        """A call that gets the value, and perhaps others that are masked alike."""
        call = None if self._taken is None else self._taken(self.site, node)
        if call is None:
            raise Escapes
        if all(call.call is not other.call for other in self.ends):
            self.ends.append(call)
        for argument in call.arguments:
            self._adopt(argument)

    def _adopt(self, step: ast.expr) -> None:
        """Other operands may be masked alike, by whatever names."""
        if step in self._adopted:
            return
        self._adopted.add(step)
        for node in walk(step):
            if node in self._known:
                self._open.append((node, self._known[node][1]))
            elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and self.named(node) is None:
                value = given_value(self.site, node)
                if value is not None:
                    self._adopt(value)


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
