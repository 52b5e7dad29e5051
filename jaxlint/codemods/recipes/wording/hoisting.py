"""Statements that a fix puts above the one it mends."""

from __future__ import annotations

import ast

from jaxlint.codemods.recipes.analysis.bindings import runs_after
from jaxlint.codemods.recipes.analysis.effects import is_computation
from jaxlint.codemods.recipes.wording.draft import statement_before
from jaxlint.codemods.recipes.wording.lifting import respelled
from jaxlint.codemods.rewrite import Replace
from jaxlint.syntax.binders import COMPREHENSIONS
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SIMPLE = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.Expr, ast.Return)
_OWN_SCOPES = (*COMPREHENSIONS, ast.Lambda)


def has_room(site: Site, first: ast.expr, places: list[ast.expr]) -> bool:
    """Names bound above the statement of ``first`` hold what they should wherever else they are read."""
    statement = site.module.statement_of(first)
    if not isinstance(statement, _SIMPLE) or isinstance(site.function, ast.Lambda):
        return False
    for place in [first, *places]:
        node: ast.AST = place
        while not isinstance(node, ast.stmt):
            if isinstance(node, _OWN_SCOPES):
                return False
            node = site.module.parents[node]
        if node is not statement and not runs_after(site, node, statement):
            return False
    return True


def may_be_made_above(site: Site, call: ast.Call) -> bool:
    """May the line above the call's statement make the call, which is made once there and after nothing of effect?"""
    module, statement = site.module, site.module.statement_of(call)
    if not isinstance(statement, (*_SIMPLE, ast.If, ast.Assert)) or statement_before(module, call) is not statement:
        return False
    above: ast.AST = call
    while above is not statement:
        above = module.parents[above]
        if isinstance(above, (ast.IfExp, ast.BoolOp)):
            return False
    start = (call.lineno, call.col_offset)
    calls = [one for one in walk(statement) if isinstance(one, (ast.Call, ast.NamedExpr, ast.Await))]
    before = [one for one in calls if (one.lineno, one.col_offset) < start and call not in walk(one)]
    return all(is_computation(site, one) for one in before)


def below(site: Site, lines: list[str], first: ast.expr, replacements: list[Replace]) -> list[Replace]:
    """The replacements, and the lines above the first statement among them."""
    if not lines:
        return replacements
    statement = site.module.statement_of(first)
    assert statement is not None
    inside = set(walk(statement))
    own = [one for one in replacements if _start(one) in inside]
    whole = [one.source for one in own if isinstance(one.nodes, list)]
    if whole:
        text = "\n".join(whole)
    else:
        text = respelled(site, statement, {one.nodes: one.source for one in own if not isinstance(one.nodes, list)})
    source = "\n".join([*lines, text] if text else lines)
    return [Replace([statement], source), *[one for one in replacements if one not in own]]


def _start(replace: Replace) -> ast.AST:
    return replace.nodes[0] if isinstance(replace.nodes, list) else replace.nodes
