"""What is read through one mask."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_pure, unchanged
from jaxlint.codemods.recipes.masks.coverage import covers
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.layouts import Reading
from jaxlint.syntax.nodes import index_parts, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.selection import Flow
    from jaxlint.codemods.site import Site


def kin_of(site: Site, node: ast.expr, mask: ast.expr) -> list[Reading]:
    """Other arrays read through the same mask; ``node``: where it is met."""
    wanted = ast.dump(mask)
    found = []
    for other in walk(site.function or site.module.tree):
        if not isinstance(other, ast.Subscript) or other is node or not isinstance(other.ctx, ast.Load):
            continue
        indices = index_parts(other)
        same = next((index for index in indices if ast.dump(index) == wanted), None)
        first, last = sorted([node, other], key=lambda one: (one.lineno, one.col_offset))
        if getattr(other.value, "attr", "") == "at" or same is None or not unchanged(site, mask, first, last):
            continue
        try:
            found.append(Reading(site, other, other.value, same, covers(site, same, other.value)))
        except Escapes:
            continue
    return found


def check_moves(flow: Flow, mask: ast.expr) -> None:
    """Masks and arrays may be evaluated at another place, or twice."""
    if not all(is_pure(flow.site, node) for node in [mask, *flow.leaves]):
        raise Escapes
