"""The ledger of events, without a program."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from jaxlint.syntax.parse import parse
from jaxlint.text.source import Source
from jaxlint.tracing.events.event import Event, Point
from jaxlint.tracing.shares.noted import Noted
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.aval import unknown_aval
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import Traced

if TYPE_CHECKING:
    from collections.abc import Callable


class Conditional(Event, conditional=True):
    pass


class Another(Event, kind="another"):
    pass


@pytest.fixture
def event() -> Callable[..., Event]:
    """Makes events at one place; ``evidence``: what shows that the value is an array, None where it is one."""
    module = parse(Source("main.py", "x"))
    origin = Origin("`x` is an argument", module, None)

    node = module.tree.body[0]

    def made(
        evidence: Evidence | None = None, staged: bool = False, kind: type[Event] = Event, is_supposed: bool = False
    ) -> Event:
        value = Traced(unknown_aval(), origin, staged=staged, evidence=evidence)
        supposed = ((module, node, 0),) if is_supposed else ()
        return kind(Point(module, None, "abstract", supposed=supposed), node, value)

    return made


def is_proved(event: Event) -> bool:
    return isinstance(event.value, Traced) and event.value.is_array


def test_the_first_counts(event):
    noted, first = Noted(), event()
    noted.note(first)
    noted.note(event())
    assert noted.settled(is_proved) == [first]


def test_one_of_a_value_that_was_passed_counts_for_more(event):
    noted, passed = Noted(), event()
    noted.note(event(staged=True))
    noted.note(passed)
    assert noted.settled(is_proved) == [passed]


def test_one_that_is_proved_stands_in_for_one_that_is_not(event):
    evidence = Evidence()
    noted, first, sure = Noted(), event(evidence), event()
    noted.note(first)
    noted.note(sure)
    assert noted.settled(is_proved) == [sure]
    evidence.show()
    assert noted.settled(is_proved) == [first]


@pytest.mark.parametrize("kind", [Event, Conditional])
def test_a_conditional_one_counts_for_less_where_it_rests_on_an_answer(event, kind):
    noted, supposed, sure = Noted(), event(kind=kind, is_supposed=True), event(kind=kind)
    noted.note(supposed)
    noted.note(sure)
    assert noted.events == [sure if kind is Conditional else supposed]


def test_what_was_tried_leaves_nothing(event):
    noted, first = Noted(), event(Evidence())
    noted.note(first)
    before = noted.standing()
    noted.note(event())
    noted.note(event(kind=Another))
    noted.forget_since(before)
    assert noted.events == [first]
    assert noted.settled(is_proved) == []
    noted.note(event(kind=Another))
    assert len(noted.events) == 2
