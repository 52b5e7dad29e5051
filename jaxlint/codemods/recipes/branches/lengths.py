"""Arms that give values of unlike lengths or ranks, as their text tells: ``x`` and ``x[1:]``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import names_in
from jaxlint.codemods.recipes.analysis.reaching import value_given
from jaxlint.codemods.recipes.analysis.sizes import resized, resizes
from jaxlint.dataflow.assignment import Assignment
from jaxlint.syntax.nodes import executed
from jaxlint.tracing.values.aval import same_shape
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.value import UNKNOWN, Container, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.branches.ways import Arm
    from jaxlint.codemods.site import Site

# The text of what an arm gives, the expression where there is one, and its value.
_End = tuple[str, ast.expr | None, Value]


def differ_in_length(site: Site, arms: list[Arm], names: list[str] | None) -> bool:
    """``names``: what arms of statements leave; None where they return."""
    for place in range(len(arms[0].values)):
        ends = [_ends(site, arm, place, names[place] if names else None) for arm in arms]
        changed = [(at, end) for at, own in enumerate(ends) for end in own if _may_be_resized(end)]
        for at, other in changed:
            if any(_is_resized(site, one, other) for by, ones in enumerate(ends) if by != at for one in ones):
                return True
    return False


def _ends(site: Site, arm: Arm, place: int, name: str | None) -> list[_End]:
    if arm.given is not None:
        given = arm.given[place]
        return [(given.text, given.node, given.value)]
    if name is None:
        returned = [part.value for part in executed(arm.statements) if isinstance(part, ast.Return)]
        return [(site.text(value), value, site.value(value)) for value in returned if value is not None]
    stores = Assignment(arm.statements).stored.get(name, [])
    made: list[_End] = [("", _given(site, one), site.value(one)) for one in stores[-1:]]
    return made if stores and name not in arm.kept else [*made, (name, None, arm.kept.get(name, UNKNOWN))]


def _given(site: Site, store: ast.AST) -> ast.expr | None:
    statement = site.module.parents[store]
    if isinstance(statement, ast.AugAssign) and isinstance(store, ast.Name):
        return ast.BinOp(ast.Name(store.id, ast.Load()), statement.op, statement.value)
    return value_given(site, store)


def _may_be_resized(end: _End) -> bool:
    """Few are: the others need not be compared."""
    _, node, value = end
    return isinstance(node, ast.BinOp) if isinstance(value, Container) else bool(resized(node))


def _is_resized(site: Site, one: _End, other: _End) -> bool:
    """Is the one what the other is, cut or made longer?"""
    (name, _, before), (_, node, value) = one, other
    if isinstance(value, Container):
        return isinstance(node, ast.BinOp) and name in names_in(node)
    if _are_of_one_shape(before, value):
        return False
    return resizes(node, name) or any(_are_of_one_shape(site.value(base), before) for base in resized(node))


def _are_of_one_shape(left: Value, right: Value) -> bool:
    """Of a rank that is known: what may be a container has no shape."""
    mine, other = aval_of(left), aval_of(right)
    return mine.rank is not None and same_shape(mine, other)
