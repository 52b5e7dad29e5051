"""``x[mask]``: masked reductions, and zeros in place of what was left out where the selection itself escapes."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.bindings import is_pure, sole_assignment, unchanged, uses
from jaxlint.codemods.recipes.counting import NOT, SAFE, UNSAFE, count_level, count_text
from jaxlint.codemods.recipes.proof import callee, kind, rank, same_shapes
from jaxlint.codemods.recipes.reductions import Reduction, axis_of, is_exact, keeps, told
from jaxlint.codemods.recipes.selection import Escapes, Flow, Mask, Phrasing
from jaxlint.codemods.recipes.smoothness import is_elementwise
from jaxlint.codemods.recipes.wording import atom
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.syntax.module import children, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.codemods.site import Site

_MASKED = "reduce the whole array with `where=`, whatever the mask selects"
_ZEROS = "keep the shape: what the mask leaves out becomes 0, and stays in the array"


class Reading:
    """How ``base[mask]`` lies: ``flat`` when the mask covers all axes; ``where``: the mask broadcast to the base."""

    __slots__ = ("axis", "base", "flat", "mask", "proven", "rank", "where")

    def __init__(self, site: Site, node: ast.Subscript, mask: ast.expr) -> None:
        self.base = node.value
        self.mask = mask
        self.axis = _axis(node, mask)
        self.rank = rank(site, mask)
        full = rank(site, node.value)
        self.where = site.text(mask)
        self.proven = True
        self.flat = self.axis == 0
        if self.axis == 0 and (same_shapes(site, node.value, mask) or covers(site, mask, node.value)):
            return
        if full is None or self.rank is None:
            self.proven = False
            return
        missing = full - self.axis - self.rank
        self.flat = missing == 0 and self.axis == 0
        if missing > 0:
            index = f"[:{', None' * missing}]" if self.rank == 1 else f"[...{', None' * missing}]"
            self.where = atom(self.where) + index


def _axis(node: ast.Subscript, mask: ast.expr) -> int:
    """Position of the mask among full slices."""
    indices = node.slice.elts if isinstance(node.slice, ast.Tuple) else [node.slice]
    for index in indices:
        if index is not mask and not (isinstance(index, ast.Slice) and ast.unparse(index) == ":"):
            raise Escapes
    return indices.index(mask)


def covers(site: Site, mask: ast.expr, base: ast.expr) -> bool:
    """The mask is made elementwise of an array of the base's shape, so it has at least its rank; an index, at most."""
    if isinstance(mask, ast.Name):
        statement = sole_assignment(site, mask.id)
        if same_shapes(site, mask, base):
            return True
        return (
            statement is not None and isinstance(statement.targets[0], ast.Name) and covers(site, statement.value, base)
        )
    if same_shapes(site, mask, base):
        return True
    parts = [part for part in children(mask) if isinstance(part, ast.expr)]
    return is_elementwise(site, mask) and any(covers(site, part, base) for part in parts)


def masked_read(site: Site, node: ast.Subscript, mask: ast.expr) -> Rewrite | None:
    """The whole use of ``base[mask]``, told without it."""
    try:
        reading = Reading(site, node, mask)
    except Escapes:
        return None
    try:
        return _reduced(site, node, reading)
    except Escapes:
        return _zeroed(site, node, reading)


def _reduced(site: Site, node: ast.Subscript, reading: Reading) -> Rewrite:
    kin: dict[ast.expr, str] = {other: site.text(other.value) for other in _kin(site, node, reading)}
    flow = Flow(site, {node: site.text(node.value)}, kin)
    phrasing = Phrasing(flow, Mask(site.text(reading.mask), reading.where, strict=True))
    ends = [_End(phrasing, end, reading) for end in flow.ends]
    replacements = told_anew(phrasing, {end.reduction.call: end.text for end in ends})
    levels = [count_level(site, count) for count in flow.counts]
    if not (flow.ends or flow.counts) or NOT in levels:
        raise Escapes
    if flow.counts and not reading.flat and reading.axis:
        raise Escapes
    _check_moves(phrasing, reading)
    safe = reading.proven and phrasing.proven and UNSAFE not in levels and all(end.exact for end in ends)
    return Rewrite(SAFE if safe else UNSAFE, _MASKED, replacements)


class _End:
    """One reduction of the flow and its new text, made when the ones inside it are known."""

    def __init__(self, phrasing: Phrasing, reduction: Reduction, reading: Reading) -> None:
        self.phrasing = phrasing
        self.reduction = reduction
        self.reading = reading
        self.kept = self._kept()
        self.nan = self._nan()
        self.exact = is_exact(reduction, kind(phrasing.site, reduction.operand), self.nan is not None)

    def _kept(self) -> list[str]:
        reading, site = self.reading, self.phrasing.site
        axis = axis_of(self.reduction)
        if axis is not None and not reading.flat and (reading.axis or reading.rank != 1):
            raise Escapes
        if not reading.flat and any(keyword.arg == "keepdims" for keyword in self.reduction.call.keywords):
            raise Escapes
        kept = keeps(site, self.reduction, reading.flat)
        if kept is None:
            raise Escapes
        return kept

    def _nan(self) -> str | None:
        """The array, where the mask is ``~isnan`` of it."""
        site = self.phrasing.site
        operand = self.reduction.operand
        if isinstance(operand, ast.Name) and operand.id in self.phrasing.flow.names:
            operand = self.phrasing.flow.names[operand.id].value
        mask = self.reading.mask
        statement = sole_assignment(site, mask.id) if isinstance(mask, ast.Name) else None
        tested = _not_nan(site, mask if statement is None else statement.value)
        if tested is None or not isinstance(operand, ast.Subscript) or not self.reading.flat:
            return None
        return site.text(operand.value) if ast.dump(tested) == ast.dump(operand.value) else None

    def text(self) -> str:
        operand = self.phrasing.say(self.reduction.operand)
        return told(self.phrasing.site, self.reduction, operand, self.reading.where, self.kept, self.nan)


def _not_nan(site: Site, mask: ast.AST) -> ast.expr | None:
    """x of ``~isnan(x)``."""
    inner = mask.operand if isinstance(mask, ast.UnaryOp) and isinstance(mask.op, ast.Invert) else None
    if callee(site, mask) == "jax.numpy.logical_not":
        inner = mask.args[0]  # type: ignore[attr-defined]
    if inner is None or callee(site, inner) != "jax.numpy.isnan":
        return None
    return inner.args[0] if isinstance(inner, ast.Call) else None


def _kin(site: Site, node: ast.Subscript, reading: Reading) -> list[ast.Subscript]:
    """Other arrays read through the same mask, in the same way."""
    index = ast.dump(node.slice)
    found = []
    for other in walk(site.function or site.module.tree):
        if not isinstance(other, ast.Subscript) or other is node or ast.dump(other.slice) != index:
            continue
        first, last = sorted([node, other], key=lambda one: (one.lineno, one.col_offset))
        if not isinstance(other.ctx, ast.Load) or not unchanged(site, node.slice, first, last):
            continue
        indices = other.slice.elts if isinstance(other.slice, ast.Tuple) else [other.slice]
        alike = Reading(site, other, indices[reading.axis])
        if (alike.flat, alike.where) == (reading.flat, reading.where):
            reading.proven = reading.proven and alike.proven
            found.append(other)
    return found


def _check_moves(phrasing: Phrasing, reading: Reading) -> None:
    """Masks and arrays are evaluated where the reduction stands: nothing may have changed in between."""
    site, flow = phrasing.site, phrasing.flow
    if not is_pure(site, reading.mask):
        raise Escapes
    for leaf in flow.leaves:
        assert isinstance(leaf, ast.Subscript)
        for end in [end.call for end in flow.ends] + flow.counts:
            if not unchanged(site, leaf, leaf, end) or not is_pure(site, leaf.value):
                raise Escapes


def told_anew(phrasing: Phrasing, ends: dict[ast.AST, Callable[[], str]]) -> list[Replace]:
    """Replacements for a whole flow: names first, then what they lead to; ends inside others ride with them."""
    site, flow = phrasing.site, phrasing.flow
    phrasing.nested = ends
    replacements: list[Replace] = []
    for name, statement in flow.names.items():
        if phrasing.is_inlined(name):
            replacements.append(Replace([statement], ""))
        else:
            replacements.append(Replace(statement.value, phrasing.say(statement.value)))
    inside = {below for end in ends for below in walk(end) if below is not end}
    inside |= {below for statement in flow.names.values() for below in walk(statement.value)}
    replacements += [Replace(end, text()) for end, text in ends.items() if end not in inside]
    mask = phrasing.mask.text
    return replacements + [Replace(count, count_text(site, mask)) for count in flow.counts if count not in inside]


def _zeroed(site: Site, node: ast.Subscript, reading: Reading) -> Rewrite | None:
    """``jnp.where(mask, x, 0)``, offered only where the selection is handed out as it is."""
    if not _is_returned(site, node):
        return None
    neutral = "False" if kind(site, node.value) == "b" else "0"
    text = f"{site.name_of('jax.numpy')}.where({reading.where}, {site.text(node.value)}, {neutral})"
    return Rewrite(UNSAFE, _ZEROS, [Replace(node, text)])


def _is_returned(site: Site, node: ast.expr, depth: int = 4) -> bool:
    parent = site.module.parents[node]
    if isinstance(parent, (ast.Return, ast.Lambda)):
        return True
    if isinstance(parent, ast.Tuple) or (isinstance(parent, ast.expr) and is_elementwise(site, parent)):
        return _is_returned(site, parent, depth)
    if isinstance(parent, ast.Assign) and isinstance(parent.targets[0], ast.Name) and depth:
        reads = uses(site, parent.targets[0].id).reads
        return sole_assignment(site, parent.targets[0].id) is parent and all(
            _is_returned(site, read, depth - 1) for read in reads
        )
    return False
