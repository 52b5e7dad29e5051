"""Steps in which each masked value meets others, and what stands for those that the mask leaves out."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import constant, jax_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.site import Site

_NEUTRAL = {"cumsum": "0", "cumprod": "1"}
_NORMALIZED = ("jax.nn.softmax", "jax.nn.log_softmax")


def running_step(site: Site, node: ast.expr, layout: Layout) -> ast.Call | None:
    """``jnp.cumsum(x[m])``, ``jax.nn.softmax(x[m])``: as many values as there were."""
    parent = site.module.parents[node]
    call = site.module.parents[parent] if isinstance(parent, ast.Attribute) else parent
    if not isinstance(call, ast.Call) or not (is_running(site, call) or is_normalized(site, call)):
        return None
    if (parent is call and call.args[:1] != [node]) or not layout.is_flat or layout.masked != 1:
        return None
    axes = [*call.args[parent is call :], *(keyword.value for keyword in call.keywords)]
    named = {keyword.arg for keyword in call.keywords} <= {"axis"}
    return call if named and all(constant(site, axis) in (0, -1) for axis in axes) else None


def is_running(site: Site, node: ast.AST) -> bool:
    """What the mask leaves out may be a zero (or one) in it."""
    return neutral(site, node) is not None


def neutral(site: Site, node: ast.AST) -> str | None:
    """The number that changes no running sum, or product."""
    package, _, name = jax_name(site, node).rpartition(".")
    if not package and isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
        package, name = "jax.numpy", node.func.attr
    return _NEUTRAL.get(name) if package == "jax.numpy" else None


def is_normalized(site: Site, node: ast.AST) -> bool:
    """It takes ``where=``, and gives zeros, or their logarithms, elsewhere."""
    return jax_name(site, node) in _NORMALIZED
