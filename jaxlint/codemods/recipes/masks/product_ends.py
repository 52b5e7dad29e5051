"""Sums of products of masked values: zeros add nothing."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import constant, jax_name, rank
from jaxlint.codemods.recipes.masks.coverage import covers
from jaxlint.codemods.recipes.masks.end import End
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.guesses import apparent_rank
from jaxlint.codemods.recipes.masks.rowwise import factors
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.spellings import function_text
from jaxlint.codemods.recipes.wording.wording import arguments, spliced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.recipes.masks.phrasing import Phrasing
    from jaxlint.codemods.site import Site

_PRODUCTS = ("jax.numpy.dot", "jax.numpy.matmul", "jax.numpy.vdot", "jax.numpy.inner")
_OF_VECTORS = ("jax.numpy.vdot", "jax.numpy.inner")


class _Product(End):
    """``x[m] @ w[m]``, ``X[m].T @ y[m]``."""

    takes_zeros = True

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        left, right = (phrasing.zeroed(one) for one in self.operands)
        if self.operands[0] not in phrasing.flow.leaves and self._is_of_any_rank(phrasing, self.operands[1]):
            right = phrasing.bare(self.operands[1])  # the zeros on the left will do
        if isinstance(self.call, ast.BinOp):
            return f"{left} @ {right}"
        assert isinstance(self.call, ast.Call)
        return f"{function_text(phrasing.site, self.call)}({', '.join([left, right])})"

    @staticmethod
    def _is_of_any_rank(phrasing: Phrasing, operand: ast.expr) -> bool:
        """Nothing tells whether it is a vector or a matrix."""
        if not isinstance(operand, ast.Subscript) or operand not in phrasing.flow.leaves:
            return False
        site, base, mask = phrasing.site, operand.value, operand.slice
        return apparent_rank(site, base) is None and not covers(site, mask, base)


def product(site: Site, node: ast.expr, parent: ast.AST, layout: Layout) -> End | None:
    """Where both factors go along what the mask selects: the last axis of the left one, the first of the right."""
    is_product = isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.MatMult)
    plain = isinstance(parent, ast.Call) and len(parent.args) == 2 and not parent.keywords
    if not is_product and not (plain and jax_name(site, parent) in _PRODUCTS):
        return None
    assert isinstance(parent, ast.expr)
    left = factors(parent)[0] is node
    lies_along = layout.after == 0 and layout.before <= 1 if left else layout.before == 0 and layout.after <= 1
    if layout.masked != 1 or not lies_along or (not layout.is_flat and jax_name(site, parent) in _OF_VECTORS):
        return None
    vectors = all(rank(site, side) in (1, None) for side in factors(parent))
    return _Product(parent, factors(parent), layout, exact=vectors)  # a matrix product of -0.0 alone is -0.0


class _Contracted(End):
    """``einsum("i,i->", x[m], w[m])``."""

    takes_zeros = True

    def __init__(self, call: ast.Call, operands: list[ast.expr], layout: Layout, places: list[int]) -> None:
        super().__init__(call, operands, layout)
        self.places = places

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        assert isinstance(self.call, ast.Call)
        for operand, place in zip(self.operands, self.places, strict=True):
            if phrasing.flow.layouts[operand].before != place:
                raise Escapes
        return spliced(phrasing.site, self.call, {one: phrasing.zeroed(one) for one in self.operands})


def contracted(site: Site, node: ast.expr, layout: Layout) -> End | None:
    """The sum of products over what the mask selects, which must not be among the axes of the result."""
    call = site.module.parents[node]
    if not isinstance(call, ast.Call) or jax_name(site, call) != "jax.numpy.einsum" or call.keywords:
        return None
    formula = constant(site, call.args[0])
    inputs, arrow, output = formula.replace(" ", "").partition("->") if isinstance(formula, str) else ("", "", "")
    terms = dict(zip(call.args[1:], inputs.split(","), strict=False))
    if not arrow or len(terms) != len(inputs.split(",")) or node not in terms or "." in inputs or layout.masked != 1:
        return None
    letter = terms[node][layout.before : layout.before + 1]
    along = {one: term for one, term in terms.items() if letter in term}
    if not letter or letter in output or any(term.count(letter) > 1 for term in along.values()):
        return None
    return _Contracted(call, list(along), layout, [term.index(letter) for term in along.values()])


class _LeastSquares(End):
    """``lstsq(A[m], y[m])``, ``polyfit(x[m], y[m], 1)``: rows of zeros ask for nothing."""

    takes_zeros = True

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site, call = phrasing.site, self.call
        assert isinstance(call, ast.Call)
        given = [*(phrasing.zeroed(one) for one in self.operands), *arguments(site, call, first=2)]
        if jax_name(site, call).endswith("polyfit"):
            given.append(f"w={quote(site, '{}.astype(float)', phrasing.mask)}")
        return quote(site, "{}(*{})", call.func, given)


def least_squares(site: Site, node: ast.expr, layout: Layout) -> End | None:
    """What is small enough to be taken for zero follows from the number of rows: never exact."""
    call = site.module.parents[node]
    most = {"jax.numpy.linalg.lstsq": 2, "jax.numpy.polyfit": 3}.get(jax_name(site, call), 0)
    if not isinstance(call, ast.Call) or not most or call.keywords or len(call.args) != most:
        return None
    if node not in call.args[:2] or layout.before or layout.masked != 1:
        return None
    return _LeastSquares(call, call.args[:2], layout, exact=False)
