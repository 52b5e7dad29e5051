"""One of the masked values, by its place: the first, the last, the best."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import try_around
from jaxlint.codemods.recipes.analysis.proof import constant, jax_name
from jaxlint.codemods.recipes.analysis.reaching import given_value
from jaxlint.codemods.recipes.masks.end import End
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.layouts import ALL
from jaxlint.codemods.recipes.masks.named import binding_around
from jaxlint.codemods.recipes.masks.reductions import outermost
from jaxlint.codemods.recipes.masks.running import is_running
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.wording import spliced
from jaxlint.syntax.nodes import index_parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.recipes.masks.phrasing import Phrasing
    from jaxlint.codemods.site import Site

_BEST = {"argmax": "max", "argmin": "min"}


class Element(End):
    """``x[m][0]``, ``x[m][-1]``, ``argwhere(m)[0, 1]``: of a mask of several axes, by its place among all elements."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        assert isinstance(self.call, ast.Subscript)
        site, operand = phrasing.site, self.operands[0]
        if try_around(site, self.call) is not None:
            raise NoFix("an `except` waits for the error of an empty selection, which JAX does not raise")
        first, *others = index_parts(self.call)
        place = self._place(phrasing, is_first=constant(site, first) == 0)
        if operand in phrasing.flow.positions:
            return self._index(phrasing, place, others)
        whole = phrasing.bare(operand)
        if self.layout.masked == 1:
            return quote(site, "{}[{}]", whole, ", ".join([place, *map(site.text, others)]))
        if not self.layout.is_flat or len(phrasing.flow.axes_of(operand)) < self.layout.masked:
            raise Escapes
        return quote(site, "{}.ravel()[{}]", whole, place)

    def _place(self, phrasing: Phrasing, is_first: bool) -> str:
        jnp = phrasing.site.name_of("jax.numpy")
        if is_first:
            return f"{jnp}.argmax({phrasing.mask})"
        if is_running(phrasing.site, self._given(phrasing)):
            return "-1"  # what follows the last of them changes nothing
        flat = "{}" if self.layout.masked == 1 else "{}.ravel()"
        return quote(phrasing.site, f"{{}}.size - 1 - jnp.argmax({flat}[::-1])", phrasing.mask, phrasing.mask)

    def _index(self, phrasing: Phrasing, place: str, others: list[ast.expr]) -> str:
        """The place itself: along one axis of the mask, or along all."""
        axis, count = phrasing.flow.positions[self.operands[0]], self.layout.masked
        if others:
            number = constant(phrasing.site, others[0])
            if axis != ALL or len(others) > 1 or not isinstance(number, int):
                raise Escapes
            axis = number % count
        if count == 1:
            return place if axis != ALL else quote(phrasing.site, "{}[None]", place)
        jnp = phrasing.site.name_of("jax.numpy")
        places = quote(phrasing.site, "jnp.unravel_index({}, {}.shape)", place, phrasing.mask)
        return f"{jnp}.stack({places})" if axis == ALL else f"{places}[{axis}]"

    def _given(self, phrasing: Phrasing) -> ast.expr:
        named = phrasing.flow.named(self.operands[0])
        return self.operands[0] if named is None else named.value


class _Picked(End):
    """``y[m][jnp.argmax(x[m])]``: the place in the whole array will do."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        assert isinstance(self.call, ast.Subscript)
        place = phrasing.with_ends(self.call.slice)
        value = self.operands[0]
        return place if value in phrasing.flow.positions else quote(phrasing.site, "{}[{}]", phrasing.say(value), place)


class _Best(End):
    """``jnp.argmax(x[m])``: ``is_place`` where it is only used to pick what the same mask selects, else a rank."""

    def __init__(self, call: ast.Call, operands: list[ast.expr], layout: Layout, is_place: bool) -> None:
        super().__init__(call, operands, layout, exact=False)
        self.is_place = is_place

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site = phrasing.site
        assert isinstance(self.call, ast.Call)
        jnp, name = site.name_of("jax.numpy"), _best_name(site, self.call)
        bare = phrasing.bare(self.operands[0])
        beyond = outermost(site, _BEST[name], self.operands[0], bare)
        best = f"{jnp}.{name}({jnp}.where({phrasing.mask}, {bare}, {beyond}))"
        return best if self.is_place else f"{jnp}.cumsum({phrasing.mask})[{best}] - 1"


class _Sorted(End):
    """``jnp.sort(x[m])`` of which some at one end are taken: what is left out goes to the other."""

    def __init__(self, call: ast.Call, operand: ast.expr, layout: Layout, upper: bool) -> None:
        super().__init__(call, [operand], layout, exact=False)
        self.upper = upper

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site, (operand,) = phrasing.site, self.operands
        bare = phrasing.bare(operand)
        beyond = outermost(site, "max" if self.upper else "min", operand, bare)
        masked = quote(site, "jnp.where({}, {}, {})", phrasing.mask, bare, beyond)
        return spliced(site, self.call, {operand: masked})

    @property
    def caveat(self) -> str:
        return "elements past the selected ones are infinite, or the extreme of the dtype"


def in_order(site: Site, node: ast.expr, layout: Layout) -> End | None:
    """The least or greatest of the masked values, by their number."""
    call = site.module.parents[node]
    if (
        not isinstance(call, ast.Call)
        or jax_name(site, call) != "jax.numpy.sort"
        or len(call.args) + len(call.keywords) > 1
    ):
        return None
    taken = [_counted_from(site, read) for read in _reads(site, call)]
    if not layout.is_flat or layout.masked != 1 or not taken or None in taken or len(set(taken)) > 1:
        raise Escapes
    return _Sorted(call, node, layout, upper=taken[0] == "end")


def _counted_from(site: Site, ordered: ast.expr) -> str | None:
    """``[0]`` and ``[:3]`` count from the start, ``[-1]`` and ``[-3:]`` from the end."""
    parent = site.module.parents[ordered]
    if not isinstance(parent, ast.Subscript) or parent.value is not ordered:
        return None
    index = parent.slice
    bounds = [index.lower, index.upper] if isinstance(index, ast.Slice) and index.step is None else [index]
    numbers = [constant(site, one) if one is not None else None for one in bounds]
    if any(one is not None and not isinstance(one, int) for one in numbers):
        return None
    known = [number for number in numbers if isinstance(number, int)]
    if known and all(number >= 0 for number in known) and numbers[-1] is not None:
        return "start"
    return "end" if known and all(number < 0 for number in known) and numbers[0] is not None else None


def element(site: Site, node: ast.Subscript, layout: Layout) -> End | None:
    """What is picked of the masked values."""
    if isinstance(node.slice, ast.Slice) or not isinstance(node.ctx, ast.Load) or layout.before:
        return None
    indices = index_parts(node)
    first, *others = [constant(site, one) for one in indices]
    if isinstance(first, int) and first in (0, -1) and layout.masked and all(isinstance(one, int) for one in others):
        return Element(node, [node.value], layout)
    if layout.masked > 1 or isinstance(node.slice, ast.Tuple):
        return None
    best = given_value(site, node.slice) if isinstance(node.slice, ast.Name) else node.slice
    if isinstance(best, ast.Call) and _best_name(site, best):
        return _Picked(node, [node.value, _operand(site, best)], layout)
    return None


def best(site: Site, node: ast.expr, layout: Layout) -> End | None:
    """The place of the greatest or least of the masked values."""
    parent = site.module.parents[node]
    call = site.module.parents[parent] if isinstance(parent, ast.Attribute) else parent
    if not isinstance(call, ast.Call) or not _best_name(site, call) or _operand(site, call) is not node:
        return None
    given = call.args if _operand(site, call) not in call.args else call.args[1:]
    if given or call.keywords or not layout.is_flat or layout.masked != 1:
        raise Escapes
    picked = [_picked_from(site, read) for read in _reads(site, call)]
    values = [value for value in picked if value is not None]
    if values and len(values) < len(picked):
        raise Escapes
    return _Best(call, [node, *values], layout, is_place=bool(values))


def _best_name(site: Site, call: ast.Call) -> str:
    """``argmax`` or ``argmin``, called as function or method."""
    package, _, name = jax_name(site, call).rpartition(".")
    if not package and isinstance(call.func, ast.Attribute):
        package, name = "jax.numpy", call.func.attr
    return name if package == "jax.numpy" and name in _BEST else ""


def _operand(site: Site, call: ast.Call) -> ast.expr:
    if not jax_name(site, call) and isinstance(call.func, ast.Attribute):
        return call.func.value
    if not call.args:
        raise Escapes
    return call.args[0]


def _reads(site: Site, call: ast.Call) -> list[ast.expr]:
    named = binding_around(site, call)
    return [call] if named is None else list(named.reads)


def _picked_from(site: Site, place: ast.expr) -> ast.expr | None:
    parent = site.module.parents[place]
    return parent.value if isinstance(parent, ast.Subscript) and parent.slice is place else None
