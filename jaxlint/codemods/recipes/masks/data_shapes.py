"""``compress``, ``extract``, ``unique``, set operations ...: the bound that is in view, or none."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.proof import constant, kind, rank, same_shapes, size_of
from jaxlint.codemods.recipes.masks.distinct import distinct
from jaxlint.codemods.recipes.masks.layouts import Layout, Reading
from jaxlint.codemods.recipes.masks.masks import is_returned, whole_use
from jaxlint.codemods.recipes.masks.meetings import length_gathered, length_met
from jaxlint.codemods.recipes.masks.reductions import argument
from jaxlint.codemods.recipes.masks.room import elements_of
from jaxlint.codemods.recipes.wording.blame import code_at, use_of
from jaxlint.codemods.recipes.wording.spellings import function_text
from jaxlint.codemods.recipes.wording.wording import arguments, extended
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.site import Site

_PADDED = "pad with `size=`; the padding repeats one of the entries"
_ZEROS_KEPT = "keep leading zeros; they become NaN roots"
_LENGTH = "set `length=`; larger values are dropped"
_SEGMENTS = "set `num_segments=` from the other operand; larger ids are dropped"
_SIZES = {"union1d": "{a} + {b}", "setxor1d": "{a} + {b}", "setdiff1d": "{a}", "intersect1d": "min({a}, {b})"}


@recipe
def bounded(site: Site, call: ast.Call, jax_name: str) -> Rewrite | None:
    """The fix of one call whose result's shape depends on data."""
    found = _bounded(site, call, jax_name)
    if found is None:
        parent = site.module.parents[call]
        met = f", and {use_of(site, call, site.module)} depends on it" if isinstance(parent, ast.expr) else ""
        raise NoFix(f"no known bound for the size of {code_at(site, call)}{met}")
    return found


def _bounded(site: Site, call: ast.Call, jax_name: str) -> Rewrite | None:
    package, _, name = jax_name.rpartition(".")
    if any(isinstance(one, ast.Starred) for one in call.args) or any(one.arg is None for one in call.keywords):
        return None
    if name in ("compress", "extract") and package == "jax.numpy":
        return _selected(site, call, name)
    if name == "unique" and package == "jax.numpy":
        return distinct(site, call)
    if name in _SIZES:
        return _set_operation(site, call, name)
    maker = _BY_NAME.get(name) if package in ("jax.numpy", "jax.ops") else None
    return maker(site, call) if maker is not None else None


def _selected(site: Site, call: ast.Call, name: str) -> Rewrite | None:
    """``compress(m, x)`` is ``x[m]``."""
    if len(call.args) < 2 or kind(site, call.args[0]) != "b":
        return None
    mask, base = call.args[:2]
    axis = argument(call, 2, "axis") if name == "compress" else None
    reading = Reading(site, call, base, mask, covers=True)
    full, own = rank(site, base), rank(site, mask)
    if axis is not None:
        along = own == 1 and constant(site, axis) == 0 and size_of(site, base, 0) == size_of(site, mask, 0)
        if full is None or not along:
            return None
        reading.layout = Layout(0, 1, full - 1)
    elif not same_shapes(site, mask, base):
        return None  # a condition may be shorter than what it selects from
    else:
        reading.layout = Layout(0, own or 0, 0)
    if len(call.args) > 3 or {one.arg for one in call.keywords} - {"axis"}:
        return None
    return whole_use(site, reading, mask)


def _set_operation(site: Site, call: ast.Call, name: str) -> Rewrite | None:
    """Where the set is handed out."""
    if len(call.args) != 2 or call.keywords or not is_returned(site, call):
        return None
    size = _SIZES[name].format(**{key: elements_of(site, one) for key, one in zip("ab", call.args, strict=True)})
    return _with(site, call, f"size={size}", _PADDED)


def _roots(site: Site, call: ast.Call) -> Rewrite | None:
    return None if call.keywords else _with(site, call, "strip_zeros=False", _ZEROS_KEPT)


def _binned(site: Site, call: ast.Call) -> Rewrite | None:
    """``minlength=K`` names the number that is meant."""
    least = argument(call, 2, "minlength")
    length = length_met(site, call) if least is None and len(call.args) < 3 else None
    if length is not None:
        return _with(site, call, f"length={length}", _SEGMENTS)
    if least is None or len(call.args) > 2:
        return None
    keyword = next(one for one in call.keywords if one.arg == "minlength")
    return Rewrite(UNSAFE, _LENGTH, [Replace(call, _renamed(site, call, keyword, "length"))])


def _renamed(site: Site, call: ast.Call, keyword: ast.keyword, name: str) -> str:
    kept = arguments(site, call, (keyword.arg or "",))
    return f"{function_text(site, call)}({', '.join([*kept, f'{name}={site.text(keyword.value)}'])})"


def _segments(site: Site, call: ast.Call) -> Rewrite | None:
    """``base + segment_sum(x, ids)``: as long as the array that it meets, or that its values come from."""
    if len(call.args) != 2 or call.keywords:
        return None
    length = length_met(site, call) or length_gathered(site, call.args[0])
    return None if length is None else _with(site, call, f"num_segments={length}", _SEGMENTS)


def _with(site: Site, call: ast.Call, keyword: str, summary: str) -> Rewrite:
    return Rewrite(UNSAFE, summary, [Replace(call, extended(site, call, keyword))])


_BY_NAME: dict[str, Callable[[Site, ast.Call], Rewrite | None]] = {
    "roots": _roots,
    "bincount": _binned,
    **dict.fromkeys(["segment_sum", "segment_prod", "segment_max", "segment_min"], _segments),
}
