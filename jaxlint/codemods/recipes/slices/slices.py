"""A slice with a traced bound: the best that is known."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.slices.joins import joined
from jaxlint.codemods.recipes.slices.masked_slices import masked_slice
from jaxlint.codemods.recipes.slices.picked import picked
from jaxlint.codemods.recipes.slices.window_writes import written_slice
from jaxlint.codemods.recipes.slices.windows import windowed_read, with_static_width
from jaxlint.codemods.recipes.static.static_names import made_static_parameter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site


def without_traced_bound(site: Site, node: ast.AST, bound: ast.AST) -> Rewrite | None:
    """What keeps all values comes first, then what needs no static bound."""
    if not isinstance(node, ast.Subscript) or not isinstance(node.ctx, ast.Load):
        return None
    if isinstance(node.value, ast.Attribute) and node.value.attr == "at":
        return written_slice(site, node) or with_static_width(site, node, bound) or made_static_parameter(site, bound)
    return (
        _written_around(site, node)
        or joined(site, node)
        or picked(site, node)
        or windowed_read(site, node, only_inside=True)
        or masked_slice(site, node)
        or windowed_read(site, node, only_inside=False)
        or with_static_width(site, node, bound)
        or masked_slice(site, node, of_any_rank=True)
        or made_static_parameter(site, bound)
    )


def _written_around(site: Site, node: ast.Subscript) -> Rewrite | None:
    """``y[:n]`` of ``x.at[:n].set(y[:n])``: one fix for both."""
    inside: ast.AST = node
    while not isinstance(inside, ast.stmt):
        inside = site.module.parents[inside]
        place = inside.func.value if isinstance(inside, ast.Call) and isinstance(inside.func, ast.Attribute) else None
        if isinstance(place, ast.Subscript) and getattr(place.value, "attr", "") == "at":
            return written_slice(site, place) if ast.dump(place.slice) == ast.dump(node.slice) else None
    return None
