"""What a loop makes anew in each iteration, made once before it."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import owner, written_into
from jaxlint.codemods.recipes.wording.fresh_names import local_name
from jaxlint.codemods.rewrite import Insert, Replace, Rewrite
from jaxlint.dataflow.accesses import free
from jaxlint.dataflow.repeats import changing, loop_around
from jaxlint.diagnostic import SUGGESTION
from jaxlint.syntax.nodes import indent_of, walk
from jaxlint.tracing.values.value import Instance

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from jaxlint.codemods.site import Site


def made_before(site: Site, node: ast.AST) -> Rewrite | None:
    """``f = jax.jit(...)`` moves above the loop as it stands; what is called at once gets a name there."""
    module, loop = site.module, loop_around(site.module, node)
    if not isinstance(loop, ast.stmt) or not isinstance(node, ast.Call):
        return None
    if not free(node).isdisjoint(changing(loop)):  # a function that the loop defines does not exist above it
        return None
    if _is_changed(site, free(node), set(walk(loop)) - set(walk(node))):
        return None  # what is traced once sees the object as it is then
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


def _is_changed(site: Site, names: Collection[str], parts: set[ast.AST]) -> bool:
    """Do these parts write into objects of these names, or call methods of theirs, which may?"""
    calls = [part.func for part in parts if isinstance(part, ast.Call) and isinstance(part.func, ast.Attribute)]
    asked = [call for call in calls if owner(call) in names and isinstance(site.value(call.value), Instance)]
    return bool(asked) or not parts.isdisjoint(written_into(site, set(names)))
