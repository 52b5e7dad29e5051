"""A function that is differentiated gives one number: the mean of an array, or the first of a pair."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import aval, callee
from jaxlint.codemods.recipes.analysis.reaching import assigned_value
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.wording import extended, spliced
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SUGGESTION, UNSAFE
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.values.origin import Origin

_SUMMARY = "differentiate the mean; `jnp.sum` adds the losses up instead"
_AUXILIARY = "use `has_aux=True`"


def reduced(site: Site, call: ast.AST, returned: tuple[Origin, ...]) -> Rewrite | None:
    """``returned``: where the function returns, if it is not written in place."""
    result = _returned(site, call, returned)
    if isinstance(result, ast.Tuple):
        result = result.elts[0] if len(result.elts) == 2 else None
    if result is None or not aval(site, result).rank:
        return None
    return Rewrite(SUGGESTION, _SUMMARY, [Replace(result, quote(site, "jnp.mean({})", result))])


def _returned(site: Site, call: ast.AST, returned: tuple[Origin, ...]) -> ast.expr | None:
    """The expression that the function gives."""
    if returned:
        node = returned[0].node if returned[0].module is site.module else None
    else:
        made = call.func if isinstance(call, ast.Call) else None
        given = made.args[0] if isinstance(made, ast.Call) and made.args else None
        node = given.body if isinstance(given, ast.Lambda) and callee(site, made) else None  # type: ignore[arg-type]
    return node if isinstance(node, ast.expr) else None


def with_auxiliary(site: Site, call: ast.AST, returned: tuple[Origin, ...]) -> Rewrite | None:
    """``has_aux=True`` for a function that returns ``loss, aux``, and one name more where the result is unpacked."""
    made = call.func if isinstance(call, ast.Call) else None
    made = assigned_value(site, made) if isinstance(made, ast.Name) else made
    result = _returned(site, call, returned)
    if not isinstance(made, ast.Call) or not isinstance(result, ast.Tuple) or len(result.elts) != 2:
        return None
    if any(one.arg == "has_aux" for one in made.keywords):
        return None
    said = Replace(made, extended(site, made, "has_aux=True"))
    statement = site.module.parents.get(call)
    target = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
    auxiliary = result.elts[1].id if isinstance(result.elts[1], ast.Name) else "aux"
    if callee(site, made).endswith("value_and_grad") and isinstance(target, ast.Tuple) and len(target.elts) == 2:
        first = target.elts[0]
        taken = [Replace(first, f"({site.text(first)}, {auxiliary})")] if isinstance(first, ast.Name) else []
        return Rewrite(UNSAFE, _AUXILIARY, [said, *taken])
    if callee(site, made).endswith(".grad") and isinstance(target, ast.Name) and isinstance(statement, ast.Assign):
        inside = made in walk(statement)
        text = spliced(site, call, {made: said.source} if inside else {})
        whole = Replace([statement], f"{target.id}, {auxiliary} = {text}")
        return Rewrite(UNSAFE, _AUXILIARY, [whole] if inside else [said, whole])
    return Rewrite(SUGGESTION, _AUXILIARY, [said])
