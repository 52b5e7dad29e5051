"""What calls gave before: one that was given the same, or enough others on values of its kind."""

from __future__ import annotations

from copy import copy

from jaxlint.syntax.once import once_a_scope
from jaxlint.tracing.shares.share import OUTLASTING
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.hierarchy import assigned_in, order, sets_attribute
from jaxlint.tracing.values.value import UNKNOWN, Const, Container, Function, Instance, Reference, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.functions.outcomes import Outcome, Sure
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.journal import Journal

    Begun = tuple[int, object]

_RUNS = 3  # of one function on values of one kind


class Summaries:
    """The outcomes of calls, by what they depend on."""

    __slots__ = ("_known", "_reading", "asked")

    def __init__(self) -> None:
        self._known: dict[object, tuple[Outcome, ...]] = {}
        self._reading: set[object] = set()  # of calls that read what modules hold
        self.asked: list[tuple[_ast.AST, list[Value]]] | None = None  # the calls of one run, where these matter

    def beside(self) -> Summaries:
        """The same, for what does not happen: this one learns nothing of it."""
        made = Summaries()
        made._known, made._reading = copy(self._known), copy(self._reading)
        made.asked = []
        return made

    def that_answer(
        self, kind: object, details: list[object] | None, sure: Sure, journal: Journal
    ) -> tuple[Outcome, ...]:
        """The one of a call that was given the same, or those of calls of its kind, where there were enough.

        Where it reads what modules hold, those for this version.
        """
        place = kind
        if kind in self._reading:
            journal.reads += 1
            place = kind, journal.version
        known = [one for one in self._known.get(place, ()) if one.answers(sure)]
        for one in known:
            if details is not None and one.details == details:
                return (one,)
        rough = tuple([one for one in known if one.is_rough])
        return rough if len(rough) >= (_RUNS if details is not None else 1) else ()

    def note(self, kind: object, outcome: Outcome, begun: Begun, journal: Journal) -> None:
        """The call began after so many reads, in that version."""
        reads, version = begun
        place = kind
        if reads != journal.reads:
            self._reading.add(kind)
            place = kind, version
        known = self._known.get(place, ())
        self._known[place] = (*known, outcome)


OUTLASTING.add(Summaries)


@once_a_scope
def _set_by(node: _ast.AST) -> frozenset[str]:
    """What a method that was not followed sets on its object."""
    return assigned_in([node])


def forget_contents(value: Value, depth: int = 2) -> None:
    """What was passed may hold anything by now."""
    if isinstance(value, Container) and value.type != "tuple":
        Heap.write(value)
        value.items, value.element = None, UNKNOWN
    elif isinstance(value, Container) and depth:
        for item in value.rows or ():
            forget_contents(item, depth - 1)
    elif isinstance(value, Instance) and depth:
        for item in value.attributes.values():
            forget_contents(item, depth - 1)


def forget_what_is_set(frame: Frame, function: Function, receiver: Value | None) -> None:
    """After a call that was not followed: what the method sets on its object is something else by now.

    Where the object held None, for any method to set, that may be done by now, too.
    """
    if not isinstance(receiver, Instance) or isinstance(receiver, Reference):
        return
    set_here = _set_by(function.node)
    empty = [name for name, held in receiver.attributes.items() if isinstance(held, Const) and held.value is None]
    filled = [name for name in empty if any(sets_attribute(cls, name) for cls in order(receiver.cls))]
    filled += [name for name in set_here if name in receiver.attributes]
    if filled:
        Heap.write(receiver)
        receiver.attributes.update(dict.fromkeys(filled, UNKNOWN))
