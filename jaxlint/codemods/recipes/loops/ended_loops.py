"""``while`` loops of a branch that ``vmap`` runs for every row: where the branch is not taken they end at once."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import names_in
from jaxlint.codemods.recipes.analysis.proof import callee, is_mapped
from jaxlint.codemods.recipes.loops.loop_tests import Test, asked, inverted, joined
from jaxlint.codemods.recipes.wording.fresh_names import local_name
from jaxlint.codemods.rewrite import Insert, Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import executed, indent_of, walk
from jaxlint.tracing.value import Const, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SUMMARY = "end the loop at once where its branch is not taken, as `jax.vmap` runs both"


def ended(site: Site, node: ast.If, arms: list[list[ast.stmt]]) -> Rewrite | None:
    """``arms``: the statements that run where the test holds, and where not; None where all their loops end."""
    if not is_mapped(site, node.test):
        return None
    tests = [[one for part in executed(arm) if (one := _asked_by(site, part, arm)) is not None] for arm in arms]
    way, edits = asked(site, node.test), list[Replace | Insert]()
    if names_in(node.test) & {name for arm in arms for name in _bound(arm)}:
        way = Test(local_name(site, "condition"), True, way.array)
    for asks, holds in zip(tests, (True, False), strict=True):
        guard = way if holds else Test(f"~{way.operand}", True, True) if way.array else inverted(site, way)
        edits += [Replace(one, joined(site, [guard, asked(site, one)]).line) for one in asks if not _begins(one, guard)]
    if edits and way.text != asked(site, node.test).text:
        source, text = site.module.source, f"{way.text} = {asked(site, node.test).line}"
        edits += [Insert(source.starts[node.lineno - 1], f"{indent_of(source.line(node.lineno))}{text}\n")]
        edits += [Replace(node.test, way.text)]
    return Rewrite(UNSAFE, _SUMMARY, edits) if edits else None


def _bound(arm: list[ast.stmt]) -> set[str]:
    """The names that mean something else in it, or in functions that it defines, as the steps of loops are."""
    defined = [part for one in arm for part in walk(one) if isinstance(part, ast.FunctionDef)]
    inside = [statement for part in defined for statement in part.body]
    return {*names_bound([*arm, *inside]), *(one.arg for part in defined for one in part.args.args)}


def _asked_by(site: Site, part: ast.AST, arm: list[ast.stmt]) -> ast.expr | None:
    """The test of a loop of Python's or JAX's; raises NoFix for one that stands elsewhere."""
    if isinstance(part, ast.While):
        return None if isinstance(site.value(part.test), (Const, Static)) else part.test
    if callee(site, part) != "jax.lax.while_loop":
        return None
    test = part.args[0] if isinstance(part, ast.Call) and part.args else None
    if isinstance(test, ast.Lambda):
        return test.body
    name = test.id if isinstance(test, ast.Name) else ""
    defined = [one for one in arm if isinstance(one, ast.FunctionDef) and one.name == name]
    told = defined[-1].body[-1] if defined else None
    if not isinstance(told, ast.Return) or told.value is None:
        raise NoFix("`jax.vmap` runs both branches, and a `while` loop in one of them may not end")
    return told.value


def _begins(test: ast.expr, guard: Test) -> bool:
    while isinstance(test, ast.BinOp) and isinstance(test.op, ast.BitAnd):
        test = test.left
    return ast.dump(test) == ast.dump(ast.parse(f"({guard.text})", mode="eval").body)
