"""What the objects of modules were when they had been imported: one entry's writes are not seen by another."""

from __future__ import annotations

from bisect import bisect_right

from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.value import Instance, Mapping, Reference, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from jaxlint.tracing.values.value import Value

    Written: TypeAlias = Sequence | Mapping | Instance
    _State: TypeAlias = tuple[Any, ...]

_WRITTEN_TO = frozenset([Sequence, Mapping, Instance, Reference])


class Journal:
    """Keeps what an object that a module's body made held before the first write from elsewhere."""

    __slots__ = ("_begun", "_importing", "_kept", "_made_at", "_made_until", "_version", "reads")

    def __init__(self) -> None:
        self._made_at: list[int] = []  # when modules were run, each from ... until
        self._made_until: list[int] = []
        self.reads = 0  # of such objects: a call that reads none gives the same in all versions
        self._version: object = ()
        self._importing = 0  # modules under way, one imported by another
        self._begun = 0
        self._kept: dict[int, tuple[Written, _State]] = {}

    def begin_import(self) -> None:
        if not self._importing:
            self._begun = Heap.tick()
        self._importing += 1

    def end_import(self) -> None:
        self._importing -= 1
        if not self._importing:
            self._made_at.append(self._begun)
            self._made_until.append(Heap.tick())

    def read(self, value: Value | None) -> None:
        """A name, or an attribute of a class, leads to a value; what can't be written to is no matter of this."""
        if type(value) in _WRITTEN_TO and self._is_of_module(value.born):  # type: ignore[union-attr]
            self.reads += 1

    def keep(self, value: Written) -> None:
        """The object is about to be written to."""
        if self._importing:
            self._version = None
            self._kept.pop(id(value), None)  # registered by a module that is imported late: it stays
        elif self._is_of_module(value.born):
            self._version = None
            self._kept.setdefault(id(value), (value, _state(value)))

    @property
    def version(self) -> object:
        """What the objects hold that hold something else than they did; the same again once that was taken away."""
        if self._version is None:
            now = [(name, state, _state(one)) for name, (one, state) in self._kept.items()]
            self._version = tuple((name, state) for name, before, state in now if state != before)
        return self._version

    def restore(self) -> None:
        """Everything is again as it was imported."""
        for value, state in self._kept.values():
            _put_back(value, state)
        self._kept.clear()
        Heap.writes += 1
        self._version = ()

    def _is_of_module(self, born: int) -> bool:
        at = bisect_right(self._made_at, born) - 1
        return at >= 0 and born <= self._made_until[at]


def _state(value: Written) -> _State:
    if isinstance(value, Sequence):
        return None if value.items is None else tuple(value.items), value.element
    if isinstance(value, Mapping):
        return None if value.items is None else tuple(value.items.items()), value.element
    return tuple(value.attributes.items()), value.content if isinstance(value, Reference) else None


def _put_back(value: Written, state: _State) -> None:
    held, other = state
    if isinstance(value, Sequence):
        value.items, value.element = None if held is None else list(held), other
    elif isinstance(value, Mapping):
        value.items, value.element = None if held is None else dict(held), other
    else:
        value.attributes = dict(held)
        if isinstance(value, Reference):
            value.content = other
