"""Calls that need no static number after all: windows told by start and width, draws from the first n numbers."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.proof import aval, constant, jax_name
from jaxlint.codemods.recipes.masks.meetings import length_met
from jaxlint.codemods.recipes.slices.masked_slices import counted_along
from jaxlint.codemods.recipes.slices.windows import width_of
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.spellings import function_text
from jaxlint.codemods.recipes.wording.wording import arguments
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE, UNSAFE, safe_if

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_DRAWN = "use `jax.random.randint`; it draws the same numbers"
_SHIFTED = "use `start + jnp.arange(k)`"
_LEFT_OUT = "pass `assume_unique_indices=True`"
_REPEATED = "use the size of the other operand; the result is truncated, or padded with its last value"
_SLICED = "use `lax.dynamic_slice`"


def without_static_size(site: Site, call: ast.AST) -> Rewrite | None:
    """A form of the call that takes tracers; None where its result has a shape that depends on data."""
    if not isinstance(call, ast.Call) or any(isinstance(argument, ast.Starred) for argument in call.args):
        return None
    name = jax_name(site, call)
    if name == "jax.random.choice":
        given = _given(call, ("key", "a", "shape", "replace"))
        return None if given is None else _drawn(site, call, given, given.get("a"))
    if name == "jax.numpy.arange":
        return _drawn_from_range(site, call) or _shifted(site, call) or counted_along(site, call)
    if name == "jax.numpy.delete":
        return _left_out(site, call)
    if name == "jax.lax.slice":
        return _sliced(site, call)
    if name == "jax.numpy.repeat":
        return _repeated(site, call)
    return _sliced_along(site, call) if name == "jax.lax.slice_in_dim" else None


def _given(call: ast.Call, names: tuple[str, ...]) -> dict[str, ast.expr] | None:
    """The arguments by name; None where there are others."""
    given = dict(zip(names, call.args, strict=False))
    for keyword in call.keywords:
        if keyword.arg not in names:
            return None
        given[keyword.arg] = keyword.value
    return given if len(call.args) <= len(names) else None


def _sibling(site: Site, call: ast.Call, name: str) -> str:
    """Another function of the module that the call's own is taken from."""
    if isinstance(call.func, ast.Attribute):
        return f"{site.text(call.func.value)}.{name}"
    return f"{site.name_of(jax_name(site, call).rpartition('.')[0])}.{name}"


def _drawn(site: Site, call: ast.Call, given: dict[str, ast.expr], bound: ast.expr | None) -> Rewrite | None:
    """``choice(key, n, shape)`` -> ``randint(key, shape, 0, n)``."""
    replaced = given.get("replace")
    if "key" not in given or bound is None or (replaced is not None and constant(site, replaced) is not True):
        return None
    shape = site.text(given["shape"]) if "shape" in given else "()"
    text = f"{_sibling(site, call, 'randint')}({site.text(given['key'])}, {shape}, 0, {site.text(bound)})"
    whole = aval(site, bound).kind == "i" and aval(site, bound).is_scalar
    narrow = bound is not given.get("a") and not _is_default(site, bound)
    return Rewrite(safe_if(whole and not narrow), _DRAWN, [Replace(call, text)])


def _drawn_from_range(site: Site, arange: ast.Call) -> Rewrite | None:
    """``choice(key, jnp.arange(n), shape)``."""
    call = site.module.parents[arange]
    if not isinstance(call, ast.Call) or jax_name(site, call) != "jax.random.choice" or len(arange.args) != 1:
        return None
    given = _given(call, ("key", "a", "shape", "replace"))
    if given is None or given.get("a") is not arange or arange.keywords:
        return None
    return _drawn(site, call, given, arange.args[0])


def _left_out(site: Site, call: ast.Call) -> Rewrite | None:
    """``jnp.delete(x, i)`` of one element, which JAX need not look for."""
    given = _given(call, ("arr", "obj", "axis"))
    index = None if given is None else given.get("obj")
    if index is None or aval(site, index).kind != "i" or not aval(site, index).is_scalar:
        return None
    text = ", ".join([*arguments(site, call), "assume_unique_indices=True"])
    return Rewrite(SAFE, _LEFT_OUT, [Replace(call, f"{function_text(site, call)}({text})")])


def _repeated(site: Site, call: ast.Call) -> Rewrite | None:
    """``y + jnp.repeat(x, counts)``: as long as the array that it meets."""
    length = length_met(site, call) if len(call.args) == 2 and not call.keywords else None
    if length is None:
        return None
    text = ", ".join([*arguments(site, call), f"total_repeat_length={length}"])
    return Rewrite(UNSAFE, _REPEATED, [Replace(call, f"{function_text(site, call)}({text})")])


def _is_default(site: Site, node: ast.expr) -> bool:
    """An integer of the width that JAX's own have."""
    known = aval(site, node)
    return known.kind == "i" and (known.weak or known.dtype == "int32")


def _shifted(site: Site, call: ast.Call) -> Rewrite | None:
    """``jnp.arange(i, i + W)`` -> ``i + jnp.arange(W)``."""
    if len(call.args) != 2 or call.keywords:
        return None
    lower, upper = call.args
    width = width_of(site, lower, upper)
    if width is None or not is_pure(site, lower):
        return None
    text = quote(site, "{} + {}({})", lower, call.func, width[0])
    exact = _is_default(site, lower) and _is_default(site, upper)
    if not exact and aval(site, lower).dtype not in (None, "int32"):
        return None
    return Rewrite(safe_if(exact), _SHIFTED, [Replace(call, text)])


def _sliced(site: Site, call: ast.Call) -> Rewrite | None:
    """``lax.slice(x, (i,), (i + W,))``, which raises where the window leaves the array."""
    given = _given(call, ("operand", "start_indices", "limit_indices"))
    starts, limits = (None, None) if given is None else (given.get("start_indices"), given.get("limit_indices"))
    if not isinstance(starts, (ast.Tuple, ast.List)) or not isinstance(limits, (ast.Tuple, ast.List)):
        return None
    widths = [width_of(site, lower, upper) for lower, upper in zip(starts.elts, limits.elts, strict=False)]
    if given is None or "operand" not in given or not widths or None in widths or len(widths) != len(starts.elts):
        return None
    sizes = ", ".join(width[0] for width in widths if width is not None)
    shape = f"({sizes},)" if len(widths) == 1 else f"({sizes})"
    whole = f"{site.text(given['operand'])}, {site.text(starts)}, {shape}"
    return Rewrite(SAFE, _SLICED, [Replace(call, f"{_sibling(site, call, 'dynamic_slice')}({whole})")])


def _sliced_along(site: Site, call: ast.Call) -> Rewrite | None:
    """``lax.slice_in_dim(x, i, i + W, axis=1)``."""
    given = _given(call, ("operand", "start_index", "limit_index", "stride", "axis"))
    if given is None or "operand" not in given or ("stride" in given and constant(site, given["stride"]) != 1):
        return None
    start = given.get("start_index")
    width = width_of(site, start, given.get("limit_index"))
    if start is None or width is None:
        return None
    parts = [site.text(given["operand"]), site.text(start), width[0]]
    parts += [f"axis={site.text(given['axis'])}"] if "axis" in given else []
    text = f"{_sibling(site, call, 'dynamic_slice_in_dim')}({', '.join(parts)})"
    return Rewrite(SAFE, _SLICED, [Replace(call, text)])
