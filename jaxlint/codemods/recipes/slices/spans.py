"""Where one slice begins and how long it is, as polynomials; and ``arange``s that count its elements."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.affine import Polynomial, polynomial, whole
from jaxlint.codemods.recipes.analysis.bindings import unchanged
from jaxlint.codemods.recipes.analysis.proof import constant, jax_name
from jaxlint.codemods.recipes.analysis.ranges import axis_length
from jaxlint.codemods.recipes.slices.cuts import Sliced
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


class Run:
    """One slice: where it begins, and how long it is where nothing cuts it off."""

    def __init__(self, site: Site, sliced: Sliced) -> None:
        if len(sliced.cuts) != 1 or sliced.rank is None or sliced.cuts[0].after is None:
            raise NoFix
        (self.cut,) = sliced.cuts
        if self.cut.step != 1:
            raise NoFix
        self.bounds = self.cut.bounds
        length = axis_length(site, sliced.base, self.cut.axis)
        start = _from_front(site, self.bounds.lower, whole(0), length)
        stop = _from_front(site, self.bounds.upper, length, length)
        if length is None or start is None or stop is None:
            raise NoFix
        self.length = length
        self.start = start
        self.width = stop.minus(start)

    @property
    def is_first(self) -> bool:
        return self.start.number == 0


def _from_front(
    site: Site, bound: ast.expr | None, default: Polynomial | None, length: Polynomial | None
) -> Polynomial | None:
    """A bound as a position; one that is written with a minus counts from the end."""
    if bound is None:
        return default
    known = polynomial(site, bound)
    negative = isinstance(bound, ast.UnaryOp) and isinstance(bound.op, ast.USub)
    if not negative or known is None:
        return known
    return None if length is None else length.plus(known)


def ranges_beside(site: Site, sliced: Sliced) -> list[ast.Call]:
    """``jnp.arange(n)`` of the same function, as long as the slice."""
    try:
        width = Run(site, sliced).width
    except NoFix:
        return []
    found = []
    for call in walk(site.function or site.module.tree):
        if not isinstance(call, ast.Call) or jax_name(site, call) != "jax.numpy.arange" or call.keywords:
            continue
        if not call.args or len(call.args) > 2 or (len(call.args) == 2 and constant(site, call.args[0]) != 0):
            continue
        known = polynomial(site, call.args[-1])
        first, last = sorted([sliced.node, call], key=lambda node: (node.lineno, node.col_offset))
        if known is not None and known.equals(width) and unchanged(site, call.args[-1], first, last):
            found.append(call)
    return found
