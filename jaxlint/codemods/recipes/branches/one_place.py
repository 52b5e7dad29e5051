"""Branches that write to one place of one array: the choice is of what is written there.

``x.at[i].set(v)`` or ``x`` is ``x.at[i].set(v or x[i])``: a write past the end is dropped, whatever it would have
written, and so no element changes that did not.
"""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import is_pure
from jaxlint.codemods.recipes.analysis.proof import is_scalar, kind, rank
from jaxlint.codemods.recipes.branches.ways import Given
from jaxlint.codemods.recipes.wording.quote import quote
from jaxlint.record import Record
from jaxlint.tracing.values.aval import AnyShape, Aval
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.value import Array, Const, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.values.aval import Shape

_IDLE = {"set": None, "add": 0, "subtract": 0, "multiply": 1, "mul": 1, "divide": 1}


class Written(Record):
    """``base.at[index].method(value)``."""

    base: ast.Name
    index: ast.expr
    method: str
    value: ast.expr

    def is_plain(self, site: Site, reads: bool = True) -> bool:
        """Told without effects, and no mask; ``reads``: each place once, as the value is made of what is there."""
        parts = self.index.elts if isinstance(self.index, ast.Tuple) else [self.index]
        once = all(isinstance(part, ast.Slice) or (rank(site, part) or 0) == 0 for part in parts)
        masks = [part for part in parts if kind(site, part) == "b"]
        return (once or not (reads or masks)) and is_pure(site, self.index)

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
