"""``x.at[i].set(v)`` as a statement becomes ``x = x.at[i].set(v)``."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.purity.homes import home
from jaxlint.codemods.recipes.purity.unwritten import homeless
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


@recipe
def rebound(site: Site, call: ast.AST, base: ast.AST) -> Rewrite | None:
    """``base``: what the call gives a copy of.  None where the name can't be bound anew, or nobody would read it."""
    statement = site.module.statement_of(call)
    if not isinstance(statement, ast.Expr) or not isinstance(base, ast.Name):
        return None
    if home(site, base, isinstance(site.value(base), Traced)) is None:
        raise NoFix(homeless(site, base))
    source = f"{base.id} = {site.text(statement)}"
    return Rewrite(UNSAFE, "assign the updated copy", [Replace([statement], source)])
