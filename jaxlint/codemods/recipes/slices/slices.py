"""A slice with a traced bound: the best that is known."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.slices.masked_slices import masked_slice
from jaxlint.codemods.recipes.slices.rotations import rotated
from jaxlint.codemods.recipes.slices.window_writes import written_slice
from jaxlint.codemods.recipes.slices.windows import windowed_read
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
        return written_slice(site, node) or made_static_parameter(site, bound)
    return (
        rotated(site, node)
        or windowed_read(site, node, only_inside=True)
        or masked_slice(site, node)
        or windowed_read(site, node, only_inside=False)
        or made_static_parameter(site, bound)
        or masked_slice(site, node, of_any_rank=True)
    )
