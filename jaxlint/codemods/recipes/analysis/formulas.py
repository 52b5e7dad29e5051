"""Functions in view that do no more than compute: names for intermediate values, then one result."""

from __future__ import annotations

import ast

from jaxlint.record import Record
from jaxlint.tracing.values.value import Function, Transformed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_SAME_FUNCTION = ("jax.vmap", "jax.jit", "jax.checkpoint", "jax.remat")


class Formula(Record):
    """``given``: parameter -> argument; ``steps``: local name -> expression, in order; ``result``."""

    given: dict[str, ast.expr]
    steps: list[tuple[str, ast.expr]]
    result: ast.expr

    @property
    def parts(self) -> list[ast.expr]:
        """All expressions of the body, outermost only."""
        return [*(value for _, value in self.steps), self.result]

    @property
    def names(self) -> set[str]:
        """What the body itself binds."""
        return {*self.given, *(name for name, _ in self.steps)}


def formula_of(site: Site, call: ast.AST) -> Formula | None:
    """What a call of a user's function computes; under vmap over all arguments, too."""
    if not isinstance(call, ast.Call) or call.keywords or any(isinstance(one, ast.Starred) for one in call.args):
        return None
    function = site.value(call.func)
    while isinstance(function, Transformed) and function.transform in _SAME_FUNCTION and not function.kwargs:
        function = function.func
    if not isinstance(function, Function) or function.owner is not None:
        return None
    node = function.node
    given = _bound(node.args, call.args)
    steps = _steps(node.body) if isinstance(node, ast.FunctionDef) else []
    result = node.body if isinstance(node, ast.Lambda) else _result(node)
    if given is None or steps is None or result is None:
        return None
    return Formula(given, steps, result)


def _bound(parameters: ast.arguments, given: list[ast.expr]) -> dict[str, ast.expr] | None:
    names = [one.arg for one in [*parameters.posonlyargs, *parameters.args]]
    if parameters.vararg or parameters.kwarg or parameters.kwonlyargs or len(given) > len(names):
        return None
    defaults = dict(zip(reversed(names), reversed(parameters.defaults), strict=False))
    bound = {**defaults, **dict(zip(names, given, strict=False))}
    return bound if len(bound) == len(names) else None


def _steps(body: list[ast.stmt]) -> list[tuple[str, ast.expr]] | None:
    found = []
    for statement in body[:-1]:
        if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
            continue  # a docstring
        if not isinstance(statement, ast.Assign) or len(statement.targets) != 1:
            return None
        target = statement.targets[0]
        if not isinstance(target, ast.Name):
            return None
        found.append((target.id, statement.value))
    return found


def _result(function: ast.FunctionDef | ast.AsyncFunctionDef) -> ast.expr | None:
    last = function.body[-1]
    return last.value if isinstance(last, ast.Return) and isinstance(function, ast.FunctionDef) else None
