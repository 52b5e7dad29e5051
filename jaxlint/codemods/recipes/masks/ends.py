"""What may end a flow of masked values: reductions, products, a count of bins, the first of them."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import callee, constant, is_array, kind
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.layouts import Layout, axes_given
from jaxlint.codemods.recipes.masks.reductions import (
    Reduction,
    argument,
    axis_of,
    is_exact,
    kept_arguments,
    reduction_of,
    told,
)
from jaxlint.codemods.recipes.masks.rowwise import factors
from jaxlint.codemods.recipes.wording.wording import arguments, atom, conjunct

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.recipes.masks.phrasing import Phrasing
    from jaxlint.codemods.site import Site

    Maker = Callable[[Site, ast.Call, ast.expr, Layout], "End | None"]

_PRODUCTS = ("jax.numpy.dot", "jax.numpy.matmul", "jax.numpy.vdot", "jax.numpy.inner")
_BY_ORDER = ("median", "percentile", "quantile")


class End:
    """``call``: the expression that is replaced; ``operands``: masked values in it; ``exact``: nothing can differ."""

    __slots__ = ("call", "exact", "layout", "operands")

    def __init__(self, call: ast.expr, operands: list[ast.expr], layout: Layout, exact: bool = True) -> None:
        self.call = call
        self.operands = operands
        self.layout = layout
        self.exact = exact

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        """``nan``: the array itself, where the mask leaves out its NaNs and nothing else."""
        raise NotImplementedError

    def is_exact(self, nan: str | None) -> bool:
        del nan
        return self.exact


def end_of(site: Site, node: ast.expr, layout: Layout) -> End | None:
    """What ends at ``node``, or None where it goes on."""
    parent = site.module.parents[node]
    if isinstance(parent, ast.keyword) and parent.arg == "where":
        return _selecting(site, parent, layout)
    if isinstance(parent, ast.Subscript) and parent.value is node:
        return _element(site, parent, layout)
    reduction = reduction_of(site, node)
    if reduction is not None:
        axes = axes_given(site, axis_of(reduction))
        return Reduced(site, reduction, layout) if axes is None or layout.masks(axes) else None
    product = _product(site, node, parent, layout)
    if product is not None:
        return product
    call = site.module.parents[parent] if isinstance(parent, ast.keyword) else parent
    if isinstance(call, ast.Call) and call.args and (parent is not call or call.args[0] is node):
        package, _, name = callee(site, call).rpartition(".")
        maker = _FUNCTIONS.get(name) if package == "jax.numpy" else None
        return maker(site, call, call.args[0], layout) if maker is not None else None
    return None


class Reduced(End):
    """``sum``, ``max``, ``norm`` ..."""

    def __init__(self, site: Site, reduction: Reduction, layout: Layout) -> None:
        selecting = argument(reduction.call, None, "where")
        operands = [reduction.operand] if selecting is None else [reduction.operand, selecting]
        super().__init__(reduction.call, operands, layout)
        self.site = site
        self.reduction = reduction
        self.kept = kept_arguments(site, reduction, layout)
        if reduction.extreme and kind(site, reduction.operand) == "c":
            raise Escapes

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        where = self.layout.where(phrasing.mask)
        if len(self.operands) > 1:
            where, nan = f"{conjunct(where)} & {conjunct(phrasing.say(self.operands[1]))}", None
        operand = phrasing.bare(self.operands[0]) if self.reduction.name == "norm" else phrasing.say(self.operands[0])
        if self.reduction.counts and len(phrasing.flow.axes_of(self.operands[0])) < self.layout.masked:
            if self.layout.after:
                raise Escapes
            operand = f"{phrasing.site.name_of('jax.numpy')}.broadcast_to({operand}, {atom(phrasing.mask)}.shape)"
        return told(phrasing.site, self.reduction, operand, where, self.kept, nan)

    def is_exact(self, nan: str | None) -> bool:
        return is_exact(self.site, self.reduction, nan is not None)


def _selecting(site: Site, keyword: ast.keyword, layout: Layout) -> End | None:
    """The reduction that a mask of masked values is given to."""
    call = site.module.parents[keyword]
    assert isinstance(call, ast.Call)
    receiver = [call.func.value] if isinstance(call.func, ast.Attribute) and not callee(site, call) else call.args[:1]
    reduction = reduction_of(site, receiver[0]) if receiver else None
    return None if reduction is None else end_of(site, reduction.operand, layout)


class _Element(End):
    """``x[m][0]``, ``x[m][-1]``."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        assert isinstance(self.call, ast.Subscript)
        jnp = phrasing.site.name_of("jax.numpy")
        if constant(phrasing.site, self.call.slice) == 0:
            place = f"{jnp}.argmax({phrasing.mask})"
        else:
            place = f"{atom(phrasing.mask)}.size - 1 - {jnp}.argmax({atom(phrasing.mask)}[::-1])"
        if self.operands[0] in phrasing.flow.positions:
            return place
        return f"{atom(phrasing.say(self.operands[0]))}[{place}]"


def _element(site: Site, node: ast.Subscript, layout: Layout) -> End | None:
    if isinstance(node.slice, (ast.Slice, ast.Tuple)) or not isinstance(node.ctx, ast.Load):
        return None
    if layout.before or layout.masked > 1 or constant(site, node.slice) not in (0, -1):
        return None
    return _Element(node, [node.value], layout)


class _Product(End):
    """``x[m] @ w[m]``: zeros add nothing."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        left, right = (phrasing.zeroed(one) for one in self.operands)
        if isinstance(self.call, ast.BinOp):
            return f"{left} @ {right}"
        assert isinstance(self.call, ast.Call)
        return f"{phrasing.site.text(self.call.func)}({', '.join([left, right])})"


def _product(site: Site, node: ast.expr, parent: ast.AST, layout: Layout) -> End | None:
    is_product = isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.MatMult)
    plain = isinstance(parent, ast.Call) and len(parent.args) == 2 and not parent.keywords
    if not is_product and not (plain and callee(site, parent) in _PRODUCTS):
        return None
    assert isinstance(parent, ast.expr)
    if not layout.is_flat or layout.masked != 1:
        return None
    return _Product(parent, factors(parent), layout)


class _Counted(End):
    """``count_nonzero(x[m] > 1)``."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site, (operand,) = phrasing.site, self.operands
        text = phrasing.say(operand)
        test = text if kind(site, operand) == "b" else f"{atom(text)} != 0"
        return f"{site.name_of('jax.numpy')}.sum({test}, where={self.layout.where(phrasing.mask)})"


def _counted(site: Site, call: ast.Call, node: ast.expr, layout: Layout) -> End | None:
    del site
    return None if len(call.args) > 1 or call.keywords else _Counted(call, [node], layout)


class _Binned(End):
    """``histogram(x[m], bins, range)``."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site = phrasing.site
        assert isinstance(self.call, ast.Call)
        given = [phrasing.say(self.operands[0]), *arguments(site, self.call, first=1), f"weights={phrasing.mask}"]
        return f"{site.text(self.call.func)}({', '.join(given)})"


def _binned(site: Site, call: ast.Call, node: ast.expr, layout: Layout) -> End | None:
    """The edges must not follow from the values."""
    bins, span = argument(call, 1, "bins"), argument(call, 2, "range")
    fixed = span is not None or (bins is not None and is_array(site, bins))
    known = {keyword.arg for keyword in call.keywords} <= {"bins", "range"}
    if not layout.is_flat or not fixed or not known or len(call.args) > 3:
        return None
    return _Binned(call, [node], layout, exact=kind(site, node) in ("f", "i"))


class _Averaged(End):
    """``average(x[m], weights=w[m])``."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site = phrasing.site
        assert isinstance(self.call, ast.Call)
        value, weights = (phrasing.zeroed(one) for one in self.operands)
        return f"{site.text(self.call.func)}({value}, weights={weights})"


def _averaged(site: Site, call: ast.Call, node: ast.expr, layout: Layout) -> End | None:
    del site
    weights = argument(call, None, "weights")
    if weights is None or len(call.args) > 1 or len(call.keywords) > 1 or not layout.is_flat or layout.masked != 1:
        return None
    return _Averaged(call, [node, weights], layout)


class _Ordered(End):
    """``median(x[m])``: NaN marks what is left out."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site = phrasing.site
        assert isinstance(self.call, ast.Call)
        jnp = site.name_of("jax.numpy")
        name = callee(site, self.call).rpartition(".")[2].removeprefix("nan")
        masked = f"{jnp}.where({self.layout.where(phrasing.mask)}, {phrasing.bare(self.operands[0])}, {jnp}.nan)"
        return f"{jnp}.nan{name}({', '.join([masked, *arguments(site, self.call, first=1)])})"


def _ordered(site: Site, call: ast.Call, node: ast.expr, layout: Layout) -> End | None:
    is_median = callee(site, call).endswith("median")
    axes = axes_given(site, argument(call, 1 if is_median else 2, "axis"))
    if kind(site, node) not in ("f", None) or (axes is not None and (layout.masked != 1 or not layout.masks(axes))):
        return None
    return _Ordered(call, [node], layout, exact=False)


_FUNCTIONS: dict[str, Maker] = {
    "count_nonzero": _counted,
    "histogram": _binned,
    "average": _averaged,
    **{prefix + name: _ordered for name in _BY_ORDER for prefix in ("", "nan")},
}
