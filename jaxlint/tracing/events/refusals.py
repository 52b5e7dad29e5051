"""What JAX refuses: whether a try around it catches that, and where control goes then."""

from __future__ import annotations

import _ast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.value import Value

    Result = TypeVar("Result")

EVERYTHING = frozenset(["BaseException"])
ENDED = "Skipped"  # what ends a test that is not to go on
PERHAPS = "?"  # among the names that a try catches: it may catch others, too


def expects_error(call: _ast.Call) -> bool:
    """``pytest.raises(...)``, ``self.assertRaisesRegex(...)``: what is called there fails on purpose."""
    called = call.func
    if type(called) is _ast.Attribute:
        return "aises" in called.attr and "raises" in called.attr.lower()
    return type(called) is _ast.Name and "aises" in called.id and "raises" in called.id.lower()


class Refused(BaseException):  # no error of the tracer's, which are kept where they are met
    """JAX refuses a tracer for certain, and a try around is ready for it: what follows does not run."""

    def __init__(self, refusal: frozenset[str]) -> None:
        self.refusal = refusal


def is_caught(frame: Frame, refusal: frozenset[str], value: Value) -> bool:
    """True where a try around it may be ready for this, or where the code may never run; the interpreter counts how
    often.  Where both is certain, control goes to the handler at once.
    """
    doubted, handlers = frame.condition.doubt, frame.context.handlers
    if not doubted and not is_ready(frame, refusal):
        return False
    frame.interpreter.counts.refusals += 1
    if not doubted and not handlers.isdisjoint(refusal) and getattr(value, "is_array", True):
        raise Refused(refusal)
    return True


def is_ready(frame: Frame, refusal: frozenset[str]) -> bool:
    """May a try around it catch this?"""
    handlers = frame.context.handlers
    frame.interpreter.counts.reports += 1
    return bool(refusal and handlers) and (not handlers.isdisjoint(refusal) or PERHAPS in handlers)


def attempt(frame: Frame, run: Callable[[], Result]) -> tuple[Result | None, Refused | None]:
    """What it gives, or what refuses it: a refusal inside ends it alone, and the frame goes on from where it was."""
    before, loops = (frame.context, frame.condition), len(frame.loops)
    try:
        return run(), None
    except Refused as refused:
        frame.context, frame.condition = before
        del frame.loops[loops:]
        return None, refused
