"""``jax.random.split(key)`` as a statement becomes ``key, subkey = jax.random.split(key)``."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import recipe
from jaxlint.codemods.recipes.keys.keys import subkey_names
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.dataflow.index import flow_of
from jaxlint.diagnostic import SUGGESTION
from jaxlint.syntax.binders import declared

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.keys import KeyDropped


@recipe
def kept(site: Site, event: KeyDropped) -> Rewrite | None:
    """None where a name holds what is split, or where the key is another function's."""
    statement, key, call = site.module.parents.get(event.node), event.argument, event.node
    if not isinstance(statement, ast.Expr) or not isinstance(key, ast.Name) or not isinstance(call, ast.Call):
        return None
    scope = site.function or site.module.tree
    if None in (flow_of(scope).reaching.definitions(key) or [None]) or key.id in declared(scope):
        return None
    if event.callee == "jax.random.split":
        if len(call.args) + len(call.keywords) > 1:
            return None  # into several
        targets = f"{key.id}, {subkey_names(site, statement, 1)[0]}"
    else:
        targets = key.id
    return Rewrite(SUGGESTION, "bind the new key", [Replace([statement], f"{targets} = {site.text(statement)}")])
