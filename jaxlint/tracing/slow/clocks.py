"""``time.time()`` before and after a call of a jitted function: what is measured is how long the hand-over takes."""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import walk
from jaxlint.tracing.events.effects import UNTIMED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.slow.found import Found

_CLOCKS = frozenset("time perf_counter monotonic process_time default_timer perf_counter_ns time_ns".split())


def untimed(module: Module, calls: list[_ast.Call]) -> list[Found]:
    """``calls``: of jitted functions."""
    found: list[Found] = []
    for block in {id(block): block for call in calls for block in _blocks_around(module, call)}.values():
        begun: dict[str, int] = {}
        for place, statement in enumerate(block):
            for difference in _differences(statement):
                start = begun.get(difference.right.id)  # type: ignore[attr-defined]
                call = None if start is None else _unfinished(block[start + 1 : place], statement, calls)
                if call is not None:
                    found.append((difference, UNTIMED, call, None))
            name = _begins(statement)
            if name is not None:
                begun[name] = place
    return found


def _blocks_around(module: Module, call: _ast.AST) -> list[list[_ast.stmt]]:
    """The statements among which it stands, itself or in a loop."""
    found = []
    statement: _ast.AST | None = module.statement_of(call)
    while statement is not None:
        above = module.parents.get(statement)
        block = next(
            (one for one in (getattr(above, name, None) for name in ("body", "orelse")) if type(one) is list), []
        )
        if statement in block:
            found.append(block)
        statement = above if isinstance(above, (_ast.For, _ast.While)) else None
    return found


def _begins(statement: _ast.stmt) -> str | None:
    """``start = time.time()``"""
    if not isinstance(statement, _ast.Assign) or not isinstance(statement.targets[0], _ast.Name):
        return None
    return statement.targets[0].id if _is_clock(statement.value) else None


def _differences(statement: _ast.stmt) -> list[_ast.BinOp]:
    """``time.time() - start``, not those of loops and branches inside."""
    if hasattr(statement, "body"):
        return []
    return [
        one
        for one in walk(statement)
        if isinstance(one, _ast.BinOp)
        and isinstance(one.op, _ast.Sub)
        and _is_clock(one.left)
        and isinstance(one.right, _ast.Name)
    ]


def _is_clock(node: _ast.AST) -> bool:
    if not isinstance(node, _ast.Call) or node.args:
        return False
    return (getattr(node.func, "attr", None) or getattr(node.func, "id", "")) in _CLOCKS


def _unfinished(between: list[_ast.stmt], last: _ast.stmt, calls: list[_ast.Call]) -> _ast.Call | None:
    """The call of a jitted function after which nothing is called that may wait for it."""
    parts = [one for statement in between for one in walk(statement) if isinstance(one, _ast.Call)]
    jitted = [one for one in parts if one in calls]
    if not jitted:
        return None
    arguments = {inner for one in jitted for given in [*one.args, *one.keywords] for inner in walk(given)}
    others = [one for one in parts if one not in calls and one not in arguments and not _is_range(one)]
    return None if others else jitted[-1]


def _is_range(call: _ast.Call) -> bool:
    return getattr(call.func, "id", "") in ("range", "enumerate", "zip", "len")
