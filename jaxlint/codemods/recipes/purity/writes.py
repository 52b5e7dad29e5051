"""One write into an array, as the array that it leaves: ``x.at[i].set(v)``, ``jnp.where(m, v, x)``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.proof import aval, divides_whole, is_array, is_scalar, kind, rank, same_shapes
from jaxlint.codemods.recipes.analysis.ranges import range_of
from jaxlint.codemods.recipes.branches.doubled import doubled
from jaxlint.codemods.recipes.masks.coverage import covers
from jaxlint.codemods.recipes.purity.places import flattened, own_count
from jaxlint.codemods.recipes.slices.windows import not_negative
from jaxlint.codemods.recipes.static.static_names import made_static_parameter
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.codemods.recipes.wording.tightness import SYMBOLS
from jaxlint.syntax.nodes import index_parts, walk
from jaxlint.tracing.value import Const, Sequence, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_METHODS = {ast.Add: "add", ast.Sub: "add", ast.Mult: "multiply", ast.Div: "divide"}
_KINDS = "bifc"


class Write:
    """``base``: what is bound anew; ``exact``: NumPy would have left the same; ``operator``: that of ``x[i] += v``."""

    def __init__(
        self, site: Site, target: ast.Subscript, value: ast.expr, operator: type[ast.operator] | None, traced: bool
    ) -> None:
        self.site = site
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

    def written(self, before: str | None = None) -> str | None:
        """The array after the write; ``before``: that of earlier writes of the same statement."""
        masks = [index for index in self.indices if kind(self.site, index) == "b" and is_array(self.site, index)]
        if masks and self.traced:
            if before is not None or len(masks) > 1:
                return None
            chosen = self._where(masks[0]) if len(self.indices) == 1 else self._where_within(masks[0])
            return self._selected(masks[0]) if chosen is None else chosen
        indices = self._index_texts()
        if indices is None:
            return None
        index = ", ".join(indices)
        if len(self.indices) == 1 and isinstance(self.indices[0], ast.Starred):
            index += ","
        return self._update(before or self.name, index, bool(masks))

    def written_under(self, test: str, holds: bool) -> str | None:
        """The same where a scalar test comes out so, else the array as it was; None where no text says that."""
        masks = [index for index in self.indices if kind(self.site, index) == "b" and is_array(self.site, index)]
        repeated = self.operator is not None and not all(map(self._is_basic, self.indices))
        indices = None if masks or repeated else self._index_texts()
        if indices is None:
            return None
        index = ", ".join(indices)
        old, value = f"{self.name}[{index}]", doubled(self.site, self.value, [(test, holds)]) or self._value_text()
        method = "set" if self.operator is None else _METHODS.get(self.operator, "")
        if not method or (self.operator is not None and not self._fits(self.value)):
            method, value = "set", self._combined(old, value)
        elif self.operator is ast.Sub:
            value = quote(self.site, "-{}", value)
        idle = {"set": old, "add": "0"}.get(method, "1")
        arms = [value, idle] if holds else [idle, value]
        chosen = quote(self.site, "jnp.where({}, {}, {})", test, *arms)
        return f"{self.name}.at[{index}].{method}({chosen})"

    def _index_texts(self) -> list[str] | None:
        """Of the indices, where a slice between traced bounds of a fixed distance becomes so many numbers."""
        texts = [indexing(self.site, index) for index in self.indices]
        moving = [at for at, index in enumerate(self.indices) if self._is_traced_slice(index)]
        if not self.traced or not moving:
            return texts
        numbered = [at for at, index in enumerate(self.indices) if at in moving or not isinstance(index, ast.Slice)]
        together = numbered[-1] - numbered[0] == len(numbered) - 1
        window = self._window(self.indices[moving[0]])
        plain = all(at in moving or self._is_basic(self.indices[at]) for at in numbered)
        if window is None and self._is_mended_later([self.indices[at] for at in moving]):
            return texts
        if len(moving) > 1 or not together or not plain or window is None:
            return None
        self.exact = False
        texts[moving[0]] = window
        return texts

    def _is_mended_later(self, indices: list[ast.expr]) -> bool:
        """Has ``x.at[:n].set(v)`` a fix of its own: as a choice by position, or with a static ``n``?"""
        if rank(self.site, self.base) is not None:
            value = self.value
            alike = isinstance(value, ast.Subscript) and same_shapes(self.site, self.base, value.value)
            if is_scalar(self.site, value) or (alike and all(ast.dump(one) in ast.dump(value) for one in indices)):
                return True
        bounds = [end for one in indices if isinstance(one, ast.Slice) for end in (one.lower, one.upper) if end]
        traced = [end for end in bounds if isinstance(self.site.value(end), Traced)]
        return bool(traced) and all(made_static_parameter(self.site, end) is not None for end in traced)

    def _window(self, index: ast.expr) -> str | None:
        """``i : i + 3`` -> ``i + jnp.arange(3)``."""
        lower, upper = getattr(index, "lower", None), getattr(index, "upper", None)
        if lower is None or not isinstance(upper, ast.BinOp) or not isinstance(upper.op, ast.Add):
            return None
        for start, length in ((upper.left, upper.right), (upper.right, upper.left)):
            same = ast.dump(start) == ast.dump(lower)
            if same and isinstance(self.site.value(length), (Const, Static)) and is_pure(self.site, lower):
                self.assumed = [] if range_of(self.site, lower).is_natural else [not_negative(self.site, lower)]
                count = quote(self.site, "jnp.arange({})", length)
                return quote(self.site, "{} + {}", lower, count)
        return None

    def _fits(self, value: ast.expr) -> bool:
        """The array and the value have one dtype, or the value gives way: no cast comes before or after."""
        mine, given = aval(self.site, self.base), aval(self.site, value)
        if mine.kind is None and given.weak and given.kind == "i" and self.operator in (ast.Add, ast.Mult):
            return True  # an int gives way to all dtypes
        if mine.kind is None or given.kind is None or not {mine.kind, given.kind} <= set(_KINDS):
            return False
        if _KINDS.index(given.kind) > _KINDS.index(mine.kind) or (self.operator is ast.Div and mine.kind not in "fc"):
            return False
        return given.weak or (mine.dtype is not None and mine.dtype == given.dtype)

    def _is_traced_slice(self, index: ast.expr) -> bool:
        bounds = [index.lower, index.upper, index.step] if isinstance(index, ast.Slice) else []
        return any(isinstance(self.site.value(bound), Traced) for bound in bounds if bound is not None)

    def _update(self, before: str, index: str, masked: bool) -> str:
        """``x.at[i].set(v)``, or the method of the operator."""
        place = f"{before}.at[{index}]"
        value = self._value_text()
        if self.operator is None:
            return f"{place}.set({value})"
        method = _METHODS.get(self.operator)
        once = masked or all(self._is_basic(index) for index in self.indices)
        if not once:
            # An index that comes twice: NumPy keeps the last, the methods of ``.at`` take each.
            self.exact = self.exact and is_scalar(self.site, self.value)
        again = all(is_pure(self.site, index) for index in self.indices) and is_pure(self.site, self.base)
        if method is None or (again and not (once and self._fits(self.value))):
            self.exact = self.exact and again
            return f"{place}.set({self._combined(f'{self.name}[{index}]', value)})"
        return quote(
            self.site,
            "{}.{}({})",
            place,
            method,
            quote(self.site, "-{}" if self.operator is ast.Sub else "{}", value),
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

    def _where(self, mask: ast.expr) -> str | None:
        """``jnp.where(mask, v, x)``: the shape is that of ``x``, whatever the mask selects."""
        value, whole = self._value_for(mask)
        if value is None:
            return None
        if covers(self.site, mask, self.base):
            return self._chosen(self.site.text(mask), value, whole, self.name)
        full, own = rank(self.site, self.base), rank(self.site, mask)
        if full is None or own is None:
            return self._chosen_transposed(mask, value, whole, self.name)
        return None if own > full else self._chosen(self._mask_before(mask, own), value, whole, self.name)

    def _where_within(self, mask: ast.expr) -> str | None:
        """``x[m, 0] = s`` -> ``x.at[:, 0].set(jnp.where(m, s, x[:, 0]))``."""
        others = [index for index in self.indices if index is not mask]
        if rank(self.site, mask) != 1 or not is_scalar(self.site, self.value):
            return None
        if all(isinstance(one, ast.Slice) and one.lower is one.upper is one.step is None for one in others):
            return self._where_along(mask)
        if not all(self._is_basic(one) and not isinstance(one, ast.Slice) for one in others):
            return None
        index = ", ".join([":" if one is mask else self.site.text(one) for one in self.indices])
        old, value = f"{self.name}[{index}]", self.site.text(self.value)
        if rank(self.site, self.base) is None:
            chosen = self._chosen_transposed(mask, value, self.value, old)
        else:
            chosen = self._chosen(self._mask_before(mask, len(self.indices)), value, self.value, old)
        return f"{self.name}.at[{index}].set({chosen})"

    def _where_along(self, mask: ast.expr) -> str | None:
        """``x[:, m] = s`` -> ``jnp.where(m, s, x)``: the mask goes with one axis of all."""
        if rank(self.site, self.base) is None:
            return None
        told = self._mask_before(mask, self.indices.index(mask) + 1)
        return self._chosen(told, self.site.text(self.value), self.value, self.name)

    def _mask_before(self, mask: ast.expr, told: int) -> str:
        """The mask, where the axes after the first ``told`` ones of the array stand behind it."""
        behind = (rank(self.site, self.base) or told) - told
        text, own = self.site.text(mask), rank(self.site, mask) or 1
        return quote(self.site, "{}[{}]", text, ", ".join([":"] * own + ["None"] * behind)) if behind else text

    def _chosen_transposed(self, mask: ast.expr, value: str, whole: ast.expr, old: str) -> str:
        """Of unknown ranks: the mask goes along the first axes, which are the last ones of the transposed array."""
        self.exact = False
        if not is_scalar(self.site, whole):
            value = quote(self.site, "{}.T", value)
        told = quote(self.site, "{}.T", mask)
        return quote(self.site, "{}.T", self._chosen(told, value, whole, quote(self.site, "{}.T", old)))

    def _chosen(self, mask: str, value: str, whole: ast.expr, old: str) -> str:
        jnp = self.site.name_of("jax.numpy")
        if self.operator is not None:
            value = self._combined(old, value)
        if not self._fits(whole):
            # NumPy casts to the dtype of the array, where would promote both.
            value = f"{jnp}.asarray({value}, {self.name}.dtype)"
        return f"{jnp}.where({mask}, {value}, {old})"

    def _selected(self, mask: ast.expr) -> str | None:
        """``x[m] = f(x[m])`` -> ``x.at[m].set(f(x[m]))``, which is JAX's to mend next."""
        parts = [part for part in walk(self.value) if isinstance(part, ast.Subscript)]
        if len(self.indices) > 1 or all(ast.dump(part.slice) != ast.dump(mask) for part in parts):
            return None
        return self._update(self.name, self.site.text(mask), True)

    def _value_for(self, mask: ast.expr) -> tuple[str | None, ast.expr]:
        """A number for all places, or ``y`` of ``x[mask] = y[mask]``."""
        value = self.value
        if is_scalar(self.site, value):
            return self.site.text(value), value
        same_mask = isinstance(value, ast.Subscript) and ast.dump(value.slice) == ast.dump(mask)
        if isinstance(value, ast.Subscript) and same_mask and same_shapes(self.site, value.value, self.base):
            return self.site.text(value.value), value.value
        return None, value


def indexing(site: Site, index: ast.expr) -> str:
    """The text of an index, which JAX doesn't take from a list."""
    value, text = site.value(index), site.text(index)
    is_list = isinstance(index, (ast.List, ast.ListComp)) or (isinstance(value, Sequence) and value.type == "list")
    return quote(site, "jnp.array({})", text) if is_list else text
