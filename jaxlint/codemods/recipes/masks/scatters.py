"""``total.at[ids[m]].add(x[m])``: places that the mask leaves out are sent out of bounds, where they are dropped."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_plain, is_pure
from jaxlint.codemods.recipes.analysis.proof import aval, constant, jax_name, kind, rank, size_of
from jaxlint.codemods.recipes.masks.end import End
from jaxlint.codemods.recipes.masks.reductions import argument
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.spellings import function_text
from jaxlint.codemods.recipes.wording.wording import arguments, spliced
from jaxlint.knowledge.operations import UPDATES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.recipes.masks.phrasing import Phrasing
    from jaxlint.codemods.site import Site


class _Scattered(End):
    """``index``: the masked places; ``value``: what is written there, if it is masked, too."""

    def __init__(self, call: ast.Call, index: ast.expr, value: ast.expr | None, layout: Layout, wide: bool) -> None:
        super().__init__(call, [index] if value is None else [index, value], layout, exact=wide)

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site, call, index = phrasing.site, self.call, self.operands[0]
        assert isinstance(call, ast.Call)
        assert isinstance(call.func, ast.Attribute)
        place = call.func.value
        assert isinstance(place, ast.Subscript)
        assert isinstance(place.value, ast.Attribute)
        beyond = _beyond(site, place.value.value)
        masked = quote(site, "jnp.where({}, {}, {})", phrasing.mask, phrasing.bare(index), beyond)
        value = phrasing.say(self.operands[1]) if len(self.operands) > 1 else site.text(call.args[0])
        return f'{spliced(site, call.func, {index: masked})}({value}, mode="drop")'


def _beyond(site: Site, base: ast.expr) -> str:
    """The first place that is out of bounds."""
    size = size_of(site, base, 0)
    return str(size) if isinstance(size, int) and not is_plain(base) else quote(site, "{}.shape[0]", base)


_WIDE = ("int32", "int64", "uint32", "uint64")


def _may_hold_any(site: Site, index: ast.expr) -> bool:
    """Its integers are wide enough for any size, as far as is known."""
    return kind(site, index) == "i" and aval(site, index).dtype in (None, *_WIDE)


def scattered(site: Site, node: ast.expr, layout: Layout) -> End | None:
    """The update at masked places; ``node``: these, or what is written."""
    place = site.module.parents[node]
    if isinstance(place, ast.Subscript) and place.slice is node:
        name = site.module.parents[place]
        call = site.module.parents[name]
    else:
        call = place
    found = _update(call)
    if found is None or layout.masked != 1 or layout.before:
        return None
    update, at, base = found
    if node not in (at.slice, update.args[0]) or not _may_hold_any(site, at.slice) or not is_pure(site, base):
        return None
    if (node is at.slice and layout.after) or not rank(site, base):
        return None
    value = update.args[0] if rank(site, update.args[0]) != 0 else None
    return _Scattered(update, at.slice, value, layout, wide=aval(site, at.slice).dtype in _WIDE)


def _update(call: ast.AST) -> tuple[ast.Call, ast.Subscript, ast.expr] | None:
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Attribute) or call.func.attr not in UPDATES:
        return None
    at = call.func.value
    plain = len(call.args) == 1 and not call.keywords
    if not plain or not isinstance(at, ast.Subscript) or isinstance(at.slice, (ast.Tuple, ast.Slice)):
        return None
    return (call, at, at.value.value) if isinstance(at.value, ast.Attribute) and at.value.attr == "at" else None


class _Segments(End):
    """``segment_sum(x[m], ids[m], num_segments=n)``."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site, call, (data, ids) = phrasing.site, self.call, self.operands
        assert isinstance(call, ast.Call)
        count = argument(call, 2, "num_segments")
        assert count is not None
        masked = quote(site, "jnp.where({}, {}, {})", phrasing.mask, phrasing.bare(ids), count)
        given = [phrasing.say(data), masked, *arguments(site, call, first=2)]
        return f"{function_text(site, call)}({', '.join(given)})"


def segments(site: Site, node: ast.expr, layout: Layout) -> End | None:
    """Sums by segment, where their number is known."""
    call = site.module.parents[node]
    if not isinstance(call, ast.Call) or not jax_name(site, call).startswith("jax.ops.segment_"):
        return None
    count = argument(call, 2, "num_segments")
    given = {keyword.arg for keyword in call.keywords} <= {"num_segments"} and len(call.args) in (2, 3)
    wide = len(call.args) > 1 and _may_hold_any(site, call.args[1])
    if count is None or constant(site, count) is None or not wide or not given or layout.before or layout.masked != 1:
        return None
    return _Segments(call, call.args[:2], layout, exact=aval(site, call.args[1]).dtype in _WIDE)
