"""A key that is consumed again: where the two uses part, and what is said of it."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.faint import is_plain_call
from jaxlint.dataflow.repeats import changing
from jaxlint.tracing.event import KeyReused
from jaxlint.tracing.origin import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame
    from jaxlint.tracing.event import Place
    from jaxlint.tracing.key_use import Use


def _further_in(event: KeyReused) -> tuple[Origin, ...]:
    """Where the functions that are called consume the key, if it is they who do."""
    found = {}
    for node, calls, callee in (
        (event.previous, event.previous_calls, event.previous_callee),
        (event.node, event.calls, event.callee),
    ):
        module, _, consumer = calls[-1]
        if consumer is not node:
            found[consumer] = Origin(f"`{callee}` consumes the key here", module, consumer)
    return tuple(found.values())


def _are_two_programs(one: Place, other: Place) -> bool:
    """The statements of two modules: scripts that nobody runs together, as a rule."""
    return one[1] is None and other[1] is None and one[0] is not other[0]


def _is_closed_over(use: Use, argument: _ast.AST | None) -> bool:
    """A transform calls a function that is defined beside it, and that takes a key of the code around both."""
    (_, outer, call), (module, function, _) = use.calls[-2:]
    if function is None or not isinstance(call, _ast.Call) or is_plain_call(call, function):
        return False
    is_beside = module.function_of(function) is outer
    return is_beside and isinstance(argument, _ast.Name) and argument.id not in changing(function)


def note_reuse(frame: Frame, before: Use, use: Use, drawn: tuple[Use, Use] | None = None) -> None:
    """Point at the call where the ways of the two uses part: there the key was at hand, and was handed out twice.

    What a function makes of a key of the module, or of its class, is said once, not at each of its callers.
    ``drawn``: of two splits, what uses the same one of the keys that they give.
    """
    interpreter = frame.interpreter
    if _are_two_programs(before.calls[0], use.calls[0]):
        return
    repeats = before.repeats_in(use) or drawn is not None
    noted = [(KeyReused.kind, id(use.calls[-1][2]), detail) for detail in ((None,) if repeats else (None, "split"))]
    if before.calls[0][1] is None and not interpreter.seen.isdisjoint(noted):
        return
    level = parted = before.parting(use)
    while hasattr(use.calls[level][2], "body") and level < len(use.calls) - 1:
        level += 1  # a function that was entered without a call in view
    # Where cond, or scan, hands out nothing, its function has the key from around it.
    is_inside = level == len(use.calls) - 2 and _is_closed_over(use, use.argument)
    module, function, node = use.calls[-1 if is_inside else level]
    event = KeyReused(module, function, node, use.value, frame.context)
    event.argument = use.argument if node is use.node else None
    event.callee = use.callee
    event.calls, event.previous_calls = use.calls[level:], before.calls[min(parted, len(before.calls) - 1) :]
    event.previous_module, _, event.previous = event.previous_calls[0]
    event.previous_callee = before.callee
    event.repeated_for = before.repeated_for(use)
    event.repeats = repeats
    event.drawn = _parted(*drawn) if drawn is not None else ()
    event.related = _further_in(event)
    mild = interpreter.split_again.get(node)
    if not repeats:
        interpreter.split_again.setdefault(node, event)
    elif drawn is not None and mild is not None:
        interpreter.replace(mild, event)
    interpreter.note(event, None if repeats else "split")


def _parted(before: Use, use: Use) -> tuple[tuple[Place, ...], ...]:
    """The calls that lead from where the ways of the two part to each of them."""
    level = before.parting(use)
    return before.calls[min(level, len(before.calls) - 1) :], use.calls[level:]
