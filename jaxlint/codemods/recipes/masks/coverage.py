"""Does a mask go over all axes of what it selects from?"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import sole_assignment, uses
from jaxlint.codemods.recipes.analysis.proof import same_shapes
from jaxlint.codemods.recipes.analysis.smoothness import is_elementwise
from jaxlint.syntax.nodes import children

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def covers(site: Site, mask: ast.expr, base: ast.expr) -> bool:
    """The mask is made elementwise of an array of the base's shape, so it has at least its rank; an index, at most."""
    if same_shapes(site, mask, base) or (isinstance(mask, ast.Name) and _is_same_name(site, mask, base)):
        return True
    if isinstance(mask, ast.Name):
        made = sole_assignment(site, mask.id)
        return made is not None and isinstance(made.targets[0], ast.Name) and covers(site, made.value, base)
    parts = [part for part in children(mask) if isinstance(part, ast.expr)]
    return is_elementwise(site, mask) and any(covers(site, part, base) for part in parts)


def _is_same_name(site: Site, mask: ast.Name, base: ast.expr) -> bool:
    """Of one value, as nothing else is ever bound to it."""
    return isinstance(base, ast.Name) and mask.id == base.id and len(uses(site, mask.id).bindings) == 1
