"""What the uses of a selection tell of its rank, where nothing else does."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.smoothness import is_elementwise
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.named import binding_around

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_AXIS_NEXT = "sum prod mean std var max min any all median argmax argmin".split()


def used_as_rows(site: Site, node: ast.expr, depth: int = 6) -> bool:
    """``x[m].mean(axis=0)``, ``x[m][:, 1]``, also by a name: nobody names the axis of an array of one."""
    try:
        named = binding_around(site, node)
    except Escapes:
        return False
    if named is not None:
        return any(used_as_rows(site, read, depth - 1) for read in named.reads) if depth else False
    parent = site.module.parents[node]
    if isinstance(parent, ast.Subscript) and parent.value is node:
        return isinstance(parent.slice, ast.Tuple)
    call = site.module.parents[parent] if isinstance(parent, ast.Attribute) else parent
    if isinstance(call, ast.Call) and (call.func is parent or call.args[:1] == [node]):
        axes = [one.value for one in call.keywords if one.arg == "axis"]
        if getattr(call.func, "attr", "") in _AXIS_NEXT:
            axes += call.args[0 if call.func is parent else 1 :][:1]
        if any(not isinstance(one, ast.Constant) or isinstance(one.value, int) for one in axes):
            return True
    return (
        depth > 0
        and isinstance(parent, ast.expr)
        and is_elementwise(site, parent)
        and used_as_rows(site, parent, depth - 1)
    )
