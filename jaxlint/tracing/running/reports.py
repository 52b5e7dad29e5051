"""The only place that decides whether what was seen is reported."""

from __future__ import annotations

from jaxlint.tracing.compiled.traces import meets_leaked
from jaxlint.tracing.events.event import AGREED, REACHED
from jaxlint.tracing.running.refusals import is_caught

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Concatenate, ParamSpec

    from jaxlint.tracing.events.event import Event, Point
    from jaxlint.tracing.running.environment import Frame

    Details = ParamSpec("Details")


def happens(frame: Frame, event: Event) -> bool:
    """Has it what it needs to be reported?

    Raises:
        Refused: A ``try`` around is ready for just what JAX raises, so that its handler is what runs next.
    """
    if event.asks and meets_leaked(frame, event.node, [event.value], True):
        return False
    if not event.in_tests and frame.interpreter.tests_of is not None:
        return False
    if event.needs == AGREED and frame.context.has_alternatives:
        return False
    return event.needs == REACHED or not is_caught(frame, event.raises, event.value)


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
