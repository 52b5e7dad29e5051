"""``x[i] = v`` as ``x = x.at[i].set(v)``; masks as ``jnp.where``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.bindings import is_pure, uses
from jaxlint.codemods.recipes.proof import aval, is_array, is_scalar, kind, rank, same_shapes
from jaxlint.codemods.recipes.wording import atom, operand
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.tracing.context import ABSTRACT, VMAP
from jaxlint.tracing.value import Const, Instance, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import Mutation

_SUMMARY = "make a new array, and bind it to the old name"
_METHODS = {ast.Add: "add", ast.Sub: "add", ast.Mult: "multiply", ast.Div: "divide"}
_SYMBOLS = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.Div: "/", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
    ast.BitAnd: "&", ast.BitOr: "|", ast.BitXor: "^", ast.LShift: "<<", ast.RShift: ">>", ast.MatMult: "@",
}  # fmt: skip
_KINDS = "bifc"


def rewritten(site: Site, event: Mutation) -> Rewrite | None:
    """The fix of one write, or None where the place can't be bound anew."""
    if event.use == "method":
        return _method(site, event.node)
    target = event.target
    if not isinstance(target, ast.Subscript):
        return None
    statement = site.module.parents.get(target)
    single = isinstance(statement, ast.Assign) and statement.targets == [target]
    if not isinstance(statement, ast.AugAssign) and not single:
        return None
    write = _Write(site, target, statement, event.context in (ABSTRACT, VMAP))  # type: ignore[arg-type]
    home = _home(site, write.base)
    source = write.source() if home is not None else None
    if source is None:
        return None
    safe = write.exact and home == "seen"
    return Rewrite("safe" if safe else "unsafe", _SUMMARY, [Replace([statement], source)])  # type: ignore[list-item]


class _Write:
    """One statement that writes.  ``base``: what is bound anew; ``exact``: NumPy would have left the same."""

    def __init__(self, site: Site, target: ast.Subscript, statement: ast.Assign | ast.AugAssign, traced: bool) -> None:
        self.site = site
        self.traced = traced
        self.value = statement.value
        self.operator = type(statement.op) if isinstance(statement, ast.AugAssign) else None
        self.base, self.indices = _flattened(site, target)
        self.name = site.text(self.base)
        own, other = kind(site, self.base) or "c", kind(site, self.value) or "b"
        # Both cast to the dtype of the array; JAX is about to refuse a float for an int.
        self.exact = own in _KINDS and other in _KINDS and _KINDS.index(other) <= _KINDS.index(own)

    def source(self) -> str | None:
        masks = [index for index in self.indices if kind(self.site, index) == "b" and is_array(self.site, index)]
        if masks and self.traced:
            return self._where(masks[0]) if len(self.indices) == 1 else None
        if self.traced and any(self._is_traced_slice(index) for index in self.indices):
            return None  # its length depends on data
        return f"{self.name} = {self._update(bool(masks))}"

    def _fits(self, value: ast.expr) -> bool:
        """The array and the value have one dtype, or the value gives way: no cast comes before or after."""
        mine, given = aval(self.site, self.base), aval(self.site, value)
        if mine.kind is None or given.kind is None or not {mine.kind, given.kind} <= set(_KINDS):
            return False
        if _KINDS.index(given.kind) > _KINDS.index(mine.kind) or (self.operator is ast.Div and mine.kind not in "fc"):
            return False
        return given.weak or (mine.dtype is not None and mine.dtype == given.dtype)

    def _is_traced_slice(self, index: ast.expr) -> bool:
        bounds = [index.lower, index.upper, index.step] if isinstance(index, ast.Slice) else []
        return any(isinstance(self.site.value(bound), Traced) for bound in bounds if bound is not None)

    def _update(self, masked: bool) -> str:
        """``x.at[i].set(v)``, or the method of the operator."""
        index = ", ".join([self.site.text(index) for index in self.indices])
        if len(self.indices) == 1 and isinstance(self.indices[0], ast.Starred):
            index += ","
        place = f"{self.name}.at[{index}]"
        value = self.site.text(self.value)
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
            return f"{place}.set({self.name}[{index}] {_SYMBOLS[self.operator]} {operand(self.value, value)})"
        return f"{place}.{method}({value if self.operator is not ast.Sub else '-' + operand(self.value, value)})"

    def _is_basic(self, index: ast.expr) -> bool:
        """An int or a slice names each place once."""
        value = self.site.value(index)
        if isinstance(index, ast.Slice) or isinstance(value, (Const, Static)):
            return True
        return is_array(self.site, index) and rank(self.site, index) == 0

    def _where(self, mask: ast.expr) -> str | None:
        """``x = jnp.where(mask, v, x)``: the shape is that of ``x``, whatever the mask selects."""
        told = self._mask_text(mask)
        value, whole = self._value_for(mask)
        if told is None or value is None:
            return None
        if self.operator is not None:
            value = f"{self.name} {_SYMBOLS[self.operator]} {operand(self.value, value)}"
        if not self._fits(whole):
            # NumPy casts to the dtype of the array, where would promote both.
            value = f"{self.site.name_of('jax.numpy')}.asarray({value}, {self.name}.dtype)"
        return f"{self.name} = {self.site.name_of('jax.numpy')}.where({told}, {value}, {self.name})"

    def _mask_text(self, mask: ast.expr) -> str | None:
        """The mask, broadcast to the rank of the array."""
        text = self.site.text(mask)
        if same_shapes(self.site, self.base, mask):
            return text
        full, own = rank(self.site, self.base), rank(self.site, mask)
        if full is None or own is None:
            self.exact = False
            return text
        if own > full:
            return None
        missing = full - own
        return text if not missing else f"{atom(text)}[{', '.join([':'] * own + ['None'] * missing)}]"

    def _value_for(self, mask: ast.expr) -> tuple[str | None, ast.expr]:
        """A number for all places, or ``y`` of ``x[mask] = y[mask]``."""
        value = self.value
        if is_scalar(self.site, value):
            return self.site.text(value), value
        same_mask = isinstance(value, ast.Subscript) and ast.dump(value.slice) == ast.dump(mask)
        if isinstance(value, ast.Subscript) and same_mask and same_shapes(self.site, value.value, self.base):
            return self.site.text(value.value), value.value
        return None, value


def _flattened(site: Site, target: ast.Subscript) -> tuple[ast.expr, list[ast.expr]]:
    """``x[i][j]`` writes where ``x[i, j]`` does, if ``i`` is one number."""
    indices = target.slice.elts if isinstance(target.slice, ast.Tuple) else [target.slice]
    base = target.value
    while isinstance(base, ast.Subscript) and is_array(site, base.value) and not isinstance(base.slice, ast.Tuple):
        if not is_scalar(site, base.slice) or kind(site, base.slice) != "i":
            break
        indices = [base.slice, *indices]
        base = base.value
    return base, indices


def _home(site: Site, base: ast.expr) -> str | None:
    """Can ``base`` be bound anew; "seen" where all that read it later see the new array."""
    if isinstance(base, ast.Name):
        return _name_home(site, base)
    if isinstance(base, ast.Attribute):
        return "seen" if isinstance(site.value(base.value), Instance) else "hidden"
    if isinstance(base, ast.Subscript) and not is_array(site, base.value):
        return "seen"  # an item of a dict or list
    return None


def _name_home(site: Site, name: ast.Name) -> str | None:
    seen = uses(site, name.id)
    if site.function is not None and not seen.bindings:
        return None  # of an outer scope: an assignment would make it a local one
    if site.function is None:
        return "seen"
    line = name.end_lineno or name.lineno
    read_later = seen.inner or any(read.lineno > line for read in seen.reads) or _in_loop(site, name)
    return "seen" if read_later else "hidden"


def _in_loop(site: Site, node: ast.AST) -> bool:
    above = site.module.parents.get(node)
    while above is not None and above is not site.function:
        if isinstance(above, (ast.For, ast.While, ast.AsyncFor)):
            return True
        above = site.module.parents.get(above)
    return False


def _method(site: Site, call: ast.AST) -> Rewrite | None:
    """``x.sort()`` and ``x.fill(v)`` as statements of their own."""
    statement = site.module.parents.get(call)
    if (
        not isinstance(statement, ast.Expr)
        or not isinstance(call, ast.Call)
        or not isinstance(call.func, ast.Attribute)
    ):
        return None
    base = call.func.value
    home = _home(site, base)
    name = site.text(base)
    if home is None:
        return None
    if call.func.attr == "sort":
        source = f"{name} = {site.text(call)}"
    elif call.func.attr == "fill" and len(call.args) == 1 and not call.keywords:
        source = f"{name} = {site.name_of('jax.numpy')}.full_like({name}, {site.text(call.args[0])})"
    else:
        return None
    return Rewrite("safe" if home == "seen" else "unsafe", _SUMMARY, [Replace([statement], source)])
