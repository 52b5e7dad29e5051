"""``while p and q``, of which Python knows ``p``: an ``if p`` around the loop, where no turn changes it."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import names_in
from jaxlint.codemods.recipes.branches.leads import lead_of
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.syntax.binders import names_bound
from jaxlint.text.quoted import quoted

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.recipes.branches.leads import Lead
    from jaxlint.codemods.site import Site

_ORDERS = (ast.Lt, ast.LtE, ast.Gt, ast.GtE)


def guard_of(site: Site, loop: ast.While) -> Lead | None:
    """None where the whole test can be computed: it is JAX's, or all that Python knows of it are comparisons."""
    lead = lead_of(site, loop.test)
    if lead is None or not isinstance(loop.test, ast.BoolOp) or _only_counts(loop.test):
        return None
    changed = {name for part in loop.test.values if part is not lead.test for name in names_in(part)}
    if not lead.joins or loop.orelse or changed & set(names_bound(loop.body)):
        # What the guard makes possible can't be computed without it.
        raise NoFix(f"{quoted(lead.text)} is evaluated by Python, but may change in the loop")
    return lead


def _only_counts(test: ast.BoolOp) -> bool:
    """``turns < most and x > 0``: before the last part, numbers are compared, and nothing hangs on the answer."""
    return all(isinstance(part, ast.Compare) and isinstance(part.ops[0], _ORDERS) for part in test.values[:-1])


def guarded(site: Site, lead: Lead | None, rewrite: Rewrite) -> Rewrite:
    (own,) = rewrite.replacements
    if lead is None or not isinstance(own, Replace):
        return rewrite
    source = lead.guarded(own.source, site.module.indent_unit)
    return Rewrite(rewrite.applicability, rewrite.summary, [Replace(own.nodes, source)])
