"""Which statements of a function may run in one call of it, one after the other."""

from __future__ import annotations

from jaxlint.dataflow.index import flow_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.dataflow.paths import Step


def may_both_run(function: _ast.AST, one: _ast.stmt | None, other: _ast.stmt | None) -> bool:
    """Some path through the function passes both; True as well where they are none of its own statements."""
    if one is other:
        return True
    steps = flow_of(function).paths.steps
    first, second = ([step for step in steps if step.statement is wanted] for wanted in (one, other))
    if not first or not second:
        return True
    return _leads(first, second) or _leads(second, first)


def _leads(first: list[Step], second: list[Step]) -> bool:
    wanted, seen = set(second), set(first)
    waiting = list(first)
    while waiting:
        step = waiting.pop()
        for after in (*step.next, *step.raised):
            if after in wanted:
                return True
            if after not in seen:
                seen.add(after)
                waiting.append(after)
    return False
