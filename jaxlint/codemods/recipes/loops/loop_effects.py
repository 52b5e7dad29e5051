"""What the body of a loop may not do, to be the body of a function that JAX traces once."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import mutated, owner
from jaxlint.codemods.recipes.analysis.effects import changes_others, is_done_each_time, is_report
from jaxlint.codemods.recipes.analysis.library_effects import is_effect, keeps_state
from jaxlint.syntax.binders import FUNCTIONS, names_bound
from jaxlint.syntax.nodes import executed, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_REFUSED = (
    ast.Try, ast.Delete, ast.Global, ast.Nonlocal, ast.Return, ast.Raise, ast.AsyncFor, ast.AsyncWith, ast.ClassDef,
    ast.Match, ast.Await, ast.Yield, ast.YieldFrom, ast.Starred,
)  # fmt: skip


def check_effects(site: Site, body: list[ast.stmt], tests: list[ast.expr]) -> None:
    """No way out of the loop, and no effect but on names; functions in it may return as they like.

    ``tests``: what is asked beside the statements.
    """
    own = set(names_bound(body))
    for part in [*executed(body), *(part for one in tests for part in walk(one))]:
        if isinstance(part, _REFUSED) or _writes(part) or is_done_each_time(site, part):
            raise NoFix("the loop body has a side effect, or a statement that a JAX loop cannot contain")
        if isinstance(part, ast.Call) and not is_report(site, part):
            _check_call(site, part, own)
        if isinstance(part, FUNCTIONS) and any(_writes(one) for one in walk(part)):
            raise NoFix("a function defined in the loop has a side effect")


def _check_call(site: Site, call: ast.Call, own: set[str]) -> None:
    """JAX traces it once; a library wants it to be called at each iteration, and a list changes in each.

    ``own``: the names that each iteration binds anew.
    """
    changed = mutated(site, call)
    effect = is_effect(site, call) or keeps_state(site, call) or changes_others(site, call)
    if effect or (changed is not None and owner(changed) not in own):
        raise NoFix(f"`{ast.unparse(call.func)}` has a side effect, which a JAX loop would not repeat")


def _writes(node: ast.AST) -> bool:
    return isinstance(node, (ast.Subscript, ast.Attribute)) and not isinstance(node.ctx, ast.Load)
