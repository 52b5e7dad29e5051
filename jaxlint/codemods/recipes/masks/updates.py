"""``x.at[...].set(v)`` and its kin: what each of them makes of the old value and the new."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.fitting import fits, is_cast, widened
from jaxlint.codemods.recipes.analysis.proof import constant, kind
from jaxlint.codemods.recipes.masks.end import End
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.fills import harmless_for
from jaxlint.codemods.recipes.masks.layouts import Layout
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.knowledge.operations import UPDATES, operation
from jaxlint.tracing.values.value import Const, Library

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.masks.phrasing import Phrasing
    from jaxlint.codemods.site import Site

_FACTORS = ("multiply", "mul", "divide", "power")
_CASTING = ("divide", "power")  # JAX casts the number, not what comes out
_IDLE = {"mode", "indices_are_sorted", "unique_indices"}  # say nothing new of indices that a mask makes
_KINDS = "bifc"


class Update:
    """The call ``base.at[...].name(value)``.

    ``careful``: the fix may be one that keeps all dtypes; ``is_number``: the array surely holds no booleans; ``note``:
    what a fix says of itself.
    """

    __slots__ = ("base", "call", "careful", "is_number", "name", "note", "site", "value")

    def __init__(self, site: Site, call: ast.Call, base: ast.expr, name: str) -> None:
        self.site = site
        self.call = call
        self.base = base
        self.name = name
        self.value = call.args[0]
        self.careful = True
        self.is_number = False
        self.note = ""

    def told(self, where: str, value: str, index: str = "", transposed: bool = False) -> tuple[str, bool]:
        """The whole array after the update; True where it is the same for all inputs.

        ``index``: of the part of the base that the mask selects from; ``transposed``: ``where`` and ``value`` are.
        """
        base = self.site.text(self.base)
        if transposed:
            text, exact = self._new(quote(self.site, "{}.T", base), where, value)
            return quote(self.site, "{}.T", text), exact
        if not index:
            return self._new(base, where, value)
        text, exact = self._new(quote(self.site, "{}[{}]", base, index), where, value)
        return quote(self.site, "{}.at[{}].set({})", base, index, text), exact

    def _new(self, old: str, where: str, value: str) -> tuple[str, bool]:
        site, fits = self.site, self._fits()
        symbol = operation(UPDATES.get(self.name, "")).symbol
        if self.name in _FACTORS and not self._is_scale():
            # A factor or an exponent of 1 changes nothing, and no gradient of it meets what is left out.
            by = quote(site, "jnp.where({}, {}, 1)", where, value)
            casts = not fits and self.name in _CASTING
            text = quote(site, f"{{}} {symbol} {{}}", old, self._cast(by) if casts else by)
            if fits:
                return text, self._is_surely_raised()
            return (text, False) if casts else (self._cast(text), self._is_cast())
        exact = True
        if self.name == "set":
            new = value
        elif symbol:
            new = quote(site, f"{{}} {symbol} {{}}", old, value)
        elif self.name == "apply":
            number = self._harmless()
            inner = old if number is None else quote(site, "jnp.where({}, {}, {})", where, old, f"{number:g}")
            new, exact = quote(site, "{}({})", value, inner), number is not None
        else:
            new = quote(site, "jnp.{}({}, {})", UPDATES[self.name], old, value)
        text = quote(site, "jnp.where({}, {}, {})", where, new, old)
        if fits or self.name == "apply":
            return text, exact
        return self._cast(text), exact and self._is_cast()

    def _cast(self, text: str) -> str:
        if not self._is_cast():
            self.note = widened(self.site, self.base, self.value)
            return text
        return quote(self.site, "{}.astype({}.dtype)", text, self.base)

    def _is_cast(self) -> bool:
        return self.careful or is_cast(self.site, self.base, self.value)

    def _is_scale(self) -> bool:
        """By a constant, so that every slope is the same: what is left out may be scaled, too."""
        if self.name == "power" or (self.name == "divide" and not self._is_float()):
            return False
        return isinstance(self.site.value(self.value), Const)

    def _is_surely_raised(self) -> bool:
        """Only an exponent of 0 has other slopes as an integer."""
        alike = kind(self.site, self.base) == kind(self.site, self.value)
        return self.name != "power" or alike or constant(self.site, self.value) not in (None, 0)

    def _is_float(self) -> bool:
        return kind(self.site, self.base) == "f"

    def _harmless(self) -> float | None:
        """For ``apply(jnp.log)``, from floats to floats: a number where its gradient is finite."""
        value = self.site.value(self.value)
        return harmless_for(value.name) if isinstance(value, Library) and self._is_float() else None

    def _fits(self) -> bool:
        return fits(self.site, self.base, self.value, self.takes_number)

    @property
    def takes_number(self) -> bool:
        """A whole number leaves the dtype as it is, whatever numbers the array holds."""
        return self.is_number and self.name not in _CASTING


def update_around(site: Site, node: ast.Subscript) -> Update | None:
    """The update made through ``x.at[...]``."""
    update = site.module.parents.get(node)
    call = site.module.parents.get(update) if isinstance(update, ast.Attribute) else None
    if not isinstance(call, ast.Call) or not isinstance(update, ast.Attribute) or call.func is not update:
        return None
    if len(call.args) != 1 or not {keyword.arg for keyword in call.keywords} <= _IDLE:
        return None
    if update.attr not in ("apply", *UPDATES) or not isinstance(node.value, ast.Attribute) or node.value.attr != "at":
        return None
    return Update(site, call, node.value.value, update.attr)


class Written(End):
    """``x.at[m].set(y[m])`` ends what is read through the mask."""

    def __init__(self, update: Update, layout: Layout, index: str = "") -> None:
        super().__init__(update.call, [update.value], layout)
        self.update = update
        self.index = index
        if update.name == "apply":
            raise Escapes

    def text(self, phrasing: Phrasing, nan: str | None) -> str:
        del nan
        if not phrasing.flow.layouts[self.operands[0]].agrees(self.layout):
            raise Escapes
        where = self.layout.where(phrasing.mask)
        value = phrasing.bare(self.operands[0]) if self.update.name in _FACTORS else phrasing.say(self.operands[0])
        text, self.exact = self.update.told(where, value, self.index, self.layout.transposed)
        return text
