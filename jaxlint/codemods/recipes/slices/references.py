"""A window of a reference: ``ref[:, i * W : (i + 1) * W]`` -> ``ref[:, pl.ds(i * W, W)]``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.affine import is_static
from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.proof import constant
from jaxlint.codemods.recipes.slices.windows import width_of
from jaxlint.codemods.recipes.static.static_names import made_static_parameter
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.nodes import index_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_WINDOW = "use `pl.ds(start, size)`; the slice must stay in bounds"


def without_traced_bound_of_reference(site: Site, node: ast.AST, bound: ast.AST) -> Rewrite | None:
    """References are read and written through their indices alone: no function of arrays takes one."""
    return _window(site, node) or made_static_parameter(site, bound)


def _window(site: Site, node: ast.AST) -> Rewrite | None:
    if not isinstance(node, ast.Subscript):
        return None
    replaced = []
    for one in index_parts(node):
        bounds = (one.lower, one.upper) if isinstance(one, ast.Slice) else ()
        if isinstance(one, ast.Slice) and not all(end is None or is_static(site, end) for end in bounds):
            width = width_of(site, one.lower, one.upper)
            plain = one.step is None or constant(site, one.step) == 1
            if one.lower is None or width is None or not plain or not is_pure(site, one.lower):
                return None
            replaced.append(Replace(one, quote(site, "pl.ds({}, {})", one.lower, width[0])))
    return Rewrite(UNSAFE, _WINDOW, replaced) if replaced else None
