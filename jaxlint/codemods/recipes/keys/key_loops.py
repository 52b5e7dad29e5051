"""A key for each turn of ``lax.scan`` or ``lax.fori_loop``."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.proof import callee, kind
from jaxlint.codemods.recipes.keys.mapped import is_known_array
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.draft import Page
from jaxlint.codemods.recipes.wording.fresh_names import names_below
from jaxlint.codemods.recipes.wording.quote import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.keys.callers import CallSite
    from jaxlint.codemods.recipes.keys.key_flow import Flow, Holder
    from jaxlint.codemods.site import Site


def loop_key(flow: Flow, holder: Holder) -> str:
    """The name for the key of all turns; loops in loops have one each."""
    depth, around = 0, holder
    while around.source == "turns":
        depth += 1
        call = around.sites[0]
        around = flow.holder(call.module, call.module.function_of(call.call))
    return "loop_key" if depth == 1 else f"loop_key_{depth}"


def key_of_turn(page: Page, holder: Holder, loop_key: str) -> None:
    """The first line of the body: the key of this turn."""
    function, site = holder.function, page.site
    if not isinstance(function, ast.FunctionDef):
        raise NoFix("the body of a JAX loop draws, and is not defined with `def`")
    call = holder.sites[0].call
    index = _index(site, call, function)
    if index is not None:
        if not _sees(holder, loop_key):
            raise NoFix(f"`{function.name}` is not defined where the loop that calls it is")
        page.line(_first(function), f"{holder.name} = {site.name_of('jax.random')}.fold_in({loop_key}, {index})")
    else:
        item = _item(function)
        page.line(_first(function), f"{item}, {holder.name} = {item}")


def keys_of_turns(page: Page, one: CallSite, holder: Holder, loop_key: str, key: str) -> None:
    """At the loop: a name for the key that its turns are told from, or a key for each turn beside its input."""
    site, call = page.site, one.call
    assert isinstance(holder.function, ast.FunctionDef)
    if _index(site, call, holder.function) is not None:
        statement = site.module.statement_of(call)
        assert statement is not None
        page.line(statement, f"{loop_key} = {key}")
        return
    xs = _inputs(call)
    if xs is None or not isinstance(xs, ast.Name) or not is_known_array(site, xs):
        raise NoFix(f"{code_at(site, call)} may not scan a single array, beside which keys can be scanned")
    keys = quote(site, "jax.random.split({}, {}.shape[0])", key, xs.id)
    page.replace(xs, f"({xs.id}, {keys})")


def _index(site: Site, call: ast.Call, function: ast.FunctionDef) -> str | None:
    """The parameter that counts the turns."""
    names = [one.arg for one in function.args.args]
    if len(names) != 2:
        raise NoFix(f"the loop body `{function.name}` does not have two parameters")
    if len(call.args) > 2 and _is_body(call.args[2], function):
        return names[0]  # fori_loop(low, high, body, start)
    xs = _inputs(call)
    counts = xs is not None and callee(site, xs) == "jax.numpy.arange" and kind(site, xs) in ("i", None)
    return names[1] if counts else None


def _is_body(node: ast.expr, function: ast.FunctionDef) -> bool:
    return isinstance(node, ast.Name) and node.id == function.name


def _inputs(call: ast.Call) -> ast.expr | None:
    if len(call.args) > 2:
        return call.args[2]
    return next((one.value for one in call.keywords if one.arg == "xs"), None)


def _item(function: ast.FunctionDef) -> str:
    return function.args.args[1].arg


def _sees(holder: Holder, loop_key: str) -> bool:
    """The body is defined in the function that runs the loop, where the name is new."""
    around = holder.module.function_of(holder.function) if holder.function is not None else None
    caller = holder.sites[0]
    inside = around is caller.module.function_of(caller.call) and caller.module is holder.module
    return inside and loop_key not in names_below(around or holder.module.tree)


def _first(function: ast.FunctionDef) -> ast.stmt:
    """Behind the docstring."""
    body = function.body
    told = isinstance(body[0], ast.Expr) and isinstance(getattr(body[0], "value", None), ast.Constant)
    return body[1] if told else body[0]
