"""The events of one run: one for each place and matter, the surest of those that calls lead to."""

from __future__ import annotations

from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.tracing.events.event import Event, Mark


class Noted:
    """Where several calls lead to one place, the first event counts, but for one that is surer.

    Whether an argument is an array may be shown later on.  An event that rests on one that is not (yet) waits beside
    one that rests on nothing; ``settled`` chooses, when all is known.
    """

    __slots__ = ("_instead", "_seen", "events")

    def __init__(self) -> None:
        self.events: list[Event] = []
        self._seen: dict[Mark, Event | None] = {}
        self._instead: dict[Event, Event] = {}  # of an event that is not proved: the first one that is

    def __contains__(self, mark: Mark) -> bool:
        return mark in self._seen

    def note(self, event: Event) -> None:
        mark = event.mark
        if mark not in self._seen:
            self._seen[mark] = event
            self.events.append(event)
        before = self._seen[mark]
        if before is None or before is event:
            return
        if getattr(event.value, "staged", None) is False and getattr(before.value, "staged", False):
            self._supersede(before, event)  # of a value that was made of static ones alone
        elif before.conditional and before.point.supposed and not event.point.supposed:
            self._supersede(before, event)  # it happens in any case
        elif _awaits_proof(before) and before not in self._instead and not _awaits_proof(event):
            self._instead[before] = event

    def replace(self, before: Event, event: Event) -> None:
        """What was noted turns out to be more than that."""
        if event.mark not in self._seen:
            self._supersede(before, event)

    def _supersede(self, before: Event, event: Event) -> None:
        self._seen[event.mark] = event
        if before in self.events:
            self.events[self.events.index(before)] = event

    def add(self, other: Noted) -> None:
        """What was noted elsewhere, as if it had been noted here, later."""
        standing = set(other.events)
        for mark, event in other._seen.items():
            if event is None or event not in standing:  # superseded
                self._seen.setdefault(mark, None)
                continue
            self.note(event)
            if event in other._instead:
                self.note(other._instead[event])

    def settled(self, is_proved: Callable[[Event], bool]) -> list[Event]:
        """The events that are proved, in the order in which their places were met."""
        chosen = [one if is_proved(one) else self._instead.get(one, one) for one in self.events]
        return [one for one in chosen if is_proved(one)]

    def standing(self) -> tuple[int, int, int]:
        """How far it has come, for ``forget_since``."""
        return len(self.events), len(self._seen), len(self._instead)

    def forget_since(self, standing: tuple[int, int, int]) -> None:
        """What was tried did not happen."""
        events, seen, instead = standing
        del self.events[events:]
        while len(self._seen) > seen:
            self._seen.popitem()
        while len(self._instead) > instead:
            self._instead.popitem()


def _awaits_proof(event: Event) -> bool:
    """Its value is an array only if something shows that an argument is one."""
    value = event.value
    if not isinstance(value, Traced):
        return False
    doubt = value.origin.root().doubt
    return not value.is_array or (doubt is not None and not doubt.is_array)
