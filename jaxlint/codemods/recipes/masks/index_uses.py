"""Where the indices that ``where`` or ``nonzero`` makes of a mask are used, by whatever name."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_pure, sole_assignment, uses
from jaxlint.codemods.recipes.analysis.proof import constant, jax_name, kind, method, rank, size_of
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.codemods.recipes.masks.guesses import apparent_rank, axes_used
from jaxlint.codemods.recipes.masks.layouts import Layout
from jaxlint.codemods.recipes.masks.offsets import read_beside, shifted
from jaxlint.codemods.recipes.wording.quote import quote

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

    Use = tuple[ast.expr, int | None]  # an expression for the indices along one axis of the mask; None: along all

_FLAT = ("squeeze", "flatten", "ravel")


class Indices:
    """One call that makes indices.  ``names``: what its parts are called, where they are unpacked at once;
    ``statement``: the one that does nothing but bind them; ``shift``: what is added to them first."""

    def __init__(self, site: Site, call: ast.Call) -> None:
        self.site = site
        self.call = call
        receiver = method(call) if not jax_name(site, call).startswith("jax.numpy.") else None
        self.mask: ast.expr = receiver[0] if receiver is not None else call.args[0]
        self.function = jax_name(site, call).rpartition(".")[2] or "nonzero"
        self.statement: ast.Assign | None = None
        self.names: list[str] = []
        parent = site.module.parents.get(call)
        target = parent.targets[0] if isinstance(parent, ast.Assign) and len(parent.targets) == 1 else None
        if isinstance(target, ast.Tuple) and isinstance(parent, ast.Assign):
            self.names = [item.id for item in target.elts if isinstance(item, ast.Name)]
            if len(self.names) != len(target.elts):
                raise Escapes
            self.statement = parent
        self.shift = 0
        self.count = len(self.names) or apparent_rank(site, self.mask) or 1
        self.proven = rank(site, self.mask) == self.count

    @property
    def mask_text(self) -> str:
        """The mask as a boolean array: where() takes any number for true but zero."""
        text = self.site.text(self.mask)
        is_truth = kind(self.site, self.mask) == "b" or isinstance(self.mask, ast.Compare)
        return text if is_truth else quote(self.site, "{} != 0", text)

    def uses(self) -> list[Use]:
        """All of them."""
        if self.names:
            return [(read, place) for place, name in enumerate(self.names) for read in self._reads(name)]
        node, place = self.along(self.call)
        if place is not None:
            node, self.shift = shifted(self.site, node)
        parent = self.site.module.parents[node]
        if not isinstance(parent, ast.Assign):
            return [(node, place)]
        target = parent.targets[0]
        if not isinstance(target, ast.Name) or sole_assignment(self.site, target.id) is not parent:
            raise Escapes
        self.statement = parent
        reads = self._reads(target.id)
        return [(read, place) for read in reads] if place is not None else [self.along(read) for read in reads]

    def _reads(self, name: str) -> list[ast.Name]:
        seen = uses(self.site, name)
        if seen.inner or len(seen.bindings) != 1:
            raise Escapes
        return seen.reads

    def along(self, node: ast.expr) -> Use:
        """``where(m)[0]``, ``argwhere(m)[:, 0]``: the indices along one axis."""
        parent = self.site.module.parents[node]
        index = parent.slice if isinstance(parent, ast.Subscript) and parent.value is node else None
        if self.function == "flatnonzero":
            if rank(self.site, self.mask) not in (1, None):
                raise Escapes
            return node, 0
        if self.function == "argwhere":
            above = self.site.module.parents[parent]
            if isinstance(above, ast.Call) and getattr(parent, "attr", "") in _FLAT and not above.keywords:
                self.proven = self.proven and getattr(parent, "attr", "") != "squeeze"  # of one place it makes a number
                return (above, 0) if self.count == 1 and not above.args else (node, None)
            parts = index.elts if isinstance(index, ast.Tuple) else []
            place = constant(self.site, parts[1]) if len(parts) == 2 and ast.unparse(parts[0]) == ":" else None
            return (parent, place) if isinstance(place, int) and isinstance(parent, ast.expr) else (node, None)
        place = constant(self.site, index) if index is not None else None
        if isinstance(place, int) and isinstance(parent, ast.expr) and 0 <= place < self.count:
            return parent, place
        return node, None


def gather(indices: Indices, use: Use) -> tuple[ast.expr, str, Layout, bool] | None:
    """``q[i]`` as an array that goes along one axis of the mask; True where it is proved to fit."""
    site, count = indices.site, indices.count
    node, place = use
    node, shift = shifted(site, node)
    parent = site.module.parents[node]
    whole = _base_of(site, parent, node)
    if isinstance(parent, ast.Tuple) and count == 1 and not shift:
        return _gather_beside(indices, parent, node)
    if whole is None and isinstance(parent, ast.Tuple) and place is not None:
        above = site.module.parents[parent]
        if _are_all(indices, parent.elts):
            whole, parent, place = _base_of(site, above, parent), above, None
    if whole is None or not isinstance(parent, ast.expr) or not is_pure(site, whole):
        return None
    full = rank(site, whole)
    if place is None or count == 1:
        fits = not shift and all(_fits(indices, whole, axis, axis) for axis in range(count))
        text = site.text(whole) if fits else read_beside(site, whole, indices.mask, indices.shift + shift)
        if full is None:
            seen, used = apparent_rank(site, whole), axes_used(site, parent)
            if place is None and seen is None and used < 2:
                return parent, quote(site, "{}.T", whole), Layout(0, count, 0, transposed=True), False
            full = max(seen or 0, count + (used > 1))
        return parent, text, Layout(0, count, max(full - count, 0)), fits
    if shift:
        raise Escapes
    index = [":" if axis == place else "None" for axis in range(count)]
    text = quote(site, "{}[{}]", whole, ", ".join(index))
    if full is None:
        full = max(apparent_rank(site, whole) or 1, 1 + (axes_used(site, parent) > 1))
    return parent, text, Layout(0, count, full - 1), _fits(indices, whole, 0, place)


def _gather_beside(indices: Indices, index: ast.Tuple, node: ast.expr) -> tuple[ast.expr, str, Layout, bool] | None:
    """``q[i, 0]``, ``q[i, :2]``: numbers and slices of the other axes."""
    site, (first, *others) = indices.site, index.elts
    read = site.module.parents[index]
    whole, full = _base_of(site, read, index), None
    if whole is not None and isinstance(read, ast.Subscript) and is_pure(site, whole):
        full = rank(site, whole)
    numbers = [one for one in others if not isinstance(one, ast.Slice)]
    plain = all(rank(site, one) == 0 or isinstance(constant(site, one), int) for one in numbers)
    if whole is None or full is None or first is not node or not plain or not isinstance(read, ast.Subscript):
        return None
    text = quote(site, "{}[{}]", whole, ", ".join([":", *map(site.text, others)]))
    return read, text, Layout(0, 1, full - 1 - len(numbers)), _fits(indices, whole, 0, 0)


def _are_all(indices: Indices, parts: list[ast.expr]) -> bool:
    """``i, j`` of ``i, j = where(m)``; ``pairs[:, 0], pairs[:, 1]`` of ``pairs = argwhere(m)``."""
    if indices.names:
        return [getattr(one, "id", None) for one in parts] == indices.names
    within = [one.value for one in parts if isinstance(one, ast.Subscript)]
    if len(within) != len(parts) or len({ast.dump(one) for one in within}) > 1 or len(parts) != indices.count:
        return False
    return [indices.along(one)[1] for one in within] == list(range(len(parts)))


def _base_of(site: Site, parent: ast.AST, index: ast.expr) -> ast.expr | None:
    """``q`` of ``q[index]`` or ``jnp.take(q, index)``."""
    if isinstance(parent, ast.Subscript) and parent.slice is index and isinstance(parent.ctx, ast.Load):
        return None if getattr(parent.value, "attr", "") == "at" else parent.value
    if jax_name(site, parent) == "jax.numpy.take" and isinstance(parent, ast.Call) and parent.args[1:] == [index]:
        axis = [constant(site, keyword.value) for keyword in parent.keywords if keyword.arg == "axis"]
        along = axis == [0] or rank(site, parent.args[0]) == 1
        return parent.args[0] if along and len(parent.keywords) == len(axis) else None
    return None


def _fits(indices: Indices, base: ast.expr, own: int, axis: int) -> bool:
    """The base is as long as the mask along an axis."""
    full = rank(indices.site, base)
    size = size_of(indices.site, base, own)
    return full is not None and full > own and size is not None and size == size_of(indices.site, indices.mask, axis)


def scatter_base(indices: Indices, use: Use) -> tuple[ast.Subscript, bool] | None:
    """``x.at[i]`` where the indices select what the mask would; True where it is proved to fit."""
    site = indices.site
    node, place = use
    parent = site.module.parents[node]
    if isinstance(parent, ast.Tuple) and _are_all(indices, parent.elts):
        node, parent, place = parent, site.module.parents[parent], None
    if not isinstance(parent, ast.Subscript) or parent.slice is not node or not isinstance(parent.value, ast.Attribute):
        return None
    if indices.shift or parent.value.attr != "at" or (place is not None and indices.count > 1):
        return None
    return parent, all(_fits(indices, parent.value.value, axis, axis) for axis in range(indices.count))
