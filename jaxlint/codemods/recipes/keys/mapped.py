"""Over how many rows a vmapped function runs."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_plain
from jaxlint.codemods.recipes.analysis.proof import is_array, rank, size_of
from jaxlint.codemods.recipes.keys.imported import dotted_name
from jaxlint.dataflow.scopes import bindings_in

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.keys.callers import CallSite
    from jaxlint.codemods.site import Site


_ARRAYS = ("jax.Array", "jax.numpy.ndarray", "chex.Array", "jaxtyping.Array")


def rows_text(site: Site, one: CallSite) -> str | None:
    """``xs.shape[0]`` of an argument that is certainly an array mapped over its first axis, or its known length."""
    assert one.mapped is not None
    if any(isinstance(given, ast.Starred) for given in one.call.args):
        return None
    axes = _axes(one.mapped, len(one.call.args))
    for given, axis in zip(one.call.args, axes, strict=False):
        if axis == 0 and is_known_array(site, given) and rank(site, given) != 0:
            size = size_of(site, given, 0)
            if isinstance(size, int):
                return str(size)
            if is_plain(given):
                return f"{site.text(given)}.shape[0]"
    return None


def is_known_array(site: Site, node: ast.expr) -> bool:
    """Proved by the tracer, or said by the annotation of the parameter."""
    if is_array(site, node):
        return True
    function = site.module.function_of(node)
    if not isinstance(node, ast.Name) or not isinstance(function, ast.FunctionDef):
        return False
    bound = bindings_in(function, node.id)
    told = bound[0].annotation if len(bound) == 1 and isinstance(bound[0], ast.arg) else None
    return told is not None and dotted_name(site.module, told) in _ARRAYS


def _axes(vmap: ast.Call, count: int) -> list[object]:
    """One entry for each argument; None also for what is not told by a constant."""
    told = vmap.args[1] if len(vmap.args) > 1 else None
    for keyword in vmap.keywords:
        if keyword.arg == "in_axes":
            told = keyword.value
    if told is None:
        return [0] * count
    if isinstance(told, ast.Constant):
        return [told.value] * count
    if isinstance(told, (ast.Tuple, ast.List)):
        return [one.value if isinstance(one, ast.Constant) else None for one in told.elts]
    return []
