"""A key from around the body of ``lax.scan`` or ``lax.fori_loop``: a key of its own for each turn."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.proof import callee
from jaxlint.codemods.recipes.keys.mapped import is_known_array
from jaxlint.codemods.recipes.keys.reused_keys import consumer
from jaxlint.codemods.recipes.wording.blame import code_at
from jaxlint.codemods.recipes.wording.draft import Draft, Page
from jaxlint.codemods.recipes.wording.fresh_names import names_below, numbered
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.dataflow.scopes import reads_of
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.keys import KeyReused

_SUMMARY = "use a new key in every iteration; the numbers change"
_FORI, _SCAN = "jax.lax.fori_loop", "jax.lax.scan"
Body = ast.FunctionDef | ast.Lambda


@recipe
def key_of_each_turn(site: Site, event: KeyReused) -> Rewrite | None:
    """None where the key is the body's own, or more than one use of it would need others."""
    key, body = event.argument, site.function
    if not event.loop or not isinstance(key, ast.Name) or not isinstance(body, (ast.FunctionDef, ast.Lambda)):
        return None
    reads = [part for part in walk(body) if isinstance(part, ast.Name) and part.id == key.id]
    parameters = [one.arg for one in walk(body.args) if isinstance(one, ast.arg)]
    statements = body.body if isinstance(body.body, list) else []
    alone = reads == [key] and site.module.function_of(key) is body and consumer(site, key) is not None
    if not alone or key.id in [*parameters, *names_bound(statements)]:
        raise NoFix(f"the loop body assigns `{key.id}`, or uses it for more than one draw")
    draft = Draft(site)
    page = draft.page(site.module)
    page.replace(key, _key_of_turn(page, body, key.id, _loop_of(site, body)))
    return draft.rewrite(site, UNSAFE, _SUMMARY)


def _loop_of(site: Site, body: Body) -> ast.Call:
    """The one call that runs it."""
    given: list[ast.AST] = [body]
    if isinstance(body, ast.FunctionDef):
        around = site.module.function_of(body) or site.module.tree
        given = list(reads_of(site.module, around, body.name))
    call = site.module.parents.get(given[0]) if len(given) == 1 else None
    if not isinstance(call, ast.Call):
        raise NoFix("the loop body is also used outside of one `lax.scan` or `lax.fori_loop`")
    place = {_FORI: 2, _SCAN: 0}.get(callee(site, call))
    if place is None or len(call.args) <= place or call.args[place] is not given[0] or len(body.args.args) != 2:
        raise NoFix(f"{code_at(site, call)} is not a plain `lax.scan` or `lax.fori_loop`")
    return call


def _key_of_turn(page: Page, body: Body, key: str, call: ast.Call) -> str:
    """The expression for the key inside; changes the call and the parameters where that is needed."""
    site = page.site
    random = site.name_of("jax.random")
    carry, item = body.args.args
    if callee(site, call) == _FORI:
        return f"{random}.fold_in({key}, {_named(page, body, carry, 'i')})"
    xs = call.args[2] if len(call.args) > 2 else _keyword(call, "xs")
    if xs is not None and callee(site, xs) == "jax.numpy.arange":
        return f"{random}.fold_in({key}, {_named(page, body, item, 'i')})"
    if xs is None or isinstance(xs, ast.Constant):
        return _of_split_keys(page, body, key, call, xs)
    if not isinstance(body, ast.FunctionDef) or not isinstance(xs, ast.Name) or not is_known_array(site, xs):
        raise NoFix(f"{code_at(site, xs)} may not be a single array, beside which keys can be scanned")
    subkey = numbered("subkey", names_below(body))
    page.replace(xs, f"({xs.id}, {random}.split({key}, {xs.id}.shape[0]))")
    page.line(body.body[0], f"{item.arg}, {subkey} = {item.arg}")
    return subkey


def _of_split_keys(page: Page, body: Body, key: str, call: ast.Call, xs: ast.expr | None) -> str:
    """``lax.scan(body, x, jax.random.split(key, n))`` for a scan over nothing, ``length=n``."""
    length = call.args[3] if len(call.args) > 3 else _keyword(call, "length")
    reads_item = any(isinstance(part, ast.Name) and part.id == body.args.args[1].arg for part in walk(body))
    if length is None or reads_item:
        raise NoFix(f"{code_at(page.site, call)} has no `length`, or its body reads the missing `xs`")
    keys = quote(page.site, "jax.random.split({}, {})", key, length)
    rest = [
        f"{one.arg}={page.site.text(one.value)}" if one.arg else f"**{page.site.text(one.value)}"
        for one in call.keywords
        if one.arg not in ("xs", "length")
    ]
    given = [page.site.text(one) for one in call.args[:2]]
    if len(given) < 2 or isinstance(body, ast.Lambda):
        raise NoFix(f"the body of {code_at(page.site, call)} is not a function with a name")
    page.replace(call, f"{page.site.text(call.func)}({', '.join([*given, keys, *rest])})")
    return _named(page, body, body.args.args[1], "subkey")


def _keyword(call: ast.Call, name: str) -> ast.expr | None:
    return next((one.value for one in call.keywords if one.arg == name), None)


def _named(page: Page, body: Body, parameter: ast.arg, wanted: str) -> str:
    """The parameter, under another name where it had none worth the word."""
    if not parameter.arg.startswith("_"):
        return parameter.arg
    if parameter.annotation is not None:
        raise NoFix(f"the loop parameter `{parameter.arg}` is annotated")
    name = numbered(wanted, names_below(body))
    page.replace(parameter, name)
    return name
