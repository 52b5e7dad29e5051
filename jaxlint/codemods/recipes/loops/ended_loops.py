"""``while`` loops of a branch that ``vmap`` runs for every row: where the branch is not taken they end at once."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import names_in
from jaxlint.codemods.recipes.analysis.effects import called
from jaxlint.codemods.recipes.analysis.proof import callee, is_mapped
from jaxlint.codemods.recipes.loops.loop_tests import Test, asked, inverted, joined
from jaxlint.codemods.recipes.wording.fresh_names import local_name
from jaxlint.codemods.rewrite import Insert, Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.binders import names_bound
from jaxlint.syntax.nodes import executed, indent_of, walk
from jaxlint.tracing.values.value import Const, Static

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_BINDING = (ast.Assign, ast.AugAssign, ast.AnnAssign)
_DEPTH = 3  # functions that call one another
_MAY_NOT_END = "`jax.vmap` runs both branches, and a `while` loop in one of them may not end"
_SUMMARY = "end the loop at once where its branch is not taken, as `jax.vmap` runs both"


def ended(site: Site, node: ast.If, arms: list[list[ast.stmt]]) -> Rewrite | None:
    """``arms``: the statements that run where the test holds, and where not; None where all their loops end."""
    if not is_mapped(site, node.test):
        return None
    tests = [_tests(site, arm) for arm in arms]
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


def _tests(site: Site, arm: list[ast.stmt]) -> list[ast.expr]:
    """Of the loops that JAX runs, or will run as soon as it runs those before: raises NoFix for one that is hidden."""
    parts = executed(arm)
    if any(isinstance(part, ast.Call) and _holds_loop(site, part) for part in parts):
        raise NoFix(_MAY_NOT_END)
    loops = [part for part in parts if isinstance(part, ast.While)]
    computed = {name for part in parts if _is_jax_loop(site, part) for name in _names_around(site, part)}
    traced: list[ast.While] = []
    while True:
        found = [one for one in loops if one not in traced and (_is_open(site, one) or names_in(one.test) & computed)]
        computed |= {name for one in found for name in names_bound([one])}
        derived = {name for part in parts if isinstance(part, _BINDING) for name in _derived(part, computed)}
        if not found and derived <= computed:
            break
        traced += found
        computed |= derived
    return [*(one.test for one in traced), *(_test_of(part, arm) for part in parts if _is_jax_loop(site, part))]


def _holds_loop(site: Site, call: ast.Call, depth: int = _DEPTH) -> bool:
    """Does a function in view run a loop whose end JAX computes?"""
    function = called(site, call)
    if function is None or not depth:
        return False
    inner, parts = site.at(function.module, function.node), list(walk(function.node))
    own = any(_is_jax_loop(inner, part) or (isinstance(part, ast.While) and _is_open(inner, part)) for part in parts)
    return own or any(isinstance(part, ast.Call) and _holds_loop(inner, part, depth - 1) for part in parts)


def _is_open(site: Site, loop: ast.While) -> bool:
    return not isinstance(site.value(loop.test), (Const, Static))


def _is_jax_loop(site: Site, part: ast.AST) -> bool:
    return callee(site, part) == "jax.lax.while_loop"


def _names_around(site: Site, part: ast.AST) -> set[str]:
    statement = site.module.statement_of(part)
    return set() if statement is None else set(names_bound([statement]))


def _derived(statement: ast.AST, computed: set[str]) -> set[str]:
    """What is bound to something that is computed of these names."""
    return set(names_bound([statement])) if names_in(statement) & computed else set()


def _test_of(call: ast.AST, arm: list[ast.stmt]) -> ast.expr:
    """What the first function of ``lax.while_loop`` returns."""
    test = call.args[0] if isinstance(call, ast.Call) and call.args else None
    if isinstance(test, ast.Lambda):
        return test.body
    name = test.id if isinstance(test, ast.Name) else ""
    defined = [one for one in arm if isinstance(one, ast.FunctionDef) and one.name == name]
    last = defined[-1].body[-1] if defined else None
    if not isinstance(last, ast.Return) or last.value is None:
        raise NoFix(_MAY_NOT_END)
    return last.value


def _begins(test: ast.expr, guard: Test) -> bool:
    while isinstance(test, ast.BinOp) and isinstance(test.op, ast.BitAnd):
        test = test.left
    return ast.dump(test) == ast.dump(ast.parse(f"({guard.text})", mode="eval").body)
