"""A comprehension with a traced filter: an array, and the mask that chooses from it."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.proof import callee
from jaxlint.codemods.recipes.analysis.reaching import reads_given
from jaxlint.codemods.recipes.values.elements import filtered
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "choose with a mask"
_COUNTED = "count with `jnp.sum`"
_REDUCING = frozenset(f"builtins.{name}" for name in ("sum", "len", "max", "min", "any", "all"))


@recipe
def masked_comprehension(site: Site, test: ast.AST) -> Rewrite | None:
    """``[v for v in x if v > 0]`` -> ``x[x > 0]``, which what follows must be able to do without."""
    loop = site.module.parents.get(test)
    node = site.module.parents.get(loop) if isinstance(loop, ast.comprehension) else None
    made = filtered(site, node) if isinstance(node, (ast.ListComp, ast.GeneratorExp)) else None
    if made is None or not isinstance(node, ast.expr):
        raise NoFix("the filter of a comprehension determines the number of elements")
    element, mask, assumed = made
    if element and _is_reduced(site, node):
        return Rewrite(UNSAFE, _SUMMARY + assumed, [Replace(node, quote(site, "{}[{}]", element, mask))])
    call = site.module.parents.get(node)
    one = node.elt.value if isinstance(node.elt, ast.Constant) else None  # type: ignore[attr-defined]
    if one != 1 or call is None or callee(site, call) != "builtins.sum" or call.args != [node]:  # type: ignore[attr-defined]
        raise NoFix("the filter of a comprehension determines the number of elements")
    return Rewrite(UNSAFE, _COUNTED + assumed, [Replace(call, quote(site, "jnp.sum({})", mask))])


def _is_reduced(site: Site, node: ast.expr) -> bool:
    """All that reads the list makes one number of it."""
    above = site.module.parents.get(node)
    if isinstance(above, ast.Assign) and len(above.targets) == 1 and isinstance(above.targets[0], ast.Name):
        reads = reads_given(site, above.targets[0])
        return reads is not None and all(_is_reduced(site, read) for read in reads)
    return isinstance(above, ast.Call) and above.args == [node] and callee(site, above) in _REDUCING
