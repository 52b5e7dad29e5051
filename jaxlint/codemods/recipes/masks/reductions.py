"""Reductions that take ``where=``, as method or function, and what becomes of their arguments."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import aval, constant, jax_name, kind
from jaxlint.codemods.recipes.analysis.reaching import given_value
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.layouts import Layout, axes_given
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.spellings import function_text
from jaxlint.codemods.recipes.wording.wording import arguments
from jaxlint.knowledge.operations import operation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_OLD_NAMES = {"amax": "max", "amin": "min"}
_EXTREMES = {"max": ("-", "min", "False"), "min": ("", "max", "True")}
_BUILTINS = ("sum", "max", "min")
_LOGSUMEXP = ("jax.nn.logsumexp", "jax.scipy.special.logsumexp")
_SAID_APART = ("a", "where")
_KEPT = {"a", "axis", "dtype", "ddof", "correction", "keepdims", "initial", "where"}


class Reduction:
    """One call that makes a number (or a row) of masked values.  ``name``: sum, ..., nanmean, norm, logsumexp."""

    __slots__ = ("call", "is_builtin", "is_method", "name", "operand")

    def __init__(self, call: ast.Call, operand: ast.expr, name: str, is_method: bool, is_builtin: bool = False) -> None:
        self.call = call
        self.operand = operand
        self.name = name
        self.is_method = is_method
        self.is_builtin = is_builtin  # Python's own, which goes along the first axis

    @property
    def extreme(self) -> str:
        """``max`` or ``min`` where it is one, with or without NaNs: it needs a value for an empty selection."""
        name = self.name.removeprefix("nan")
        return name if name in _EXTREMES else ""

    @property
    def counts(self) -> bool:
        """It divides by the number of values: its mask must not be larger than the array."""
        return self.name.removeprefix("nan") in ("mean", "std", "var")


def reduction_of(site: Site, node: ast.expr) -> Reduction | None:
    """The reduction that takes ``node`` for its operand."""
    parent = site.module.parents[node]
    if isinstance(parent, ast.Attribute):
        call = site.module.parents[parent]
        if isinstance(call, ast.Call) and call.func is parent and operation(parent.attr).where:
            return Reduction(call, node, parent.attr, True)
        return None
    call = site.module.parents[parent] if isinstance(parent, ast.keyword) and parent.arg == "a" else parent
    if not isinstance(call, ast.Call) or operand_of(call) is not node:
        return None
    dotted = jax_name(site, call)
    package, _, name = dotted.rpartition(".")
    name = _OLD_NAMES.get(name, name) if package == "jax.numpy" else name
    if package == "jax.numpy" and (operation(name).where or operation(name.removeprefix("nan")).nan == name):
        return Reduction(call, node, name, False)
    if package == "builtins" and name in _BUILTINS and len(call.args) + len(call.keywords) == 1:
        return Reduction(call, node, name, False, is_builtin=True)
    parent = call
    if dotted == "jax.numpy.linalg.norm" and _is_usual_norm(site, parent):
        return Reduction(parent, node, "norm", False)
    if dotted in _LOGSUMEXP:
        return Reduction(parent, node, "logsumexp", False)
    return None


def operand_of(call: ast.Call) -> ast.expr | None:
    """``x`` of ``jnp.sum(x)``, ``jnp.sum(a=x, axis=0)``."""
    return call.args[0] if call.args else argument(call, None, "a")


def _is_usual_norm(site: Site, call: ast.Call) -> bool:
    """Zeros change nothing: not so for orders below 0, which look for the smallest."""
    order = argument(call, 1, "ord")
    if order is None:
        return True
    number = constant(site, order)
    if isinstance(number, (int, float)):
        return number >= 0
    return isinstance(number, str) or (isinstance(order, ast.Attribute) and order.attr == "inf")


def argument(call: ast.Call, position: int | None, name: str) -> ast.expr | None:
    """An argument given by position or keyword."""
    if position is not None and len(call.args) > position:
        return call.args[position]
    return next((keyword.value for keyword in call.keywords if keyword.arg == name), None)


def axis_of(reduction: Reduction) -> ast.expr | None:
    """The ``axis`` argument, or None."""
    place = 2 if reduction.name == "norm" else 0 if reduction.is_method else 1
    return argument(reduction.call, place, "axis")


def kept_arguments(site: Site, reduction: Reduction, layout: Layout) -> list[str]:
    """The arguments besides the operand, as the whole array needs them."""
    call = reduction.call
    names = {keyword.arg for keyword in call.keywords}
    known = {"axis", "keepdims", "ord"} if reduction.name in ("norm", "logsumexp") else _KEPT
    if not names <= known or any(isinstance(one, ast.Starred) for one in call.args):
        raise Escapes
    first = 0 if reduction.is_method else 1
    most = 3 if reduction.name == "norm" else first + 1
    if len(call.args) > most or ("keepdims" in names and layout.masked != 1):
        raise Escapes
    axes = axes_given(site, axis_of(reduction))
    if axes is None or (layout.masked == 1 and (not layout.is_flat or "keepdims" in names)):
        return arguments(site, call, _SAID_APART, first=first)
    by_position = call.args[first : most - 1] if len(call.args) == most else call.args[first:]
    axis = [] if layout.is_flat else [f"axis={layout.unmasked(axes)}"]
    others = arguments(site, call, ("axis", *_SAID_APART), first=len(call.args))
    return [*map(site.text, by_position), *axis, *others]


def told(site: Site, reduction: Reduction, operand: str, where: str, kept: list[str], nan: str | None) -> str:
    """The call on whole arrays.

    ``where`` "": zeros stand for what the mask leaves out; ``nan``: the array itself, where it leaves out its NaNs and
    nothing else.
    """
    jnp = site.name_of("jax.numpy")
    if nan is not None and operation(reduction.name).nan:
        return quote(site, "jnp.{}({}, *{})", operation(reduction.name).nan, nan, kept)
    if reduction.name == "norm":
        return f"{function_text(site, reduction.call)}({', '.join([operand, *kept])})"
    if reduction.extreme and not any(one.startswith("initial=") for one in kept):
        kept = [*kept, f"initial={beginning(site, reduction.extreme, reduction.operand, operand)}"]
    kept = [*kept, f"where={where}"] if where else kept
    if reduction.is_method:
        return quote(site, "{}.{}(*{})", operand, reduction.name, kept)
    if reduction.is_builtin:
        return f"{jnp}.{reduction.name}({', '.join([operand, *kept])})"
    return f"{function_text(site, reduction.call)}({', '.join([operand, *kept])})"


def beginning(site: Site, extreme: str, node: ast.expr, operand: str) -> str:
    """What an extreme is sought from: no array of integers can begin at ``inf``, which XLA makes the least of them."""
    if extreme == "min" and kind(site, node) is None:
        return quote(site, "jnp.nanmax({})", operand)
    return outermost(site, extreme, node, operand)


def outermost(site: Site, extreme: str, node: ast.expr, operand: str) -> str:
    """The least (for ``max``) or greatest number of the operand's dtype: none can fall below, or rise above."""
    jnp = site.name_of("jax.numpy")
    sign, integer, boolean = _EXTREMES[extreme]
    known = aval(site, node)
    if known.kind == "b":
        return boolean
    if known.kind == "c":
        raise Escapes
    if known.kind != "i":
        return f"{sign}{jnp}.inf"
    dtype = f"{operand}.dtype" if operand.isidentifier() else f"{jnp}.{known.dtype}"
    if known.dtype is None and not operand.isidentifier():
        if not _is_index(site, node):
            raise Escapes
        dtype = f"{jnp}.int32"  # no index is out of its range
    return f"{jnp}.iinfo({dtype}).{integer}"


def _is_index(site: Site, node: ast.expr) -> bool:
    given = given_value(site, node) if isinstance(node, ast.Name) else node
    return given is not None and jax_name(site, given) == "jax.numpy.argwhere"


def is_exact(site: Site, reduction: Reduction, nan: bool) -> bool:
    """Same values and gradients, whatever is selected.

    The gradient of std and var, and the extremes of nothing, differ; not so those of their nan-forms.  Python's own
    make a Python number of nothing.
    """
    name = reduction.name.removeprefix("nan")
    if reduction.is_builtin:
        return False
    if name in ("std", "var"):
        return nan or kind(site, reduction.operand) in ("b", "i")
    return nan or not reduction.extreme or argument(reduction.call, None, "initial") is not None
