"""``max(a, b)``, ``min(x)``, ``any(x)``, computed by JAX."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.proof import aval, is_array, is_scalar, kind, rank
from jaxlint.codemods.rewrite import Replace, Rewrite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_OF_TWO = {"max": "maximum", "min": "minimum"}
_OF_ONE = ("max", "min", "any", "all")


def computed(site: Site, call: ast.Call, name: str) -> Rewrite | None:
    """The call of a builtin, told by functions of ``jax.numpy``."""
    given = call.args
    if call.keywords or not given or any(isinstance(argument, ast.Starred) for argument in given):
        return None
    jnp = site.name_of("jax.numpy")
    if len(given) > 1 and name in _OF_TWO and all(is_scalar(site, argument) for argument in given):
        text = site.text(given[0])
        for argument in given[1:]:
            text = f"{jnp}.{_OF_TWO[name]}({text}, {site.text(argument)})"
        return Rewrite(_level(site, given), f"take the {name}imum with JAX", [Replace(call, text)])
    if len(given) == 1 and name in _OF_ONE and is_array(site, given[0]) and rank(site, given[0]) == 1:
        exact = name in ("any", "all") or kind(site, given[0]) in ("i", "b")
        text = f"{jnp}.{name}({site.text(given[0])})"
        return Rewrite("safe" if exact else "unsafe", f"take `{name}` with JAX", [Replace(call, text)])
    return None


def _level(site: Site, given: list[ast.expr]) -> str:
    """Whichever is chosen has the same dtype, and none is NaN."""
    first = aval(site, given[0])
    alike = all((aval(site, one).kind, aval(site, one).dtype) == (first.kind, first.dtype) for one in given)
    return "safe" if alike and first.kind in ("i", "b") and first.dtype is not None else "unsafe"
