"""Does a mask go over all axes of what it selects from?"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import sole_assignment
from jaxlint.codemods.recipes.analysis.proof import same_shapes
from jaxlint.codemods.recipes.analysis.smoothness import is_elementwise
from jaxlint.syntax.nodes import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def covers(site: Site, mask: ast.expr, base: ast.expr) -> bool:
    """The mask is made elementwise of an array of the base's shape, so it has at least its rank; an index, at most."""
    if same_shapes(site, mask, base):
        return True
    if isinstance(mask, ast.Name):
        made = sole_assignment(site, mask.id)
        return made is not None and isinstance(made.targets[0], ast.Name) and covers(site, made.value, base)
    parts = [part for part in children(mask) if isinstance(part, ast.expr)]
    return is_elementwise(site, mask) and any(covers(site, part, base) for part in parts)
