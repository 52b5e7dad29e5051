"""Branches that write to one place of one array: the choice is of what is written there.

``x.at[i].set(v)`` or ``x`` is ``x.at[i].set(v or x[i])``: a write past the end is dropped, whatever it would have
written, and so no element changes that did not.
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.proof import is_scalar, rank
from jaxlint.codemods.recipes.branches.ways import Arm, Fork, Given
from jaxlint.codemods.recipes.wording.lifting import argument
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.tracing.aval import AnyShape, Aval
from jaxlint.tracing.joining import aval_of
from jaxlint.tracing.value import Array, Const, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.aval import Shape

_IDLE = {"set": None, "add": 0, "subtract": 0, "multiply": 1, "mul": 1, "divide": 1}


class Written:
    """``base.at[index].method(value)``."""

    __slots__ = ("base", "index", "method", "value")

    def __init__(self, base: ast.Name, index: ast.expr, method: str, value: ast.expr) -> None:
        self.base = base
        self.index = index
        self.method = method
        self.value = value

    def is_at(self, other: Written) -> bool:
        """Do both write to one place in one way?"""
        same = self.base.id == other.base.id and self.method == other.method
        return same and ast.dump(self.index) == ast.dump(other.index)

    def is_plain(self, site: Site) -> bool:
        """Each place once, and told without effects: what is read there again is what was there."""
        parts = self.index.elts if isinstance(self.index, ast.Tuple) else [self.index]
        once = all(isinstance(part, ast.Slice) or (rank(site, part) or 0) == 0 for part in parts)
        return once and is_pure(site, self.index)

    def frame(self, site: Site) -> tuple[str, str]:
        """What stands before and after the value."""
        return f"{self.base.id}.at[{site.text(self.index)}].{self.method}(", ")"

    def unchanged(self, site: Site) -> Given:
        """The value that leaves the array as it was."""
        idle = _IDLE[self.method]
        if idle is not None:
            return Given(str(idle), Const(idle))
        whole = site.value(self.base)
        known = aval_of(whole)
        value: Value = whole
        element = Aval(known.kind, self._shape(site), known.dtype)
        if isinstance(whole, Traced):
            value = Traced(element, whole.origin)
        elif isinstance(whole, Array):
            value = Array(element)
        return Given(quote(site, "{}[{}]", self.base, site.text(self.index)), value)

    def _shape(self, site: Site) -> Shape:
        """Of the element, or of the rows that numbers choose."""
        parts = self.index.elts if isinstance(self.index, ast.Tuple) else [self.index]
        shape = aval_of(site.value(self.base)).shape
        numbers = all(is_scalar(site, part) for part in parts)
        return shape[len(parts) :] if isinstance(shape, tuple) and numbers else AnyShape()


def written_by(node: ast.expr | None) -> Written | None:
    """The write to an element of a name's array that an expression is."""
    if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Attribute) or len(node.args) != 1:
        return None
    where = node.func.value
    if node.keywords or node.func.attr not in _IDLE or not isinstance(where, ast.Subscript):
        return None
    at = where.value
    if not isinstance(at, ast.Attribute) or at.attr != "at" or not isinstance(at.value, ast.Name):
        return None
    return Written(at.value, where.slice, node.func.attr, node.args[0])


def narrowed(site: Site, fork: Fork, places: int) -> Fork:
    """The fork, where it chooses between writes to one place of what is written there; else itself."""
    found = {place: write for place in range(places) if (write := _common(fork, place)) is not None}
    found = {place: write for place, write in found.items() if write.is_plain(site)}
    return _within(site, fork, found) if found else fork


def _common(fork: Fork, place: int) -> Written | None:
    """What all arms write that do not leave the array as it was."""
    if any(arm.given is None for arm in fork.arms()):
        return None
    given = [arm.given[place] for arm in fork.arms() if arm.given is not None]
    writes = [write for one in given if (write := written_by(one.node)) is not None]
    if not writes or not all(write.is_at(writes[0]) for write in writes):
        return None
    kept = all(one.text == writes[0].base.id for one in given if written_by(one.node) is None)
    return writes[0] if kept else None


def _within(site: Site, fork: Fork, writes: dict[int, Written]) -> Fork:
    ways = [
        _within(site, way, writes) if isinstance(way, Fork) else _arm(site, way, writes) for way in (fork.yes, fork.no)
    ]
    made = Fork(fork.whole, ways[0], ways[1], fork.lead)
    made.test, made.sure = fork.test, fork.sure
    made.frames = {place: write.frame(site) for place, write in writes.items()}
    return made


def _arm(site: Site, arm: Arm, writes: dict[int, Written]) -> Arm:
    given, values = list(arm.given or []), list(arm.values)
    for place, write in writes.items():
        own = written_by(given[place].node)
        given[place] = (
            write.unchanged(site) if own is None else Given(argument(site, own.value), site.value(own.value), own.value)
        )
        values[place] = [given[place].value]
    return Arm(arm.statements, given, values)
