"""Results that are bound to names, or to none, and that nobody reads."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.order import loops_around, may_follow
from jaxlint.dataflow.scopes import names_of
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module


def is_unread(module: Module, call: _ast.AST) -> bool:
    """A call is a statement, or all names that its result is bound to are read nowhere; ``_`` says so on purpose."""
    statement = module.parents.get(call)
    if isinstance(statement, _ast.Expr):
        return True
    function = module.function_of(call)
    if not isinstance(statement, _ast.Assign) or function is None:
        return False  # what a module holds, others may read
    names = [part for target in statement.targets for part in _parts(target)]
    if not all(isinstance(one, _ast.Name) for one in names) or all(one.id.startswith("_") for one in names):
        return False
    reaching, outside = flow_of(function).reaching, names_of(function).declared
    return all(one.id not in outside and not reaching.reads(one) for one in names)


def _parts(target: _ast.expr) -> list[_ast.Name]:
    """The names in a target; what else it holds as it is."""
    if isinstance(target, _ast.Starred):
        return _parts(target.value)
    if isinstance(target, (_ast.Tuple, _ast.List)):
        return [part for one in target.elts for part in _parts(one)]
    return [target]  # type: ignore[list-item]


def later_read(module: Module, call: _ast.AST, read: _ast.Name) -> _ast.AST | None:
    """Where what a name holds at ``read``, inside of a call, is read again: by a later statement or iteration."""
    reaching = flow_of(module.function_of(call) or module.tree).reaching
    own, around = set(walk(call)), set(loops_around(module, call))
    for definition in reaching.definitions(read) or ():
        for other in reaching.reads(definition) if definition is not None else ():
            if other in own:
                continue
            if may_follow(module, call, other) or not around.isdisjoint(loops_around(module, other)):
                return other
    return None
