"""What a loop makes anew in each iteration, made once before it."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.wording.fresh_names import local_name
from jaxlint.codemods.rewrite import Insert, Replace, Rewrite
from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.repeats import changing, loop_around
from jaxlint.diagnostic import SUGGESTION
from jaxlint.syntax.nodes import indent_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def made_before(site: Site, node: ast.AST) -> Rewrite | None:
    """``f = jax.jit(...)`` moves above the loop as it stands; what is called at once gets a name there."""
    module, loop = site.module, loop_around(site.module, node)
    if not isinstance(loop, ast.stmt) or not isinstance(node, ast.Call):
        return None
    if not free(node).isdisjoint(changing(loop)):  # a function that the loop defines does not exist above it
        return None
    parent = module.parents[node]
    if isinstance(parent, ast.Assign):
        if parent not in loop.body:  # type: ignore[attr-defined]
            return None
        line, changed = site.text(parent), Replace([parent], "")
    else:
        name = local_name(site, "jitted")
        line, changed = f"{name} = {site.text(node)}", Replace(node, name)
    start = module.source.starts[loop.lineno - 1]
    above = Insert(start, f"{indent_of(module.source.line(loop.lineno))}{line}\n")
    return Rewrite(SUGGESTION, "jit once, before the loop", [above, changed])
