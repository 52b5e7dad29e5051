"""Which array a write goes to, and where in it."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import aval, is_array, is_scalar
from jaxlint.syntax.nodes import index_parts
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def own_count(target: ast.Subscript) -> int:
    return len(target.slice.elts) if isinstance(target.slice, ast.Tuple) else 1


def flattened(site: Site, target: ast.Subscript) -> tuple[ast.expr, list[ast.expr]]:
    """``x[i][j]`` writes where ``x[i, j]`` does, if ``i`` is one number, or may be."""
    indices = index_parts(target)
    base = target.value
    while isinstance(base, ast.Subscript) and is_array(site, base.value) and not isinstance(base.slice, ast.Tuple):
        if not _is_one(site, base.slice):
            break
        indices = [base.slice, *indices]
        base = base.value
    return base, indices


def _is_one(site: Site, index: ast.expr) -> bool:
    """One number, or a tracer that may be: such is what stands for an index, as a rule."""
    known = aval(site, index)
    if isinstance(site.value(index), Traced):
        return known.rank in (0, None) and known.kind in ("i", None)
    return is_scalar(site, index) and known.kind == "i"
