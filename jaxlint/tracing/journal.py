"""What the objects of modules were when they had been imported: one entry's writes are not seen by another."""

from __future__ import annotations

from bisect import bisect_right

from jaxlint.tracing.heap import Heap
from jaxlint.tracing.value import Instance, Mapping, Reference, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeAlias

    Written: TypeAlias = Sequence | Mapping | Instance


class Journal:
    """Keeps what an object that a module's body made held before the first write from elsewhere."""

    __slots__ = ("_begun", "_importing", "_kept", "_made_at", "_made_until", "version")

    def __init__(self) -> None:
        self._made_at: list[int] = []  # when modules were run, each from ... until
        self._made_until: list[int] = []
        self.version = 0  # another one after each write, so that no call is answered by what it read before
        self._importing = 0  # modules under way, one imported by another
        self._begun = 0
        self._kept: dict[int, tuple[Written, Callable[[], None]]] = {}

    def begin_import(self) -> None:
        if not self._importing:
            self._begun = Heap.tick()
        self._importing += 1

    def end_import(self) -> None:
        self._importing -= 1
        if not self._importing:
            self._made_at.append(self._begun)
            self._made_until.append(Heap.tick())

    def keep(self, value: Written) -> None:
        """The object is about to be written to."""
        if self._importing:
            self._kept.pop(id(value), None)  # registered by a module that is imported late: it stays
        elif self._is_of_module(value.born):
            self.version = Heap.tick()
            if id(value) not in self._kept:
                self._kept[id(value)] = value, _restoring(value)

    def restore(self) -> None:
        """Everything is again as it was imported."""
        for _, put_back in self._kept.values():
            put_back()
        self._kept.clear()
        Heap.writes += 1
        self.version = 0

    def _is_of_module(self, born: int) -> bool:
        at = bisect_right(self._made_at, born) - 1
        return at >= 0 and born <= self._made_until[at]


def _restoring(value: Written) -> Callable[[], None]:
    if isinstance(value, Sequence):
        return _restoring_items(value)
    if isinstance(value, Mapping):
        return _restoring_entries(value)
    attributes = dict(value.attributes)
    content = value.content if isinstance(value, Reference) else None

    def put_back() -> None:
        value.attributes = attributes
        if isinstance(value, Reference) and content is not None:
            value.content = content

    return put_back


def _restoring_items(value: Sequence) -> Callable[[], None]:
    items, element = None if value.items is None else list(value.items), value.element

    def put_back() -> None:
        value.items, value.element = items, element

    return put_back


def _restoring_entries(value: Mapping) -> Callable[[], None]:
    items, element = None if value.items is None else dict(value.items), value.element

    def put_back() -> None:
        value.items, value.element = items, element

    return put_back
