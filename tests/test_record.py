"""Objects that are made of their fields."""

import pytest

from jaxlint.record import Frozen, Record


class Point(Record):
    x: int
    y: int = 0


class Named(Point):
    name: str = ""


class Fixed(Frozen):
    x: int
    y: int = 0


def test_fields_are_given_by_place_or_by_name():
    made = Point(1, 2), Point(1, y=2), Point(y=2, x=1), Point(1)
    assert [(one.x, one.y) for one in made] == [(1, 2), (1, 2), (1, 2), (1, 0)]


def test_those_of_a_base_come_first():
    made = Named(1, 2, "c")
    assert (made.x, made.y, made.name) == (1, 2, "c")


def test_another_one_differs_in_what_is_said():
    one = Fixed(1, 2)
    other = one.but(x=3)
    assert (type(other), other.x, other.y, one.x) == (Fixed, 3, 2, 1)


def test_one_that_is_frozen_says_so():
    with pytest.raises(AttributeError, match="Fixed never changes: x"):
        Fixed(1).x = 2
    Point(1).x = 2
