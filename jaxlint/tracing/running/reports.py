"""The only place that decides whether what was seen is reported."""

from __future__ import annotations

import _ast

from jaxlint.tracing.compiled.traces import meets_leaked
from jaxlint.tracing.events.event import AGREED, REACHED
from jaxlint.tracing.events.refusals import is_caught, is_ready

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate, ParamSpec

    from jaxlint.tracing.events.event import Event, Point
    from jaxlint.tracing.running.environment import Frame

    Details = ParamSpec("Details")


_DEAD = "this branch may never be taken"
_HANDLED = "a `try` around it is ready for the error"


class Withheld(dict["_ast.AST", str]):
    """Why something that was seen at a node is not reported."""

    def add(self, other: Withheld) -> None:
        self.update(other)


def happens(frame: Frame, event: Event) -> bool:
    """Has it what it needs to be reported?

    Raises:
        Refused: A ``try`` around is ready for just what JAX raises, so that its handler is what runs next.
    """
    frame.interpreter.counts.reports += 1
    why = _lacking(frame, event)
    if why:
        frame.interpreter.share.part(Withheld)[event.node] = why
    if why in (_DEAD, _HANDLED):
        is_caught(frame, event.raises, event.value)
    return not why


def _lacking(frame: Frame, event: Event) -> str:
    """What it needs, and has not."""
    if event.asks and meets_leaked(frame, event.node, [event.value], True):
        return "the tracer has leaked, which is reported as such"
    if not event.in_tests and frame.interpreter.tests_of is not None:
        return "only a test leads here, which may want it so"
    if event.needs == AGREED and frame.context.has_alternatives:
        return "another method may be the one that is called"
    if event.needs == REACHED:
        return ""
    if frame.condition.doubt:
        return _DEAD
    return _HANDLED if is_ready(frame, event.raises) else ""


def report_event(frame: Frame, event: Event) -> bool:
    """Keep an event that happens; True where it does.

    Raises:
        Refused: As ``happens`` does.
    """
    if not happens(frame, event):
        return False
    frame.note(event)
    return True


def report(
    frame: Frame, kind: Callable[Concatenate[Point, Details], Event], *given: Details.args, **details: Details.kwargs
) -> bool:
    """The same of an event that is seen here, and now."""
    return report_event(frame, kind(frame.point, *given, **details))
