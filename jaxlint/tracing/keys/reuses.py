"""A key that is consumed again: where the two uses part, and what is said of it."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.faint import is_plain_call
from jaxlint.dataflow.repeats import changing
from jaxlint.tracing.events.keys import KeyReused
from jaxlint.tracing.keys.key_use import HANDED
from jaxlint.tracing.keys.splits import head_of, is_row
from jaxlint.tracing.values.origin import Origin

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module
    from jaxlint.tracing.events.event import Place
    from jaxlint.tracing.keys.key_use import Use
    from jaxlint.tracing.running.environment import Frame

    _Uses = tuple[tuple[tuple[Place, ...], str], tuple[tuple[Place, ...], str]]  # two, each with the calls up to it

_MOST = 3  # calls that pass a key on, as far as they are told of one use


class _Mild(dict["_ast.AST", KeyReused]):
    """Events on keys that were used before, and repeat nothing."""


def _story(
    frame: Frame, flagged: _ast.AST, uses: _Uses, key: object, drawn: tuple[Use, Use] | None
) -> tuple[Origin, ...]:
    """Where the key was made, and the way to its first use and to the second, each place once."""
    told: dict[_ast.AST, Origin] = {}
    models = frame.interpreter.models.values()

    def tell(text: str, module: Module, node: _ast.AST) -> None:
        if node is not flagged and module not in models:
            told.setdefault(node, Origin(text, module, node))

    place = getattr(head_of(key), "place", None)
    if place is not None:
        tell("the key comes from this split" if is_row(key) else "the key is created here", place[0], place[2])
    for (calls, callee), first in zip(uses, ("first ", ""), strict=True):
        for at, (module, _, node) in enumerate(calls):
            which = first if at == 0 else ""
            if node is calls[-1][2]:
                tell(f"`{callee}` {which}consumes the key here", module, node)
            elif isinstance(node, _ast.Call) and at < _MOST:
                tell(f"the key is {which}passed here", module, node)
    for text, use in _of_drawn(drawn):
        way = [call for call in use.calls if call[0] not in models] or use.calls
        tell(text, way[-1][0], way[-1][2])
    return tuple(told.values())


def _of_drawn(drawn: tuple[Use, Use] | None) -> list[tuple[str, Use]]:
    """Of two splits: what uses a key of the one, and what uses the same key of the other."""
    if drawn is None:
        return []
    one, other = drawn
    if one.calls[-1][2] is other.calls[-1][2]:
        return [(_text(one, "the same key from both splits"), one)]
    return [
        (_text(one, "a key from the first split"), one),
        (_text(other, "the same key from the second split"), other),
    ]


def _text(use: Use, key: str) -> str:
    return f"{key} is passed here" if use.callee == HANDED else f"`{use.callee}` uses {key}"


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
    noted = [(KeyReused.kind, use.calls[-1][2], (one,)) for one in ((True,) if repeats else (True, False))]
    if before.calls[0][1] is None and any(mark in interpreter.share.noted for mark in noted):
        return
    level = parted = before.parting(use)
    while hasattr(use.calls[level][2], "body") and level < len(use.calls) - 1:
        level += 1  # a function that was entered without a call in view
    # Where cond, or scan, hands out nothing, its function has the key from around it.
    is_inside = level == len(use.calls) - 2 and _is_closed_over(use, use.argument)
    module, function, node = use.calls[-1 if is_inside else level]
    calls, previous_calls = use.calls[level:], before.calls[min(parted, len(before.calls) - 1) :]
    previous_module, _, previous = previous_calls[0]
    event = KeyReused(
        frame.point.at(module, function),
        node,
        use.value,
        argument=use.argument if node is use.node else None,
        callee=use.callee,
        calls=calls,
        previous=previous,
        previous_callee=before.callee,
        previous_calls=previous_calls,
        previous_module=previous_module,
        repeated_for=before.repeated_for(use),
        repeats=repeats,
        drawn=_parted(*drawn) if drawn is not None else (),
        related=_story(frame, node, ((previous_calls, before.callee), (calls, use.callee)), use.key, drawn),
    )
    mild = interpreter.share.part(_Mild).get(node)
    if not repeats:
        interpreter.share.part(_Mild).setdefault(node, event)
    elif drawn is not None and mild is not None:
        interpreter.share.noted.replace(mild, event)
    interpreter.note(event)


def _parted(before: Use, use: Use) -> tuple[tuple[Place, ...], ...]:
    """The calls that lead from where the ways of the two part to each of them."""
    level = before.parting(use)
    return before.calls[min(level, len(before.calls) - 1) :], use.calls[level:]
