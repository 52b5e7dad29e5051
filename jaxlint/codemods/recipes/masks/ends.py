"""What may end a flow of masked values: reductions, products, functions, one of them."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import jax_name, kind
from jaxlint.codemods.recipes.masks.end import End
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.function_ends import function_end
from jaxlint.codemods.recipes.masks.layouts import axes_given
from jaxlint.codemods.recipes.masks.place_ends import best, element, in_order
from jaxlint.codemods.recipes.masks.product_ends import contracted, least_squares, product
from jaxlint.codemods.recipes.masks.reductions import (
    Reduction,
    argument,
    axis_of,
    is_exact,
    kept_arguments,
    reduction_of,
    told,
)
from jaxlint.codemods.recipes.masks.scatters import scattered, segments
from jaxlint.codemods.recipes.wording.quote import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.recipes.masks.phrasing import Phrasing
    from jaxlint.codemods.site import Site

_OF_AXES = {"keepdims", "ord", "where", "initial"}


def end_of(site: Site, node: ast.expr, layout: Layout) -> End | None:
    """What ends at ``node``, or None where it goes on."""
    parent = site.module.parents[node]
    if layout.transposed:
        return _of_all(site, node, layout)
    if isinstance(parent, ast.keyword) and parent.arg == "where":
        return _selecting(site, parent, layout)
    if isinstance(parent, ast.Subscript) and parent.value is node:
        return element(site, parent, layout)
    reduction = reduction_of(site, node)
    if reduction is not None:
        if reduction.is_builtin and not (layout.is_flat and layout.masked == 1):
            return None
        axes = axes_given(site, axis_of(reduction))
        return Reduced(site, reduction, layout) if axes is None or layout.masks(axes) else None
    makers = (best, in_order, contracted, least_squares, scattered, segments)
    found = next((end for maker in makers if (end := maker(site, node, layout)) is not None), None)
    return found or product(site, node, parent, layout) or function_end(site, node, layout)


def _of_all(site: Site, node: ast.expr, layout: Layout) -> End | None:
    """A reduction that asks for no axis: it makes the same of transposed arrays."""
    reduction = reduction_of(site, node)
    if reduction is None or reduction.is_builtin:
        return None
    asks = axes_given(site, axis_of(reduction)) is not None or {one.arg for one in reduction.call.keywords} & _OF_AXES
    return None if asks else Reduced(site, reduction, layout)


class Reduced(End):
    """``sum``, ``max``, ``norm`` ..."""

    def __init__(self, site: Site, reduction: Reduction, layout: Layout) -> None:
        selecting = argument(reduction.call, None, "where")
        operands = [reduction.operand] if selecting is None else [reduction.operand, selecting]
        super().__init__(reduction.call, operands, layout)
        self.site = site
        self.reduction = reduction
        self.kept = kept_arguments(site, reduction, layout)
        self.takes_zeros = reduction.name == "norm"
        if reduction.extreme and kind(site, reduction.operand) == "c":
            raise Escapes

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        if self.takes_zeros:
            return told(phrasing.site, self.reduction, phrasing.zeroed(self.operands[0]), "", self.kept, None)
        where = self.layout.where(phrasing.mask)
        if len(self.operands) > 1:
            where, nan = quote(phrasing.site, "{} & {}", where, phrasing.say(self.operands[1])), None
        operand = self._operand(phrasing)
        if self.reduction.name == "sum" and len(self.operands) == 1 and phrasing.vanishes(self.operands[0]):
            return told(phrasing.site, self.reduction, operand, "", self.kept, None)
        kept = self.kept
        is_place = self.operands[0] in phrasing.flow.positions
        if self.reduction.extreme and is_place and argument(self.reduction.call, None, "initial") is None:
            kept = [*kept, f"initial={self._beyond(phrasing, operand)}"]
        return told(phrasing.site, self.reduction, operand, where, kept, nan)

    def _operand(self, phrasing: Phrasing) -> str:
        """All but std and var put something harmless in place of what the mask leaves out, before all else.

        Those two square it first: a NaN there makes all gradients NaN.
        """
        node, squares = self.operands[0], self.reduction.name.removeprefix("nan") in ("std", "var")
        if squares and kind(self.site, node) not in ("b", "i"):
            return phrasing.zeroed(node)
        operand = phrasing.say(node) if squares else phrasing.bare(node)
        if not self.reduction.counts or phrasing.is_dense or len(phrasing.flow.axes_of(node)) >= self.layout.masked:
            return operand
        if self.layout.after:
            raise Escapes
        return quote(phrasing.site, "jnp.broadcast_to({}, {}.shape)", operand, phrasing.mask)

    @property
    def caveat(self) -> str:
        if self.reduction.is_builtin:
            nan = self.reduction.extreme and kind(self.site, self.reduction.operand) not in ("b", "i")
            result = ", and any NaN is the result" if nan else ""
            return f"Python's `{self.reduction.name}` of an empty selection now returns an array{result}"
        name = self.reduction.name.removeprefix("nan")
        return f"the gradient of `{name}` is NaN for an empty selection" if name in ("std", "var") else ""

    def _beyond(self, phrasing: Phrasing, operand: str) -> str:
        """A place below, or above, all that there are."""
        if self.reduction.extreme == "max":
            return "-1"
        return quote(self.site, "{}.size", operand if operand.isidentifier() else phrasing.mask)

    @property
    def drops_rows(self) -> bool:
        return self.layout.before == 0

    def is_exact(self, nan: str | None) -> bool:
        return is_exact(self.site, self.reduction, nan is not None)


def _selecting(site: Site, keyword: ast.keyword, layout: Layout) -> End | None:
    """The reduction that a mask of masked values is given to."""
    call = site.module.parents[keyword]
    assert isinstance(call, ast.Call)
    receiver = [call.func.value] if isinstance(call.func, ast.Attribute) and not jax_name(site, call) else call.args[:1]
    reduction = reduction_of(site, receiver[0]) if receiver else None
    return None if reduction is None else end_of(site, reduction.operand, layout)
