"""A Python container of numbers, as an array that a tracer can index."""

from __future__ import annotations

import ast

from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.tracing.value import Const, Sequence, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def as_table(site: Site, node: ast.Subscript) -> Rewrite | None:
    """``(0.1, 0.7)[i]`` -> ``jnp.array((0.1, 0.7))[i]``; the dtype is no longer weak, so it is never safe."""
    table = site.value(node.value)
    if not isinstance(table, Sequence) or not table.items or not isinstance(node.ctx, ast.Load):
        return None
    types = {type(item.value) if isinstance(item, Const) else _type(item) for item in table.items}
    if len(types) != 1 or not types <= {int, float, bool}:
        return None
    array = f"{site.name_of('jax.numpy')}.array({site.text(node.value)})"
    return Rewrite("unsafe", "look it up in an array", [Replace(node.value, array)])


def _type(item: object) -> type | None:
    return {"int": int, "float": float, "bool": bool}.get(item.type) if isinstance(item, Static) else None
