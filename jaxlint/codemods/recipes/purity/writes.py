"""One write into an array, as the array that it leaves: ``x.at[i].set(v)``, ``jnp.where(m, v, x)``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.fitting import fits
from jaxlint.codemods.recipes.analysis.proof import aval, divides_whole, is_array, is_scalar, jax_name, kind, rank
from jaxlint.codemods.recipes.analysis.reaching import given_value
from jaxlint.codemods.recipes.purity.places import flattened, own_count
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.tightness import SYMBOLS
from jaxlint.syntax.nodes import index_parts
from jaxlint.tracing.values.value import Const, Sequence, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_METHODS = {ast.Add: "add", ast.Sub: "add", ast.Mult: "multiply", ast.Div: "divide"}
_KINDS = "bifc"


_DISTINCT = ("jax.numpy.argsort", "jax.numpy.arange", "jax.numpy.lexsort", "jax.numpy.flatnonzero")


class Write:
    """``base``: what is bound anew; ``exact``: NumPy would have left the same; ``operator``: that of ``x[i] += v``."""

    def __init__(
        self, site: Site, target: ast.Subscript, value: ast.expr, operator: type[ast.operator] | None, traced: bool
    ) -> None:
        self.site = site
        self.target = target
        self.traced = traced
        self.value = value
        self.operator = operator
        self.base, self.indices = flattened(site, target)
        self.name = site.text(self.base)
        self.assumed: list[str] = []  # what a fix says of itself
        own, other = kind(site, self.base) or "c", kind(site, self.value) or "b"
        # Both cast to the dtype of the array; JAX is about to refuse a float for an int.
        self.exact = own in _KINDS and other in _KINDS and _KINDS.index(other) <= _KINDS.index(own)
        # NumPy takes a copy, not a view, where an array of one number tells the row.
        rows = self.indices[: len(self.indices) - own_count(target)]
        self.exact = self.exact and all(isinstance(site.value(row), (Const, Static)) for row in rows)
        self.exact = self.exact and (operator not in (ast.FloorDiv, ast.Mod) or divides_whole(site, own, value))

    @property
    def unsure(self) -> list[ast.expr]:
        """Indices of which nobody knows whether JAX could take them."""
        return [one for one in self.indices if self.traced and is_mask(self.site, one) and kind(self.site, one) is None]

    def written(self, before: str | None = None) -> str | None:
        """The array after the write; ``before``: that of earlier writes of the same statement."""
        if self.unsure:
            return None
        index = self._index()
        if len(self.indices) == 1 and isinstance(self.indices[0], ast.Starred):
            index += ","
        return self._update(before or self.name, index, any(is_mask(self.site, one) for one in self.indices))

    def _fits(self, value: ast.expr) -> bool:
        """No cast comes before the operation, or after; of booleans, the methods of ``.at`` add none."""
        mine, given = aval(self.site, self.base), aval(self.site, value)
        if mine.kind == "b":
            return False
        if mine.kind is None and given.weak and given.kind == "i" and self.operator in (ast.Add, ast.Sub, ast.Mult):
            return True  # an int gives way to all dtypes
        return fits(self.site, self.base, value) and not (self.operator is ast.Div and mine.kind not in ("f", "c"))

    def _may_take(self) -> bool:
        """The method of the operator does, but for how it rounds: as far as is known the array holds floats."""
        mine = aval(self.site, self.base).kind
        return mine in ("f", "c", None)

    def _moves(self) -> bool:
        slices = [one for one in self.indices if isinstance(one, ast.Slice)]
        bounds = [bound for one in slices for bound in (one.lower, one.upper, one.step) if bound is not None]
        return any(isinstance(self.site.value(bound), Traced) for bound in bounds)

    def _index(self) -> str:
        return ", ".join([indexing(self.site, index) for index in self.indices])

    def _update(self, before: str, index: str, masked: bool) -> str | None:
        """``x.at[i].set(v)``, or the method of the operator; None where a window that moves would be read, too."""
        place = f"{before}.at[{index}]"
        value = self._value_text()
        if self.operator is None:
            return f"{place}.set({value})"
        method = _METHODS.get(self.operator)
        once = masked or all(self._is_basic(one) or is_distinct(self.site, one) for one in self.indices)
        if not once:
            # An index that comes twice: NumPy keeps the last, the methods of ``.at`` take each.
            self.exact = self.exact and is_scalar(self.site, self.value)
        again = all(is_pure(self.site, index) for index in self.indices) and is_pure(self.site, self.base)
        natural = once and (self._fits(self.value) or self._may_take())
        self.exact = self.exact and (again or not natural or self._fits(self.value))
        if method is None or (again and not natural):
            self.exact = self.exact and again
            if self._moves():
                return None  # a read past the end is moved back, and a write there is left out
            return f"{place}.set({self._combined(f'{self.name}[{index}]', value)})"
        return quote(
            self.site, "{}.{}({})", place, method, quote(self.site, "-{}" if self.operator is ast.Sub else "{}", value)
        )

    def _combined(self, old: str, value: str) -> str:
        assert self.operator is not None
        return quote(self.site, f"{{}} {SYMBOLS[self.operator]} {{}}", old, value)

    def _value_text(self) -> str:
        """``x[[2, 0]]`` is read from an array of JAX's now, which takes no list."""
        value = self.value
        if isinstance(value, ast.Subscript) and self.site.text(value.value) == self.name:
            indices = index_parts(value)
            return f"{self.name}[{', '.join([indexing(self.site, index) for index in indices])}]"
        return self.site.text(value)

    def _is_basic(self, index: ast.expr) -> bool:
        """An int or a slice names each place once."""
        value = self.site.value(index)
        if isinstance(index, ast.Slice) or isinstance(value, (Const, Static)):
            return True
        return is_array(self.site, index) and rank(self.site, index) == 0


def is_distinct(site: Site, index: ast.expr) -> bool:
    """Numbers of which none comes twice: an order, or a part of it."""
    while isinstance(index, ast.Subscript) and isinstance(index.slice, ast.Slice):
        index = index.value
    given = given_value(site, index) if isinstance(index, ast.Name) else index
    return given is not None and rank(site, given) == 1 and jax_name(site, given) in _DISTINCT


def is_mask(site: Site, index: ast.expr) -> bool:
    """An array of booleans, also where a comparison meets by ``&`` or ``|`` what nobody knows."""
    if isinstance(index, ast.BinOp) and isinstance(index.op, (ast.BitAnd, ast.BitOr)) and kind(site, index) is None:
        return any(is_mask(site, side) for side in (index.left, index.right))
    return kind(site, index) == "b" and is_array(site, index)


def indexing(site: Site, index: ast.expr) -> str:
    """The text of an index, which JAX doesn't take from a list."""
    value, text = site.value(index), site.text(index)
    is_list = isinstance(index, (ast.List, ast.ListComp)) or (isinstance(value, Sequence) and value.type == "list")
    return quote(site, "jnp.array({})", text) if is_list else text
