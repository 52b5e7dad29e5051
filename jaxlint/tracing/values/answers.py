"""Answers that are not known, and how much the branches behind them are in doubt: see doubts.py."""

from __future__ import annotations

import _ast

from jaxlint.record import Record
from jaxlint.tracing.values.value import Const, Sequence, Static, Value

NONE, WEAK, STRONG = 0, 1, 2


class Doubt(Record):
    """Of an open answer: how much the branches are in doubt where it is true, and where it is false."""

    true: int
    false: int

    @property
    def doubted(self) -> object:
        return self.true, self.false


COMBINATIONS = {(true, false): Doubt(true, false) for true in range(3) for false in range(3)}
NO_DOUBT = COMBINATIONS[NONE, NONE]
# One of two branches is taken, by a number that was known once: nothing is sure of either, and all of what follows.
FORGOTTEN = COMBINATIONS[STRONG, STRONG]
IS_TRACER = Static("bool", COMBINATIONS[WEAK, STRONG])  # asked of what is not known


def unset(default: bool | str) -> Value:
    """A static flag that nobody in view sets: what fails only where it is set otherwise may fail for nobody."""
    if isinstance(default, str):
        return Static("str", Default(default))
    return Static("bool", _unless(default))


def flag(default: Value | None) -> Value | None:
    """What is known of a parameter by its default alone; None where that is no flag."""
    is_flag = isinstance(default, Const) and isinstance(default.value, (bool, str))
    return unset(default.value) if is_flag else None  # type: ignore[union-attr]


class Default(Record):
    """What a word is, unless somebody sets it."""

    word: str

    @property
    def doubted(self) -> object:
        return self.word


def compared_with_default(operator: _ast.cmpop, left: Value, right: Value) -> Value | None:
    """``mode == "fast"``, ``mode in ("fast", "exact")`` of a mode that nobody in view sets."""
    word, other = (left, right) if isinstance(left, Static) else (right, left)
    default = word.dim if isinstance(word, Static) else None
    if not isinstance(default, Default):
        return None
    if isinstance(operator, (_ast.Eq, _ast.NotEq)) and isinstance(other, Const):
        return unset((other.value == default.word) is isinstance(operator, _ast.Eq))
    if isinstance(operator, (_ast.In, _ast.NotIn)) and word is left and isinstance(other, Sequence) and other.items:
        words = [item.value for item in other.items if isinstance(item, Const)]
        found = default.word in words
        if found or len(words) == len(other.items):
            return unset(found is isinstance(operator, _ast.In))
    return None


def converted(value: Value, kind: str) -> Value | None:
    """``bool(int(word))`` of a word that nobody in view sets; None of anything else, and where Python refuses it."""
    doubt = doubt_of(value)
    if kind == "bool":
        return open_answer(doubt) if doubt is not NO_DOUBT else None
    default = value.dim if isinstance(value, Static) else None
    try:
        number = int(default.word) if isinstance(default, Default) and kind == "int" else None
    except ValueError:
        return None
    return None if number is None else Static("int", _unless(number != 0))


def _unless(answer: bool) -> Doubt:
    """Of the truth of what nobody in view sets."""
    return COMBINATIONS[NONE, WEAK] if answer else COMBINATIONS[WEAK, NONE]


def doubt_of(value: Value | None) -> Doubt:
    """What an answer that is not known says of the branches that follow."""
    if type(value) is not Static:
        return NO_DOUBT
    found = value.dim
    if isinstance(found, Default):
        return _unless(bool(found.word))
    return found if isinstance(found, Doubt) else NO_DOUBT


def after_forgotten(*numbers: Value) -> Doubt | None:
    """What a number, or an answer, that is worked out from these has for its ``dim``."""
    return FORGOTTEN if any(isinstance(one, Static) and one.dim is FORGOTTEN for one in numbers) else None


def open_answer(doubt: Doubt) -> Value:
    return Static("bool", doubt if doubt is not NO_DOUBT else None)


def opposite(doubt: Doubt) -> Doubt:
    """Of ``not answer``."""
    return COMBINATIONS[doubt.false, doubt.true]


def combined(doubts: list[Doubt], stop: bool) -> Doubt:
    """Of an and (``stop`` False), or an or, of several: it goes on where each of them says so."""
    if not doubts or FORGOTTEN in doubts:
        return FORGOTTEN if doubts else NO_DOUBT
    true, false = [one.true for one in doubts], [one.false for one in doubts]
    return COMBINATIONS[min(true), max(false)] if stop else COMBINATIONS[max(true), min(false)]
