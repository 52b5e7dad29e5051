"""``x.at[mask].set(v)`` as ``jnp.where(mask, v, x)``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.bindings import is_pure
from jaxlint.codemods.recipes.masks import covers
from jaxlint.codemods.recipes.proof import aval, is_scalar, kind, rank, same_shapes
from jaxlint.codemods.recipes.wording import atom, operand
from jaxlint.codemods.rewrite import Replace, Rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "choose between the new and the old value, element by element"
_UPDATES = {
    "add": "{x} + {v}",
    "subtract": "{x} - {v}",
    "multiply": "{x} * {v}",
    "mul": "{x} * {v}",
    "divide": "{x} / {v}",
}
_FUNCTIONS = {"min": "minimum", "max": "maximum", "power": "power"}
_KINDS = "bifc"


def masked_write(site: Site, node: ast.Subscript, mask: ast.expr) -> Rewrite | None:
    """The update call around ``x.at[mask]``; a value with one number for each True is not followed."""
    update = site.module.parents.get(node)
    call = site.module.parents.get(update) if isinstance(update, ast.Attribute) else None
    if not isinstance(call, ast.Call) or not isinstance(update, ast.Attribute) or call.func is not update:
        return None
    if node.slice is not mask or len(call.args) != 1 or call.keywords or not isinstance(node.value, ast.Attribute):
        return None
    base, value = node.value.value, call.args[0]
    where = _expanded(site, mask, base)
    if not is_scalar(site, value) or where is None or not is_pure(site, base):
        return None
    new = updated(site, update.attr, base, value)
    if new is None:
        return None
    cast = "" if fits(site, base, value) else f".astype({atom(site.text(base))}.dtype)"
    exact = not cast and (rank(site, mask) is not None or covers(site, mask, base))
    text = f"{site.name_of('jax.numpy')}.where({where}, {new}, {site.text(base)}){cast}"
    return Rewrite("safe" if exact else "unsafe", _SUMMARY, [Replace(call, text)])


def updated(site: Site, name: str, base: ast.expr, value: ast.expr) -> str | None:
    text = site.text(value)
    if name == "set":
        return text
    if name in _UPDATES:
        return _UPDATES[name].format(x=atom(site.text(base)), v=operand(value, text))
    if name in _FUNCTIONS:
        return f"{site.name_of('jax.numpy')}.{_FUNCTIONS[name]}({site.text(base)}, {text})"
    return None


def _expanded(site: Site, mask: ast.expr, base: ast.expr) -> str | None:
    """The mask with an axis of one for each axis of the base that it doesn't cover; None where ranks are not known."""
    text = site.text(mask)
    if same_shapes(site, mask, base) or covers(site, mask, base):
        return text
    own, full = rank(site, mask), rank(site, base)
    if own is None or full is None or own > full:
        return None
    if own == full:
        return text
    index = f"[:{', None' * (full - own)}]" if own == 1 else f"[...{', None' * (full - own)}]"
    return atom(text) + index


def fits(site: Site, base: ast.expr, value: ast.expr) -> bool:
    """The array's dtype is kept: the value is a weak number of its kind, or of the same dtype."""
    mine, given = aval(site, base), aval(site, value)
    if mine.kind is None or given.kind is None or kind(site, value) == "k":
        return False
    if _KINDS.index(given.kind) > _KINDS.index(mine.kind):
        return False
    return given.weak or (mine.dtype is not None and mine.dtype == given.dtype)
