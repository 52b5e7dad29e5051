"""When two runs come to the same: new objects stand for each other, older ones for themselves."""

import pytest

from jaxlint.tracing.events.event import Point
from jaxlint.tracing.functions.alike import are_alike
from jaxlint.tracing.values.aval import Aval
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.value import UNKNOWN, Array, Const, Mapping, Sequence, Value

OLD, OTHER = Sequence("list", [Const(1)]), Sequence("list", [Const(1)])
SINCE = Heap.tick()


def new(*items: Value) -> Sequence:
    return Sequence("list", list(items))


def twice() -> list[Sequence]:
    one = new(Const(1))
    return [one, one]


def holding_itself() -> Sequence:
    one = new()
    assert one.items is not None
    one.items.append(one)
    return one


@pytest.mark.parametrize(
    ("one", "other", "are"),
    [
        (Const(1), Const(1), True),
        (Const(1), Const(2), False),
        (Const(1), Const(1.0), False),
        (UNKNOWN, UNKNOWN, True),
        (UNKNOWN, Const(None), False),
        (Array(Aval("f", (2,))), Array(Aval("f", (2,))), True),
        (Array(Aval("f", (2,))), Array(Aval("f", (3,))), False),
        (OLD, OLD, True),
        (OLD, OTHER, False),
        (new(OLD), new(OLD), True),
        (new(OLD), new(OTHER), False),
        (new(Const(1)), new(Const(1)), True),
        (new(Const(1)), OLD, False),
        (new(Const(1)), new(Const(1), Const(2)), False),
        (twice(), twice(), True),
        (twice(), [new(Const(1)), new(Const(1))], False),
        ([new(Const(1)), new(Const(1))], twice(), False),
        (holding_itself(), holding_itself(), True),
        (Mapping({"a": Const(1)}), Mapping({"a": Const(1)}), True),
        (Mapping({"a": Const(1)}), Mapping({"b": Const(1)}), False),
        ({"a", "b"}, {"b", "a"}, True),
        ({"a"}, {"b"}, False),
        ((frozenset(["a"]), None), (frozenset(["a"]), None), True),
    ],
    ids=map(str, range(23)),
)
def test_alike(one: object, other: object, are: bool) -> None:
    assert are_alike(one, other, SINCE) is are


def test_new_objects_in_sets_are_those_that_were_met() -> None:
    one, other, third = new(Const(1)), new(Const(1)), new(Const(1))
    assert are_alike(({one}, one), ({other}, other), SINCE)
    assert not are_alike(({one}, one), ({third}, other), SINCE)


def test_records_are_compared_by_their_fields() -> None:
    module = object()
    here = Point(module, None, "eager", (), (), None)  # type: ignore[arg-type]
    assert are_alike(here, Point(module, None, "eager", (), (), None), SINCE)  # type: ignore[arg-type]
    assert not are_alike(here, Point(module, None, "abstract", (), (), None), SINCE)  # type: ignore[arg-type]
