"""Objects that can be written to: when each was made, and how often any was written to."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar

    Written = Any  # a value, which this module may not import: ``born`` is when it was made


class Heap:
    """One clock for all runs: a call remembers what it gave only where it wrote to nothing older than itself."""

    now: ClassVar[int] = 0
    writes: ClassVar[int] = 0
    oldest_written: ClassVar[int] = 0  # since whoever asks has set it to ``LATER``
    oldest_object: ClassVar[int] = 0  # the same of objects with attributes
    told: ClassVar[Callable[[Any], None] | None] = None  # of each object before it is written to
    states: ClassVar[dict[object, int]] = {}  # what objects held, by number

    @classmethod
    def tick(cls) -> int:
        """When what is made just now was made."""
        cls.now += 1
        return cls.now

    @classmethod
    def begin(cls, told: Callable[[Any], None]) -> None:
        """Another run: what was known of states, and keys that were made of them, is so no more."""
        cls.told = told
        cls.states.clear()
        cls.writes += 1

    @classmethod
    def number_of(cls, state: object) -> int:
        """One number for equal states: objects that hold each other would make keys without end."""
        found = cls.states.get(state)
        if found is None:
            found = cls.states[state] = cls.tick()
        return found

    @classmethod
    def write(cls, value: Written) -> None:
        """An object is about to be written to."""
        cls.wrote(value.born)
        if hasattr(value, "attributes"):
            cls.oldest_object = min(cls.oldest_object, value.born)
        told = cls.told
        if told is not None:
            told(value)

    @classmethod
    def wrote(cls, born: int) -> None:
        cls.writes += 1
        cls.oldest_written = min(cls.oldest_written, born)


LATER = 1 << 62
