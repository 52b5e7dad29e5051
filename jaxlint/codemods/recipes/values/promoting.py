"""Calls of jax.lax, which promotes nothing, by the functions of jax.numpy that do."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SUGGESTION
from jaxlint.knowledge.strict_operands import TWINS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


@recipe
def promoting(site: Site, call: ast.AST, name: str) -> Rewrite | None:
    """``lax.add(1, 1.0)`` -> ``jnp.add(1, 1.0)``; ``name``: of the function of jax.lax."""
    if not isinstance(call, ast.Call) or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    if call.keywords:
        raise NoFix("the call has keyword arguments, which may have other names in `jax.numpy`")
    if name == "clamp":
        low, value, high = call.args
        return _by(call, "clip", quote(site, "jnp.clip({}, {}, {})", value, low, high))
    twin = TWINS.get(name)
    if twin is None:
        raise NoFix(f"`jax.numpy` has no equivalent of `lax.{name}`")
    holes = ", ".join("{}" for _ in call.args)
    return _by(call, twin, quote(site, f"jnp.{twin}({holes})", *call.args))


def _by(call: ast.Call, twin: str, new: str) -> Rewrite:
    return Rewrite(SUGGESTION, f"use `jnp.{twin}`; it promotes dtypes", [Replace(call, new)])
