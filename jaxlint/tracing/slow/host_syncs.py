"""``float(loss)`` in each step of a training loop: Python waits for the device before it hands it the next step."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.repeats import LOOPS, count_of, only_definition
from jaxlint.syntax.binders import FUNCTIONS
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.events.effects import HOST_SYNC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.slow.found import Found

_FEW = 10  # iterations
_ASKS = frozenset(["item", "tolist"])
_BUILTINS = frozenset(["float", "print"])
_CONVERTS = frozenset(["asarray", "array", "device_get"])
# What takes a number to keep or to show it; any other call may need it at once.
_KEEPS = frozenset("append extend print log info debug add_scalar set_postfix set_description write update".split())
_BLOCKS = (_ast.If, _ast.Try, _ast.With, *FUNCTIONS, _ast.Match)


def host_syncs(module: Module, calls: list[_ast.Call]) -> list[Found]:
    """``calls``: of jitted functions."""
    found: list[Found] = []
    for call in calls:
        loop = _loop_of(module, call)
        targets = _targets(module, call)
        if loop is None or not targets or _is_of_epochs(loop, calls):
            continue
        for node in walk(loop):
            read = _asked(node)
            if read is None or only_definition(module, read) not in targets or _loop_of(module, node) is not loop:
                continue
            if _is_kept(module, node):
                found.append((node, HOST_SYNC, call, None))  # type: ignore[arg-type]
    return found


def _loop_of(module: Module, node: _ast.AST) -> _ast.AST | None:
    """The loop that does it in each iteration, and in more than a few of them."""
    current: _ast.AST | None = node
    while current is not None and not isinstance(current, _BLOCKS):
        above = module.parents.get(current)
        if isinstance(above, LOOPS) and current in above.body:
            count = count_of(above)
            return above if count is None or count > _FEW else None
        current = above
    return None


def _is_of_epochs(loop: _ast.AST, calls: list[_ast.Call]) -> bool:
    """The steps are those of a loop inside; what comes after them may wait."""
    inner = [one for one in walk(loop) if isinstance(one, LOOPS) and one is not loop]
    return any(one in calls for other in inner for one in walk(other))


def _targets(module: Module, call: _ast.Call) -> list[_ast.AST]:
    """The names that get what the call gives."""
    statement = module.parents.get(call)
    if not isinstance(statement, _ast.Assign):
        return []
    return [one for target in statement.targets for one in walk(target) if isinstance(one, _ast.Name)]


def _asked(node: _ast.AST) -> _ast.Name | None:
    """``loss`` of ``float(loss)``, ``loss.item()``, ``np.asarray(metrics["loss"])``, ``print(f"{loss}")``."""
    if not isinstance(node, _ast.Call):
        return None
    if isinstance(node.func, _ast.Name) and node.func.id in _BUILTINS:
        if node.func.id == "print":
            return next(filter(None, [_shown(one) for one in node.args]), None)
        return _root(node.args[0]) if len(node.args) == 1 else None
    if not isinstance(node.func, _ast.Attribute):
        return None
    if node.func.attr in _ASKS and not node.args:
        return _root(node.func.value)
    return _root(node.args[0]) if node.func.attr in _CONVERTS and len(node.args) == 1 else None


def _shown(argument: _ast.AST) -> _ast.Name | None:
    if not isinstance(argument, _ast.JoinedStr):
        return _root(argument)
    parts = [_root(one.value) for one in argument.values if isinstance(one, _ast.FormattedValue)]
    return next(filter(None, parts), None)


def _root(node: _ast.AST) -> _ast.Name | None:
    while isinstance(node, _ast.Subscript):
        node = node.value
    return node if isinstance(node, _ast.Name) else None


def _is_kept(module: Module, node: _ast.AST) -> bool:
    """It is summed up, kept in a list or shown, and not what the next thing to do depends on."""
    if getattr(getattr(node, "func", None), "id", "") == "print":
        return True
    parent = module.parents[node]
    while isinstance(parent, (_ast.FormattedValue, _ast.JoinedStr, _ast.Tuple, _ast.Dict, _ast.keyword)):
        parent = module.parents[parent]
    if isinstance(parent, _ast.AugAssign):
        return isinstance(parent.target, _ast.Name)
    if not isinstance(parent, _ast.Call):
        return False
    return (getattr(parent.func, "attr", None) or getattr(parent.func, "id", "")) in _KEEPS
