"""What the objects of modules were when they had been imported: one entry's writes are not seen by another."""

from __future__ import annotations

from bisect import bisect_right

from jaxlint.tracing.values.heap import LATER, Heap
from jaxlint.tracing.values.joining import join
from jaxlint.tracing.values.value import UNKNOWN, Container, Instance, Mapping, Reference, Scope, Sequence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, TypeAlias

    from jaxlint.tracing.values.heap import Contents, Log
    from jaxlint.tracing.values.value import Value

    Written: TypeAlias = Container | Instance | Scope
    After: TypeAlias = dict[int, tuple[Written, Contents, Contents]]

_WRITTEN_TO = frozenset([Sequence, Mapping, Instance, Reference])
_MOST = 8  # writes that are told apart: what a list or dict holds after more, is not known


class Journal:
    """Keeps what an object that a module's body made held before the first write from elsewhere."""

    __slots__ = (
        "_around", "_begun", "_forks", "_kept", "_made_at", "_made_until", "_shared", "_version", "_writes", "_written",
        "reads",
    )  # fmt: skip

    def __init__(self) -> None:
        self._made_at: list[int] = []  # when modules were run, each from ... until
        self._made_until: list[int] = []
        self.reads = 0  # of such objects: a call that reads none gives the same in all versions
        self._version: object = ()
        self._begun = 0
        self._kept: dict[int, tuple[Written, Contents]] = {}
        self._written: dict[int, int] = {}  # how often, since everything was as it was imported
        self._shared: dict[int, Value] = {}  # what code of modules that are being imported has read by a name
        self._writes = 0  # when something of it was written to last
        self._forks: list[tuple[int, int]] = []  # of ways under way: when each began, and where in the log
        self._around: list[Log] = []  # of code that imports, one module the other

    def begin_import(self) -> None:
        """A module is run once, whichever way is the first to import it: that way does not take its writes back."""
        if not self._around:
            self._begun = Heap.tick()
        self._around.append(Heap.begin_log())

    def end_import(self) -> None:
        Heap.log = self._around.pop()
        Heap.mark()
        if not self._around:
            self._made_at.append(self._begun)
            self._made_until.append(Heap.tick())
            self._shared.clear()
            self._writes = 0

    def read(self, value: Value | None) -> None:
        """A name, or an attribute of a class, leads to a value; what can't be written to is no matter of this."""
        if type(value) not in _WRITTEN_TO:
            return
        if self._around:
            self._shared[id(value)] = value  # type: ignore[assignment]
        if self._around or self._is_of_module(value.born):  # type: ignore[union-attr]
            self.reads += 1

    def keep(self, value: Any) -> None:  # noqa: ANN401
        """The object is about to be written to."""
        if isinstance(value, Scope):
            return  # what functions set is known by the text alone: ``modules.py``
        if self._around:
            self._version = None
            self._kept.pop(id(value), None)  # registered by a module that is imported late: it stays
            self._note_written(value)
        elif self._is_of_module(value.born):
            self._version = None
            self._kept.setdefault(id(value), (value, value.contents))
            self._written[id(value)] = self._written.get(id(value), 0) + 1
            if self._written[id(value)] > _MOST and isinstance(value, Container):
                value.put_back((None, UNKNOWN))

    def fork(self) -> None:
        """One of several ways begins: what it writes into objects is taken back when it is left."""
        self._forks.append((Heap.now, Heap.mark()))

    def leave(self) -> After:
        """Gives what the way has written to, with what that was before and is now."""
        since, place = self._forks.pop()
        after: After = {}
        for one, before in Heap.log[place:]:
            if getattr(one, "born", LATER) <= since and id(one) not in after:
                after[id(one)] = one, before, one.contents
        for one, before, _ in after.values():
            Heap.changes(one)
            one.put_back(before)
            self._note_written(one)
        if after:
            self._changed()
        return after

    def join(self, ways: list[After], is_all: bool) -> None:
        """Objects hold what any of the ways has written, all of which were left; ``is_all``: there are no others."""
        written = {name: (one, before) for way in ways for name, (one, before, _) in way.items()}
        for name, (one, before) in written.items():
            states = [way[name][2] if name in way else before for way in ways]
            first, *others = states if is_all else [*states, before]
            for state in others:
                first = _joined(one, first, state)
            Heap.changes(one)
            one.put_back(first)
            self._note_written(one)
        self._changed()

    def _note_written(self, value: Written) -> None:
        if id(value) in self._shared:
            self._writes = Heap.tick()

    def _changed(self) -> None:
        Heap.writes += 1
        self._version = None

    @property
    def version(self) -> object:
        """What the objects hold that hold something else than they did; the same again once that was taken away."""
        if self._version is None:
            now = [(name, state, one.contents) for name, (one, state) in self._kept.items()]
            self._version = tuple((name, state) for name, before, state in now if state != before)
        return (self._writes, self._version) if self._writes else self._version

    def restore(self) -> None:
        """Everything is again as it was imported."""
        for value, state in self._kept.values():
            Heap.changes(value)
            value.put_back(state)
        self._kept.clear()
        self._written.clear()
        Heap.writes += 1
        self._version = ()

    def _is_of_module(self, born: int) -> bool:
        at = bisect_right(self._made_at, born) - 1
        return at >= 0 and born <= self._made_until[at]


def _holding(value: Container, state: Contents) -> Value:
    """A container like this one that holds what it held then."""
    found = value.like(None)
    found.put_back(state)
    return found


def _joined(value: Written, left: Contents, right: Contents) -> Contents:
    """What is joined with something unknown, or has other items, is not known."""
    if left == right:
        return left
    (held, other), (theirs, another) = left, right
    if isinstance(value, Container):
        found = join(_holding(value, left), _holding(value, right))
        return found.contents if isinstance(found, Container) else (None, UNKNOWN)
    both = dict(held)
    for name, item in theirs:
        both[name] = join(both[name], item) if name in both else item
    if isinstance(value, Scope):
        return tuple(both.items()), None
    content = None if other[1] is None else join(other[1], another[1])
    return tuple(both.items()), (other[0] or another[0], content)
