"""Functions that donate what they are given: a helper around a jitted function."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.index import flow_of
from jaxlint.syntax.binders import COMPREHENSIONS
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_ON_ONE_WAY = (_ast.stmt, *COMPREHENSIONS, _ast.IfExp, _ast.BoolOp, _ast.Lambda)


def parameter_given(frame: Frame, node: _ast.AST) -> str | None:
    """The parameter whose value this argument is."""
    function = frame.function
    if not isinstance(function, _ast.FunctionDef) or not isinstance(node, _ast.Name):
        return None
    definitions = flow_of(function).reaching.definitions(node) or []
    return node.id if len(definitions) == 1 and isinstance(definitions[0], _ast.arg) else None


def always_runs(frame: Frame, call: _ast.Call) -> bool:
    """Each call of the function makes this one, once."""
    function = frame.function
    assert isinstance(function, _ast.FunctionDef)
    statement = frame.module.statement_of(call)
    if statement not in function.body:
        return False
    around: _ast.AST = call
    while around is not statement:
        around = frame.module.parents[around]
        if around is not statement and isinstance(around, _ON_ONE_WAY):
            return False
    before = function.body[: function.body.index(statement)]
    left = any(isinstance(node, (_ast.Return, _ast.Raise)) for one in before for node in walk(one))
    return not left and not any(isinstance(node, (_ast.Yield, _ast.YieldFrom)) for node in walk(function))
