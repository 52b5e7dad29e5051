"""What is read through one mask."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_pure, unchanged
from jaxlint.codemods.recipes.analysis.effects import is_proved_pure
from jaxlint.codemods.recipes.masks.coverage import covers
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.layouts import Reading
from jaxlint.syntax.nodes import index_parts, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.flow import Flow
    from jaxlint.codemods.site import Site


def kin_of(site: Site, node: ast.expr, mask: ast.expr) -> list[Reading]:
    """Other arrays read through the same mask; ``node``: where it is met."""
    found = []
    for other, same in _read_by(site).get(ast.dump(mask), ()):
        first, last = sorted([node, other], key=lambda one: (one.lineno, one.col_offset))
        if other is node or not unchanged(site, mask, first, last):
            continue
        try:
            found.append(Reading(site, other, other.value, same, covers(site, same, other.value)))
        except Escapes:
            continue
    return found


def _read_by(site: Site) -> dict[str, list[tuple[ast.Subscript, ast.expr]]]:
    """What is read in the function, by the text of the index, and that index."""
    top = site.function or site.module.tree
    if ("read by", top) not in site.facts:
        found: dict[str, list[tuple[ast.Subscript, ast.expr]]] = {}
        for node in walk(top):
            if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
                continue
            if getattr(node.value, "attr", "") != "at":
                for text, index in {ast.dump(index): index for index in reversed(index_parts(node))}.items():
                    found.setdefault(text, []).append((node, index))
        site.facts["read by", top] = found
    return site.facts["read by", top]  # type: ignore[no-any-return]


def check_moves(flow: Flow, mask: ast.expr) -> None:
    """Masks and arrays may be evaluated at another place, or twice."""
    if not all(is_pure(flow.site, node) or is_proved_pure(flow.site, [node]) for node in [mask, *flow.leaves]):
        raise Escapes
