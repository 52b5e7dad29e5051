"""``sorted(range(n), key=lambda i: x[i])``, and the ``min`` and ``max`` by a key: places of the keys in one array."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis import proof
from jaxlint.codemods.recipes.wording.elements import is_range, said_of
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.text.quoted import quoted
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

PLACES = {"sorted": "argsort", "min": "argmin", "max": "argmax"}


def by_key(site: Site, call: ast.Call, name: str, key: ast.expr) -> Rewrite:
    """An array comes out in place of a list; raises NoFix."""
    elements, places = call.args[0], PLACES[name]
    keys = _keys(site, elements, key)
    others = [one for one in call.keywords if one.arg != "key"]
    if keys is None or any(one.arg != "reverse" for one in others):
        raise NoFix(f"`jnp.{name.removesuffix('ed')}` has no equivalent of the `key` in {quoted(site.text(call))}")
    order = [f"descending={site.text(one.value)}" for one in others]
    text = quote(site, f"jnp.{places}({{}}, *{{}})", keys, order)
    if not is_range(site, elements):
        text = quote(site, "{}[{}]", elements, text)
    told = "; it returns an array, with NaNs last" if name == "sorted" else ""
    return Rewrite(UNSAFE, f"use `jnp.{places}`{told}", [Replace(call, text)])


def _keys(site: Site, elements: ast.expr, key: ast.expr) -> str | None:
    """What the key makes of all elements; None where they may not be those of one array."""
    if not isinstance(key, ast.Lambda) or len(key.args.args) != 1 or key.args.defaults:
        return None
    counted = is_range(site, elements) and len(elements.args) == 1  # type: ignore[attr-defined]
    array = isinstance(site.value(elements), Traced) and proof.rank(site, elements) in (1, None)
    return said_of(site, key.body, {key.args.args[0].arg: elements}, asked=True) if counted or array else None
