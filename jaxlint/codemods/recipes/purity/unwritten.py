"""Why a write in place stays: the array can't be bound anew, or nobody knows what the index is."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import uses
from jaxlint.codemods.recipes.purity.memory import given_by_numpy, not_taken
from jaxlint.codemods.recipes.wording.blame import code_at, use_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.purity.writes import Write
    from jaxlint.codemods.site import Site


def homeless(site: Site, base: ast.expr) -> str:
    """Why no assignment would bring the new array to all who read it."""
    if not isinstance(base, ast.Name):
        return f"{code_at(site, base)} is a temporary: the new array would be lost"
    bindings = uses(site, base.id).bindings
    if not bindings:
        return f"`{base.id}` belongs to an outer scope: an assignment here would create a local variable"
    given = [one for one in bindings if isinstance(one, ast.arg)]
    dropped = next((call for call in (not_taken(site, one) for one in given) if call is not None), None)
    if dropped is not None:
        return f"{use_of(dropped[0], dropped[1].func, site.module)} still uses the modified array"
    numpys = next((call for call in (given_by_numpy(site, one) for one in given) if call is not None), None)
    if numpys is not None:
        return f"{use_of(numpys[0], numpys[1].func, site.module)} passes a NumPy array, which has no `.at`"
    if given:
        return f"the write to argument `{base.id}` is only visible to the caller; return the new array"
    return f"`{base.id}` is not used later: the write is only visible through another name for the array"


def unwritten(site: Site, write: Write) -> str:
    """What in the index has no form that a tracer takes."""
    if write.unsure:
        return f"{code_at(site, write.unsure[0])} may be a mask or an array of integers"
    moving = next((index for index in write.indices if isinstance(index, ast.Slice)), write.indices[0])
    return f"the slice {code_at(site, moving)} may reach past the end, where JAX does not read what NumPy reads"
