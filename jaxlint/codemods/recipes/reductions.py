"""Reductions that take ``where=``, as method or function, and what becomes of their arguments."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.proof import callee, constant
from jaxlint.codemods.recipes.wording import arguments, atom

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_WHERE = ("sum", "prod", "mean", "any", "all", "std", "var", "max", "min")
_NAMES = {**{name: name for name in _WHERE}, "amax": "max", "amin": "min"}
_INITIAL = {"max": "-", "min": ""}
_NAN = {name: "nan" + name for name in ("sum", "prod", "mean", "std", "var", "max", "min")}
_LOGSUMEXP = ("jax.nn.logsumexp", "jax.scipy.special.logsumexp")


class Reduction:
    """One call that makes a number (or a row) of masked values.  ``name``: sum, ..., norm, logsumexp."""

    __slots__ = ("call", "is_method", "name", "operand")

    def __init__(self, call: ast.Call, operand: ast.expr, name: str, is_method: bool) -> None:
        self.call = call
        self.operand = operand
        self.name = name
        self.is_method = is_method


def reduction_of(site: Site, node: ast.expr) -> Reduction | None:
    """The reduction that takes ``node`` for its operand."""
    parent = site.module.parents[node]
    if isinstance(parent, ast.Attribute):
        call = site.module.parents[parent]
        if isinstance(call, ast.Call) and call.func is parent and parent.attr in _WHERE:
            return Reduction(call, node, parent.attr, True)
        return None
    if not isinstance(parent, ast.Call) or not parent.args or parent.args[0] is not node:
        return None
    dotted = callee(site, parent)
    package, _, name = dotted.rpartition(".")
    if package == "jax.numpy" and name in _NAMES:
        return Reduction(parent, node, _NAMES[name], False)
    if dotted == "jax.numpy.linalg.norm" and len(parent.args) == 1 and not parent.keywords:
        return Reduction(parent, node, "norm", False)
    if dotted in _LOGSUMEXP and len(parent.args) == 1 and not parent.keywords:
        return Reduction(parent, node, "logsumexp", False)
    return None


def axis_of(reduction: Reduction) -> ast.expr | None:
    """The ``axis`` argument, or None."""
    first = 0 if reduction.is_method else 1
    if len(reduction.call.args) > first:
        return reduction.call.args[first]
    return next((keyword.value for keyword in reduction.call.keywords if keyword.arg == "axis"), None)


def keeps(site: Site, reduction: Reduction, flat: bool) -> list[str] | None:
    """The arguments besides the operand that hold for whole arrays too; None where they can't be kept.

    ``flat``: masking made one axis of all, which is what ``axis=0`` meant; else it shortened the first axis.
    """
    call = reduction.call
    names = {keyword.arg for keyword in call.keywords}
    if not names <= {"axis", "dtype", "ddof", "correction", "keepdims"} or len(call.args) > 2 - reduction.is_method:
        return None
    axis = axis_of(reduction)
    along = None if axis is None else constant(site, axis)
    if axis is not None and along is None and not (isinstance(axis, ast.Constant) and axis.value is None):
        return None
    if flat:
        if "keepdims" in names or along not in (None, 0, -1):
            return None
        first = 0 if reduction.is_method else 1
        return arguments(site, call, ("axis",), first=max(first, len(call.args)))
    return arguments(site, call, (), first=0 if reduction.is_method else 1) if along in (None, 0) else None


def told(site: Site, reduction: Reduction, operand: str, where: str, kept: list[str], nan: str | None) -> str:
    """The call on whole arrays.  ``nan``: the array itself, where the mask leaves out its NaNs and nothing else."""
    jnp = site.name_of("jax.numpy")
    if nan is not None and reduction.name in _NAN:
        return f"{jnp}.{_NAN[reduction.name]}({', '.join([nan, *kept])})"
    if reduction.name == "norm":
        return f"{site.text(reduction.call.func)}({jnp}.where({where}, {operand}, 0))"
    if reduction.name in _INITIAL:
        kept = [*kept, f"initial={_INITIAL[reduction.name]}{jnp}.inf"]
    kept = [*kept, f"where={where}"]
    if reduction.is_method:
        return f"{atom(operand)}.{reduction.name}({', '.join(kept)})"
    return f"{site.text(reduction.call.func)}({', '.join([operand, *kept])})"


def is_exact(reduction: Reduction, kind: str | None, nan: bool) -> bool:
    """Same values and gradients, whatever is selected.

    The gradient of std and var, and the extremes of nothing, differ; not so those of their nan-forms.
    """
    if reduction.name in ("std", "var"):
        return nan or kind in ("b", "i")
    return nan or reduction.name not in _INITIAL
