"""Whether the value of an expression decides what its function gives: a part of the result, or a branch on the way."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.faint import HANDS_ON, is_plain_call
from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.scopes import names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jaxlint.syntax.module import Module

    Place = tuple[Module, _ast.AST | None, _ast.AST]  # module, function and call
    Ask = Callable[[Module, _ast.Call], str]

_COMPUTES = (_ast.BinOp, _ast.UnaryOp, _ast.Compare, _ast.BoolOp, _ast.Tuple, _ast.List, _ast.Starred, _ast.Subscript)
_BRANCHES = (_ast.If, _ast.While, _ast.IfExp)
_NUMBERS = ("int", "float", "round", "abs", "min", "max", "sum", "divmod", "pow")
_RETURNED, _ASKED = "returned", "asked"
_MOST = 60  # expressions that are followed


def decides(calls: Sequence[Place], ask: Ask) -> bool:
    """Of the last call: what it gives is handed on to the first one's function, and is returned, or asked there.

    Each call leads into the function that the next one stands in.  ``ask``: what becomes of it in a call that is not
    followed; what is kept in an object, or made text, decides nothing here.
    """
    for position in range(len(calls) - 1, -1, -1):
        module, function, node = calls[position]
        found = _fate(module, function, node, ask)
        around = calls[position - 1][2] if position else None
        if found != _RETURNED or around is None or function is None or not _leads_to(around, function):
            return found is not None
    return True


def _leads_to(call: _ast.AST, function: _ast.AST) -> bool:
    return isinstance(call, _ast.Call) and is_plain_call(call, function)


def _fate(module: Module, function: _ast.AST | None, node: _ast.AST, ask: Ask) -> str | None:
    """Where the value of an expression gets to, inside one function."""
    ways, returned = [node], False
    for way in ways:
        if len(ways) > _MOST:
            return None
        parent = module.parents[way]
        if isinstance(parent, _BRANCHES) and parent.test is way:
            return _ASKED
        if isinstance(parent, _ast.Return) or (isinstance(parent, _ast.Lambda) and parent is function):
            returned = True
        ways += [one for one in _further(module, function, parent, way, ask) if one not in ways]
    return _RETURNED if returned else None


def _further(module: Module, function: _ast.AST | None, parent: _ast.AST, node: _ast.AST, ask: Ask) -> list[_ast.AST]:
    """What holds it next."""
    if isinstance(parent, _ast.keyword):
        node, parent = parent, module.parents[parent]
    if isinstance(parent, _ast.Attribute):
        call = module.parents[parent]
        return [call if isinstance(call, _ast.Call) and call.func is parent else parent]
    if isinstance(parent, _ast.Call):
        hands_on = getattr(parent.func, "id", None) in _NUMBERS or ask(module, parent) == HANDS_ON
        return [parent] if hands_on and parent.func is not node else []
    if isinstance(parent, (*_COMPUTES, _ast.IfExp, _ast.NamedExpr)):
        return [parent]
    if isinstance(parent, _ast.Dict):
        return [parent] if node in parent.values else []
    targets = parent.targets if isinstance(parent, _ast.Assign) else [getattr(parent, "target", None)]
    if not isinstance(parent, (_ast.Assign, _ast.AnnAssign, _ast.AugAssign)) or parent.value is not node:
        return []
    return [read for target in targets for read in _reads(module, function, target)]


def _reads(module: Module, function: _ast.AST | None, target: _ast.AST | None) -> list[_ast.AST]:
    if not isinstance(target, _ast.Name) or function is None or isinstance(function, _ast.Lambda):
        return []
    if target.id in names_of(function).declared:
        return []
    reads = flow_of(function).reaching.reads(target)
    return [read for read in reads if module.function_of(read) is function]
