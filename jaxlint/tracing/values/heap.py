"""Objects that can be written to: when each was made, and how often any was written to."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any, ClassVar, TypeAlias

    Written = Any  # what is not the same for ever: it has ``contents``, and ``put_back`` for them; values are ``born``
    Contents: TypeAlias = tuple[Any, ...]
    Log: TypeAlias = list[tuple[Written, Contents]]


class Heap:
    """One clock for all runs: a call remembers what it gave only where it wrote to nothing older than itself."""

    now: ClassVar[int] = 0
    writes: ClassVar[int] = 0
    told: ClassVar[Callable[[Any], None] | None] = None  # of each object before it is written to
    states: ClassVar[dict[object, int]] = {}  # what objects held, by number
    log: ClassVar[Log] = []  # of the run: what changed, and what it held before
    _logged: ClassVar[set[int]] = set()  # since the last mark

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
        cls.begin_log()

    @classmethod
    def begin_log(cls) -> Log:
        """A new log is written from here on; returns the one before."""
        before = cls.log
        cls.log = []
        cls._logged.clear()
        return before

    @classmethod
    def mark(cls) -> int:
        """A place in the log, to which everything can be put back."""
        cls._logged.clear()
        return len(cls.log)

    @classmethod
    def changes(cls, value: Written) -> None:
        """It is about to be something else."""
        if id(value) not in cls._logged:
            cls._logged.add(id(value))
            cls.log.append((value, value.contents))

    @classmethod
    def number_of(cls, state: object) -> int:
        """One number for equal states: objects that hold each other would make keys without end."""
        found = cls.states.get(state)
        if found is None:
            found = cls.states[state] = cls.tick()
        return found

    @classmethod
    def written_since(cls, place: int, born: int) -> list[Written]:
        """What was there before then, and has changed after that place in the log."""
        return [one for one, _ in cls.log[place:] if getattr(one, "born", LATER) < born]

    @classmethod
    def write(cls, value: Written) -> None:
        """An object is about to be written to."""
        cls.writes += 1
        cls.changes(value)
        told = cls.told
        if told is not None:
            told(value)


LATER = 1 << 62
