"""The only place that decides whether what was seen is reported."""

from __future__ import annotations

from jaxlint.tracing.compiled.traces import meets_leaked
from jaxlint.tracing.events.event import AGREED, REACHED
from jaxlint.tracing.running.refusals import is_caught

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.events.event import Event
    from jaxlint.tracing.running.environment import Frame


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


def report(frame: Frame, event: Event, detail: object = None, at: _ast.AST | None = None) -> bool:
    """Keep an event that happens; True where it does.

    ``detail``: what else tells it from others of its kind; ``at``: at this node, instead of its own.

    Raises:
        Refused: As ``happens`` does.
    """
    if not happens(frame, event):
        return False
    frame.note(event, detail, at)
    return True
