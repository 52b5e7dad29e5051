"""Functions of NumPy that make numbers of masked values, each in its own way."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.proof import is_array, jax_name, kind
from jaxlint.codemods.recipes.masks.end import End
from jaxlint.codemods.recipes.masks.layouts import axes_given
from jaxlint.codemods.recipes.masks.reductions import argument, beginning
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.spellings import function_text
from jaxlint.codemods.recipes.wording.wording import arguments

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.recipes.masks.layouts import Layout
    from jaxlint.codemods.recipes.masks.phrasing import Phrasing
    from jaxlint.codemods.site import Site

    Maker = Callable[[Site, ast.Call, ast.expr, Layout], "End | None"]

_BY_ORDER = ("median", "percentile", "quantile")


def function_end(site: Site, node: ast.expr, layout: Layout) -> End | None:
    """The function that takes ``node`` for its first argument, or another."""
    parent = site.module.parents[node]
    call = site.module.parents[parent] if isinstance(parent, ast.keyword) else parent
    if not isinstance(call, ast.Call) or not call.args:
        return None
    package, _, name = jax_name(site, call).rpartition(".")
    maker = _FUNCTIONS.get(name) if package == "jax.numpy" else None
    return maker(site, call, call.args[0], layout) if maker is not None else None


class _Counted(End):
    """``count_nonzero(x[m] > 1)``."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site, (operand,) = phrasing.site, self.operands
        text = phrasing.say(operand)
        test = text if kind(site, operand) == "b" else quote(site, "{} != 0", text)
        return quote(site, "jnp.sum({}, where={})", test, self.layout.where(phrasing.mask))


def _counted(site: Site, call: ast.Call, node: ast.expr, layout: Layout) -> End | None:
    del site
    return None if _more(call) else _Counted(call, [node], layout)


class _Binned(End):
    """``histogram(x[m], bins, range)``."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site = phrasing.site
        assert isinstance(self.call, ast.Call)
        given = [phrasing.say(self.operands[0]), *arguments(site, self.call, first=1), f"weights={phrasing.mask}"]
        return f"{function_text(site, self.call)}({', '.join(given)})"


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
        return f"{function_text(site, self.call)}({value}, weights={weights})"


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
        name = jax_name(site, self.call).rpartition(".")[2].removeprefix("nan")
        masked = f"{jnp}.where({self.layout.where(phrasing.mask)}, {phrasing.bare(self.operands[0])}, {jnp}.nan)"
        return f"{jnp}.nan{name}({', '.join([masked, *arguments(site, self.call, first=1)])})"

    @property
    def caveat(self) -> str:
        return "NaNs in the selection are skipped"


def _ordered(site: Site, call: ast.Call, node: ast.expr, layout: Layout) -> End | None:
    is_median = jax_name(site, call).endswith("median")
    axes = axes_given(site, argument(call, 1 if is_median else 2, "axis"))
    if kind(site, node) not in ("f", None) or (axes is not None and (layout.masked != 1 or not layout.masks(axes))):
        return None
    return _Ordered(call, [node], layout, exact=False)


class _Extent(End):
    """``ptp(x[m])``."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site, (operand,) = phrasing.site, self.operands
        jnp, text = site.name_of("jax.numpy"), phrasing.say(operand)
        ends = [
            f"{jnp}.{name}({text}, initial={beginning(site, name, operand, text)}, where={phrasing.mask})"
            for name in ("max", "min")
        ]
        return " - ".join(ends)


def _extent(site: Site, call: ast.Call, node: ast.expr, layout: Layout) -> End | None:
    numbers = kind(site, node) in ("f", "i", None)
    return _Extent(call, [node], layout, exact=False) if numbers and not _more(call) and layout.is_flat else None


class _BinCount(End):
    """``bincount(x[m], length=K)``."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site, call = phrasing.site, self.call
        assert isinstance(call, ast.Call)
        given = [phrasing.say(self.operands[0]), *arguments(site, call, ("weights",), first=1)]
        weights = (
            phrasing.zeroed(self.operands[1])
            if len(self.operands) > 1
            else quote(site, "{}.astype(int)", phrasing.mask)
        )
        return f"{function_text(site, call)}({', '.join([*given, f'weights={weights}'])})"


def _bin_count(site: Site, call: ast.Call, node: ast.expr, layout: Layout) -> End | None:
    del site
    names = {keyword.arg for keyword in call.keywords}
    if len(call.args) > 1 or "length" not in names or not names <= {"length", "weights"} or not layout.is_flat:
        return None
    weights = argument(call, None, "weights")
    return _BinCount(call, [node] if weights is None else [node, weights], layout)


class _Compared(End):
    """``allclose(x[m], y[m])``, ``array_equal(x[m], y[m])``."""

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        site, call = phrasing.site, self.call
        assert isinstance(call, ast.Call)
        said = [phrasing.say(one) for one in self.operands]
        test = quote(site, "{} == {}", *said)
        if jax_name(site, call).endswith("allclose"):
            test = quote(site, "jnp.isclose(*{})", [*said, *arguments(site, call, first=2)])
        return quote(site, "jnp.all({}, where={})", test, self.layout.where(phrasing.mask))


def _compared(site: Site, call: ast.Call, node: ast.expr, layout: Layout) -> End | None:
    """Both must be masked."""
    del node
    more = len(call.args) > 2 or call.keywords
    plain = jax_name(site, call).endswith("allclose") or not more
    return _Compared(call, call.args[:2], layout) if len(call.args) > 1 and plain else None


def _more(call: ast.Call) -> bool:
    return len(call.args) > 1 or bool(call.keywords)


_FUNCTIONS: dict[str, Maker] = {
    "count_nonzero": _counted,
    "allclose": _compared,
    "array_equal": _compared,
    "ptp": _extent,
    "bincount": _bin_count,
    "histogram": _binned,
    "average": _averaged,
    **{prefix + name: _ordered for name in _BY_ORDER for prefix in ("", "nan")},
}
