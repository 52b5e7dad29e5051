"""``jnp.concatenate`` of slices that meet at a traced place: rotated, chosen between, or an element put in or left out.

The whole has a shape that is known, so that nothing needs to be cut.
"""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.affine import polynomial, whole
from jaxlint.codemods.recipes.analysis.bindings import is_plain, is_pure
from jaxlint.codemods.recipes.analysis.proof import aval, constant, is_array, jax_name, rank, same_shapes, size_of
from jaxlint.codemods.recipes.analysis.ranges import axis_length, range_of
from jaxlint.codemods.recipes.slices.cuts import Sliced
from jaxlint.codemods.recipes.slices.positions import LONG, mask_number, position_mask
from jaxlint.codemods.recipes.wording.hoisting import below, has_room
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import safe_if
from jaxlint.syntax.nodes import index_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_ROTATED = "use `jnp.roll`"
_WRAPS = "use `jnp.roll`; a shift beyond the length wraps around"
_CHOSEN = "select with `jnp.where`"
_REPLACED = "use `.at[i].set`; an out-of-bounds index changes nothing"
_PUT_IN = "use `jnp.insert`"
_LEFT_OUT = "use `jnp.delete`; an out-of-bounds index deletes the last element"


class _Part:
    """``base[lower:upper]`` along one axis."""

    def __init__(self, base: ast.expr, bounds: ast.Slice) -> None:
        self.base = base
        self.lower = bounds.lower
        self.upper = bounds.upper


def joined(site: Site, node: ast.Subscript) -> Rewrite | None:
    """The whole ``concatenate`` around one of its parts."""
    pieces = site.module.parents[node]
    call = site.module.parents[pieces]
    if not isinstance(pieces, (ast.List, ast.Tuple)) or not isinstance(call, ast.Call):
        return None
    axis = _axis(site, call)
    if axis is None or len(pieces.elts) not in (2, 3):
        return None
    first, last = _part(pieces.elts[0], axis), _part(pieces.elts[-1], axis)
    if first is None or last is None or not all(is_pure(site, one.base) for one in (first, last)):
        return None
    join = _Join(site, call, axis, first, last)
    if len(pieces.elts) == 3:
        return join.with_element(pieces.elts[1])
    return join.rotated() or join.chosen(pieces.elts[0]) or join.left_out()


class _Join:
    def __init__(self, site: Site, call: ast.Call, axis: int, first: _Part, last: _Part) -> None:
        self.site = site
        self.call = call
        self.axis = axis
        self.first = first
        self.last = last
        self.jnp = site.name_of("jax.numpy")
        self.alike = ast.dump(first.base) == ast.dump(last.base)

    def rotated(self) -> Rewrite | None:
        """``[x[n:], x[:n]]``."""
        bound, end = self.first.lower, self.last.upper
        if (
            not self.alike
            or bound is None
            or end is None
            or self.first.upper is not None
            or self.last.lower is not None
        ):
            return None
        if ast.dump(bound) != ast.dump(end) or not is_pure(self.site, bound):
            return None
        flipped = isinstance(bound, ast.UnaryOp) and isinstance(bound.op, ast.USub)
        count = bound.operand if flipped and isinstance(bound, ast.UnaryOp) else bound
        shift = self.site.text(count) if flipped else quote(self.site, "-{}", count)
        inside = range_of(self.site, count).fits(axis_length(self.site, self.first.base, self.axis))
        text = f"{self.jnp}.roll({self._base}, {shift}{self._along})"
        return self._made(text, _ROTATED if inside else _WRAPS, inside)

    def chosen(self, node: ast.expr) -> Rewrite | None:
        """``[x[:n], y[n:]]``, of arrays of one shape: both functions promote dtypes alike."""
        site, one, other = self.site, self.first.base, self.last.base
        if self._gap() != 0 or self.alike or not is_plain(other) or not isinstance(node, ast.Subscript):
            return None
        proved = same_shapes(site, one, other)
        if not proved and (rank(site, one) is not None or rank(site, other) is not None):
            return None
        try:
            sliced = Sliced(site, node)
            lines, where = position_mask(site, sliced)
            if len(where) > LONG and has_room(site, node, []):
                lines, where = position_mask(site, sliced, mask_number(site, sliced))
        except NoFix:
            return None
        text = f"{self.jnp}.where({where}, {site.text(one)}, {site.text(other)})"
        return Rewrite(safe_if(proved), _CHOSEN, below(site, lines, node, [Replace(self.call, text)]))

    def left_out(self) -> Rewrite | None:
        """``[x[:i], x[i + 1 :]]``."""
        if not self.alike or self._gap() != 1:
            return None
        text = f"{self.jnp}.delete({self._base}, {self._place}, assume_unique_indices=True{self._along})"
        return self._made(text, _LEFT_OUT, self._is_inside())

    def with_element(self, piece: ast.expr) -> Rewrite | None:
        """``[x[:i], v[None], x[i + 1 :]]`` and ``[x[:i], v[None], x[i:]]``."""
        site, gap = self.site, self._gap()
        full = rank(site, self.first.base)
        if (
            not self.alike
            or gap not in (0, 1)
            or not is_array(site, piece)
            or full is None
            or rank(site, piece) != full
        ):
            return None
        if size_of(site, piece, self.axis) != 1:
            return None
        element = self._element(piece)
        mine, given = aval(site, self.first.base), aval(site, piece)
        kept = mine.dtype is not None and mine.dtype == given.dtype
        if mine.dtype is not None and given.dtype is not None and not kept:
            return None
        if gap == 0:
            axis = f", axis={self.axis}"
            text = f"{self.jnp}.insert({self._base}, {self._place}, {element}{axis})"
            return self._made(text, _PUT_IN, kept and self._is_inside())
        index = ", ".join([*[":"] * self.axis, self._place])
        text = quote(site, "{}.at[{}].set({})", self._base, index, element)
        return self._made(text, _REPLACED, kept and self._is_inside())

    def _element(self, piece: ast.expr) -> str:
        """``v`` of ``v[None]`` and ``jnp.array([v])``."""
        site = self.site
        if isinstance(piece, ast.Subscript) and isinstance(piece.slice, ast.Constant) and piece.slice.value is None:
            return site.text(piece.value)
        made = jax_name(site, piece) in ("jax.numpy.array", "jax.numpy.asarray", "jax.numpy.stack")
        if isinstance(piece, ast.Call) and made and len(piece.args) == 1 and not piece.keywords and self.axis == 0:
            inner = piece.args[0]
            if isinstance(inner, (ast.List, ast.Tuple)) and len(inner.elts) == 1:
                return site.text(inner.elts[0])
        return quote(site, "{}[{}]", piece, ", ".join([*[":"] * self.axis, "0"]))

    def _gap(self) -> int | None:
        """How far apart ``x[:i]`` and ``y[j:]`` lie."""
        end, bound = self.first.upper, self.last.lower
        if end is None or bound is None or self.last.upper is not None:
            return None
        if self.first.lower is not None and constant(self.site, self.first.lower) != 0:
            return None
        left, right = polynomial(self.site, end), polynomial(self.site, bound)
        if left is None or right is None or not is_pure(self.site, end):
            return None
        return right.minus(left).number

    def _is_inside(self) -> bool:
        length = axis_length(self.site, self.first.base, self.axis)
        assert self.first.upper is not None
        return length is not None and range_of(self.site, self.first.upper).fits(length.minus(whole(1)))

    @property
    def _base(self) -> str:
        return self.site.text(self.first.base)

    @property
    def _place(self) -> str:
        assert self.first.upper is not None
        return self.site.text(self.first.upper)

    @property
    def _along(self) -> str:
        return "" if rank(self.site, self.first.base) == 1 else f", axis={self.axis}"

    def _made(self, text: str, summary: str, safe: bool) -> Rewrite:
        said = summary.split(";")[0] if safe else summary
        return Rewrite(safe_if(safe), said, [Replace(self.call, text)])


def _axis(site: Site, call: ast.Call) -> int | None:
    """Along which axis the call joins arrays."""
    name = jax_name(site, call)
    if name not in ("jax.numpy.concatenate", "jax.numpy.concat") or len(call.args) > 2:
        return None
    given = call.args[1] if len(call.args) == 2 else None
    for keyword in call.keywords:
        if keyword.arg != "axis":
            return None
        given = keyword.value
    axis = 0 if given is None else constant(site, given)
    return axis if isinstance(axis, int) and axis >= 0 else None


def _part(node: ast.expr, axis: int) -> _Part | None:
    """``x[..., n:]``: full slices, and at the axis one that is not."""
    if not isinstance(node, ast.Subscript):
        return None
    indices = index_parts(node)
    if len(indices) <= axis or not all(isinstance(index, ast.Slice) for index in indices):
        return None
    bounds = indices[axis]
    cut = [place for place, index in enumerate(indices) if ast.unparse(index) != ":"]
    if cut != [axis] or not isinstance(bounds, ast.Slice) or bounds.step is not None:
        return None
    return _Part(node.value, bounds)
