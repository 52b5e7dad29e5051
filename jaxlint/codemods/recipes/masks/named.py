"""Names of masked values: ``y = x[m]``, ``x = x[m]``, ``a, b = x[m], y[m]``."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import unchanged
from jaxlint.codemods.recipes.analysis.reaching import reads_given, value_given
from jaxlint.codemods.recipes.masks.escapes import Escapes
from jaxlint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from jaxlint.codemods.site import Site


class Named(Record):
    """``target``: a name that ``statement`` binds to the masked ``value``; ``reads``: all that read it."""

    statement: ast.stmt
    target: ast.Name
    value: ast.expr
    reads: list[ast.Name]

    def holds(self, site: Site, whole: str, gone: Collection[ast.stmt | None]) -> bool:
        """Wherever the name is read, ``whole`` still says what it is to stand for; ``gone``: see ``unchanged``."""
        tree = ast.parse(f"({whole})", mode="eval")
        return all(unchanged(site, tree, self.value, read, gone) for read in self.reads)


def binding_around(site: Site, node: ast.expr) -> Named | None:
    """The name that ``node`` is given; raises where it can't be told who reads it."""
    statement = site.module.statement_of(node)
    if not isinstance(statement, (ast.Assign, ast.AnnAssign)) or site.module.parents[node] is not statement:
        above = site.module.parents[node]
        if not isinstance(above, ast.Tuple) or site.module.parents[above] is not statement:
            return None
    for target, value in pairs(site, statement):
        if value is node and isinstance(target, ast.Name):
            reads = reads_given(site, target)
            if reads is not None:
                return Named(statement, target, node, reads)
    raise Escapes


def pairs(site: Site, statement: ast.stmt | None) -> list[tuple[ast.expr, ast.expr]]:
    """What a plain assignment binds, and to which value: several of ``a, b = u, v``; none where it can't be told."""
    targets: list[ast.expr]
    if isinstance(statement, ast.AnnAssign):
        targets = [statement.target]
    else:
        first = statement.targets[0] if isinstance(statement, ast.Assign) and len(statement.targets) == 1 else None
        targets = list(getattr(first, "elts", [first]))
    values = [value_given(site, target) for target in targets]
    found = [(target, value) for target, value in zip(targets, values, strict=True) if value is not None]
    return found if len(found) == len(targets) else []


def without_need(site: Site, names: dict[Named, str]) -> tuple[list[Named], set[ast.stmt]]:
    """Of names and the whole arrays that they stand for, those which the arrays themselves can replace; and the
    statements that go, as they bind nothing else."""
    while True:
        targets = {named.target for named in names}
        statements = {named.statement for named in names}
        gone = {one for one in statements if all(target in targets for target, _ in pairs(site, one))}
        kept = {named: whole for named, whole in names.items() if named.holds(site, whole, gone)}
        if len(kept) == len(names):
            return list(names), gone
        names = kept
