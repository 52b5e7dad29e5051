"""A check that raises to a handler of the same function: ``try`` with ``if p: raise E`` is an ``if`` with two arms."""

from __future__ import annotations

import ast
import builtins
import textwrap

from jaxlint.codemods.no_fix import NoFix, recipe
from jaxlint.codemods.recipes.analysis.bindings import uses
from jaxlint.codemods.recipes.analysis.effects import is_movable
from jaxlint.codemods.recipes.wording.lifting import lifted
from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import UNSAFE
from jaxlint.syntax.nodes import executed, walk
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_ZERO = {"ZeroDivisionError", "ArithmeticError", "FloatingPointError"}
_INDEX = {"IndexError", "LookupError"}
_SUMMARY = "turn the `except` block into a branch"


def check_handlers(site: Site) -> None:
    """Raises NoFix where a handler waits for what JAX never raises: what it does is a case that would be lost."""
    for part in walk(site.function) if site.function is not None else ():
        if isinstance(part, ast.Try):
            for handler in part.handlers:
                caught = _kinds(handler)
                steps = [step for statement in part.body for step in walk(statement)]
                if any(_never_raises(site, step, caught) for step in steps):
                    raise NoFix(f"a handler waits for `{min(caught & {*_ZERO, *_INDEX})}`, which JAX does not raise")


def _kinds(handler: ast.ExceptHandler) -> set[str]:
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return {kind.id for kind in kinds if isinstance(kind, ast.Name)}


def _never_raises(site: Site, step: ast.AST, caught: set[str]) -> bool:
    """A division by what is traced, or an index that is."""
    if isinstance(step, ast.BinOp) and isinstance(step.op, (ast.Div, ast.FloorDiv, ast.Mod)):
        return bool(caught & _ZERO) and isinstance(site.value(step.right), Traced)
    return isinstance(step, ast.Subscript) and bool(caught & _INDEX) and isinstance(site.value(step.slice), Traced)


@recipe
def handled(site: Site, check: ast.If) -> Rewrite | None:
    """The ``if`` takes the handler's lines, and the rest of the ``try`` is its ``else``."""
    attempt = site.module.parents.get(check)
    if not isinstance(attempt, ast.Try) or check not in attempt.body or len(attempt.handlers) != 1:
        return None
    (handler,) = attempt.handlers
    place = attempt.body.index(check)
    before, after = attempt.body[:place], attempt.body[place + 1 :]
    raised = check.body[0]
    if check.orelse or not isinstance(raised, ast.Raise) or attempt.orelse or attempt.finalbody:
        return None
    parts = executed(handler.body)
    told = handler.name in {getattr(part, "id", "") for part in parts} or any(
        isinstance(one, ast.Raise) for one in parts
    )
    if told or not _catches(site, handler, raised) or not is_movable(site, [*before, *after]):
        return None
    return Rewrite(UNSAFE, _SUMMARY, [Replace([attempt], _forked(site, check, before, handler.body, after))])


def _forked(site: Site, check: ast.If, before: list[ast.stmt], instead: list[ast.stmt], after: list[ast.stmt]) -> str:
    unit = site.module.indent_unit
    arms = [f"if {site.text(check.test)}:", textwrap.indent(lifted(site, instead), unit)]
    if after:
        arms += ["else:", textwrap.indent(lifted(site, after), unit)]
    return "\n".join([lifted(site, before), *arms] if before else arms)


def _catches(site: Site, handler: ast.ExceptHandler, raised: ast.Raise) -> bool:
    """Certainly: one exception of Python's, by name, and a class above it or the same name."""
    thrown = raised.exc.func if isinstance(raised.exc, ast.Call) else raised.exc
    if not isinstance(thrown, ast.Name):
        return False
    kinds = handler.type.elts if isinstance(handler.type, ast.Tuple) else [handler.type]
    return any(kind is None or _is_above(site, kind, thrown.id) for kind in kinds)


def _is_above(site: Site, kind: ast.expr, name: str) -> bool:
    if not isinstance(kind, ast.Name):
        return False
    if kind.id == name:
        return True
    above, below = (getattr(builtins, one, None) for one in (kind.id, name))
    known = isinstance(above, type) and isinstance(below, type) and issubclass(below, above)
    return known and not any(uses(site, one).bindings for one in (kind.id, name))
