"""Which places of a function may run in one call of it, one after the other."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import READS
from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.liveness import captured
from jaxlint.syntax.binders import COMPREHENSIONS, FUNCTIONS
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

    from jaxlint.dataflow.paths import Step
    from jaxlint.syntax.module import Module

_LOOPS = (_ast.For, _ast.AsyncFor, _ast.While)


def may_both_run(function: _ast.AST, one: _ast.stmt | None, other: _ast.stmt | None) -> bool:
    """Some path through the function passes both; True as well where they are none of its own statements."""
    if one is other:
        return True
    steps = flow_of(function).paths.steps
    first, second = ([step for step in steps if step.statement is wanted] for wanted in (one, other))
    if not first or not second:
        return True
    return any(step in second for step in _reached(first)) or any(step in first for step in _reached(second))


def may_follow(module: Module, first: _ast.AST, second: _ast.AST, past: Collection[_ast.AST] = ()) -> bool:
    """Does some path lead from one expression to the other, and through none of the bindings in ``past``?

    It stays within one iteration of the loops around both.
    """
    function = module.function_of(first) or module.tree
    places = flow_of(function).places
    start, goal = places.of(module, first), places.of(module, second)
    if start is None or goal is None or (module.function_of(second) or module.tree) is not function:
        return True
    if start.step is goal.step and goal.last >= start.last and not _is_bound(start.step, past, start.last, goal.last):
        return not _are_alternatives(module, first, second)
    heads = flow_of(function).paths.heads
    around = _repeating(module, second)
    closed = {heads[loop] for loop in _repeating(module, first) if loop in around and loop in heads}
    begin = [] if _is_bound(start.step, past, start.last, None) else start.step.next
    return any(
        step is goal.step and not _is_bound(step, past, 0, goal.last)
        for step in _reached([*begin, *start.step.raised], closed, past)
    )


def captured_before(module: Module, node: _ast.stmt) -> set[str]:
    """Names that others may read or bind while a statement runs: functions that are defined by then, outside of it."""
    function = module.function_of(node) or module.tree
    defined = [one for one in walk(function) if isinstance(one, FUNCTIONS) and one is not function]
    later = [one for one in defined if loops_around(module, one) == [] and not may_follow(module, one, node)]
    return captured(function, node, *later)


def loops_around(module: Module, node: _ast.AST) -> list[_ast.AST]:
    """The loops and comprehensions that may evaluate it again within one call of the function, inner ones first."""
    flow = flow_of(module.function_of(node) or module.tree)
    place = flow.places.of(module, node)
    around = _repeating(module, node)
    heads = flow.paths.heads
    found = []
    for position, loop in enumerate(around):
        outer = {heads[one] for one in around[position + 1 :] if one in heads}
        if loop not in heads or place is None or heads[loop] in _reached([*place.step.next, *place.step.raised], outer):
            found.append(loop)
    return found


def _reached(begin: Collection[Step], closed: Collection[Step] = (), past: Collection[_ast.AST] = ()) -> list[Step]:
    """The steps that paths lead to, none of them into ``closed``, or on from a binding in ``past``."""
    waiting = [step for step in begin if step not in closed]
    seen = set(waiting)
    for step in waiting:
        for after in step.raised if _is_bound(step, past, 0, None) else (*step.next, *step.raised):
            if after not in closed and after not in seen:
                seen.add(after)
                waiting.append(after)
    return waiting


def _is_bound(step: Step, bindings: Collection[_ast.AST], since: int, until: int | None) -> bool:
    """By one of the bindings, among these of the step's accesses."""
    if not bindings:
        return False
    return any(kind not in READS and node in bindings for kind, _, node in step.accesses[since:until])


def _repeating(module: Module, node: _ast.AST) -> list[_ast.AST]:
    """The loops and comprehensions that would evaluate it once an iteration, inner ones first."""
    path = [node]
    found: list[_ast.AST] = []
    while (above := module.parents.get(path[-1])) is not None and not isinstance(above, FUNCTIONS):
        if isinstance(above, _LOOPS):
            once = () if isinstance(above, _ast.While) else (above.iter,)
            if path[-1] not in once and path[-1] not in above.orelse:
                found.append(above)
        elif isinstance(above, COMPREHENSIONS) and above.generators[0].iter not in path:
            found.append(above)
        path.append(above)
    return found


def _are_alternatives(module: Module, one: _ast.AST, other: _ast.AST) -> bool:
    """In either arm of a conditional expression."""
    path = [one]
    while path[-1] in module.parents:
        path.append(module.parents[path[-1]])
    below = other
    while below not in path:
        parent = module.parents[below]
        if parent in path and isinstance(parent, _ast.IfExp):
            return parent.test not in (below, path[path.index(parent) - 1])
        below = parent
    return False
