"""A function that is differentiated gives an array: the mean of it is one number."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import aval, callee
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SUGGESTION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.origin import Origin

_SUMMARY = "differentiate the mean; `jnp.sum` adds the losses up instead"


def reduced(site: Site, call: ast.AST, returned: tuple[Origin, ...]) -> Rewrite | None:
    """``returned``: where the function returns, if it is not written in place."""
    result = _result(site, call, returned)
    if result is None or not aval(site, result).rank:
        return None
    return Rewrite(SUGGESTION, _SUMMARY, [Replace(result, quote(site, "jnp.mean({})", result))])


def _result(site: Site, call: ast.AST, returned: tuple[Origin, ...]) -> ast.expr | None:
    """The expression that the function gives; of a pair with auxiliary data the first."""
    if returned:
        node = returned[0].node if returned[0].module is site.module else None
    else:
        made = call.func if isinstance(call, ast.Call) else None
        given = made.args[0] if isinstance(made, ast.Call) and made.args else None
        node = given.body if isinstance(given, ast.Lambda) and callee(site, made) else None  # type: ignore[arg-type]
    if isinstance(node, ast.Tuple):
        return node.elts[0] if len(node.elts) == 2 else None
    return node if isinstance(node, ast.expr) else None
