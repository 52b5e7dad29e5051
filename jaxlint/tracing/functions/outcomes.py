"""What a call came to, and how another one that is given the same comes to the same."""

from __future__ import annotations

from jaxlint.tracing.functions.passing import origins
from jaxlint.tracing.keys.key_id import KeyId
from jaxlint.tracing.keys.splits import is_made_since
from jaxlint.tracing.values.answers import FORGOTTEN
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.aval import Aval, Longer, total, unknown_aval
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.joining import join, join_all, leaves
from jaxlint.tracing.values.value import (
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
    Container,
    Function,
    Generator,
    Instance,
    Mapping,
    Partial,
    Reference,
    Sequence,
    Static,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Any

    from jaxlint.tracing.functions.passing import Origins, Recall
    from jaxlint.tracing.keys.uses import Drawn
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.heap import Contents, Log
    from jaxlint.tracing.values.kinds import Kinds
    from jaxlint.tracing.values.trace import Trace

    Sure = tuple[frozenset[str], int, bool, bool]
    Written = tuple[int, dict[str, Value]]
    Move = Callable[[Traced], Traced]

_HOLDERS = frozenset([Sequence, Generator, Mapping, Instance, Reference])
_CALLABLE = (Function, Partial, Transformed, BoundMethod)  # what these close over differs from call to call
_DEEPEST = 6  # results that hold others deeper than this are not remembered


class Outcome:
    """``details``: of calls that come to just the same; None where none does.  ``is_rough``: it answers others.

    ``refused``: what it raised for certain; ``drawn``: how it consumed keys; ``shown``: evidence that it showed, by its
    place among the objects that it was given; ``written``: attributes that it set, the same way; ``writes``: to lists
    and dicts that there were before.
    ``sure``: which errors a try around catches, and what speaks against that the call happens; ``is_silent``: there was
    nothing to report, so that it answers calls that are less sure.
    """

    __slots__ = (
        "details", "drawn", "given", "is_rough", "is_silent", "origins", "refused", "result", "shown", "since", "sure",
        "writes", "written",
    )  # fmt: skip

    def __init__(self, given: Kinds, sure: Sure, inner: Frame) -> None:
        self.given = given
        self.sure = sure
        self.is_silent = False
        self.details = given.details
        self.since = inner.born
        self.origins: Origins = origins(inner.variables.values(), inner.context.staging)
        self.result: Value = UNKNOWN
        self.is_rough = False
        self.refused: frozenset[str] | None = None
        self.drawn: list[Drawn] | None = []
        self.shown: list[tuple[int, Contents]] = []
        self.written: list[Written] | None = []
        self.writes = False

    def answers(self, sure: Sure) -> bool:
        """A call that is ``sure`` so."""
        if self.sure == sure or not self.is_silent:
            return self.sure == sure
        return all(one <= other for one, other in zip(self.sure, sure, strict=True))  # type: ignore[operator]

    def keep(self, result: Value, bound: Iterable[Value], trace: Trace | None) -> bool:
        """As it is now: callers may write to it.  Tracers that the call has staged keep their ``trace``.

        Returns: Does it answer any call?
        """
        self.is_rough = not isinstance(result, _CALLABLE)
        if self.writes or not _can_be_kept(result, self.since):
            self.details = None
        if self.details is None and not self.is_rough:
            return False
        passed = {id(one) for value in bound for one in leaves(value)}

        def stored(tracer: Traced) -> Traced:
            is_staged = trace is not None and trace.stages and tracer.trace is trace and id(tracer) not in passed
            return tracer if is_staged or tracer.trace is None else tracer.apart()

        copied = Again(self.since, stored)
        self.result = copied.of(result)
        self.written = [
            (place, {name: copied.of(value) for name, value in attributes.items()})
            for place, attributes in self.written or ()
        ]
        return True


class Again:
    """The values of one call in another: its own objects and keys for those it was given, new ones for new ones.

    ``since``: what is younger is new.  ``widens``: shapes and numbers are forgotten.
    """

    __slots__ = ("_depth", "_keys", "_made", "_move", "_new_keys", "_since", "_widens")

    def __init__(self, since: int, move: Move, depth: int = 0, widens: bool = False) -> None:
        """``depth``: of the branches that the other call stands in."""
        self._since = since
        self._move = move
        self._depth = depth
        self._widens = widens
        self._made: dict[int, object] = {}
        self._keys: dict[object, object] = {}
        self._new_keys: dict[int, KeyId] | None = None  # there are none where it is the same call

    def replace(self, given: Kinds, instead: Kinds, new_keys: dict[int, KeyId]) -> None:
        """``instead`` of what the first call was ``given``, and ``new_keys``, in this order, of those that it made."""
        self._new_keys = new_keys
        self._made.update({id(one): other for one, other in zip(given.objects, instead.objects, strict=True)})
        self._keys.update(zip(given.keys, instead.keys, strict=True))
        if not self._widens:
            self._made.update({id(one): other for one, other in zip(given.sizes, instead.sizes, strict=True)})

    def of(self, value: Value) -> Value:
        kind = type(value)
        if kind is Traced:
            return self._tracer(value)  # type: ignore[arg-type]
        if kind is Array:
            return self._array(value)  # type: ignore[arg-type]
        if kind not in _HOLDERS:
            return _widened(value) if self._widens else value
        found = self._made.get(id(value))
        if found is not None or getattr(value, "born", -1) < self._since:
            return value if found is None else found  # type: ignore[return-value]
        return self._copy(value)

    def _copy(self, value: Value) -> Value:
        again: Value = value
        if isinstance(value, Generator):
            again = Generator(self.of(value.element), value.catching, value.context)
        elif isinstance(value, Container):
            again = self._made[id(value)] = value.like(None, UNKNOWN, self._depth)
            held = value.each(self.of)  # it may hold itself
            again.items, again.element = held.items, held.element
        elif isinstance(value, Reference):
            again = self._made[id(value)] = value.with_content(self.of(value.content))
        elif isinstance(value, Instance):
            again = self._made[id(value)] = value.again({}, None, self._depth)
            again.attributes.update({name: self.of(item) for name, item in value.attributes.items()})
        return again

    def _tracer(self, value: Traced) -> Traced:
        moved = self._move(value)
        evidence, key, aval = self._evidence(moved.evidence), self._key(moved.key_id), self._aval(moved.aval)
        if evidence is moved.evidence and key is moved.key_id and aval is moved.aval:
            return moved
        again = Traced(aval, moved.origin, moved.concrete, moved.staged, evidence, key)
        again.trace = moved.trace
        return again

    def _array(self, value: Array) -> Array:
        key, aval = self._key(value.key_id), self._aval(value.aval)
        same = key is value.key_id and aval is value.aval
        return value if same else Array(aval, value.numpy, key, value.sure)

    def _aval(self, aval: Aval) -> Aval:
        if self._widens:
            return _forgotten(aval)
        shape = aval.shape
        if self._new_keys is None or (type(shape) is tuple and all(type(size) is int for size in shape)):
            return aval
        sizes = tuple(map(self._size, shape)) if type(shape) is tuple else self._size(shape)
        return Aval(aval.kind, sizes, aval.dtype, aval.weak)

    def _size(self, size: Any) -> Any:  # noqa: ANN401
        if type(size) is int:
            return size
        if id(size) not in self._made:
            is_sum = isinstance(size, Longer)
            self._made[id(size)] = total([*map(self._size, size.parts), size.more]) if is_sum else type(size)()
        return self._made[id(size)]

    def _evidence(self, evidence: Evidence | None) -> Evidence | None:
        """What another call shows, it shows of its own arguments."""
        if evidence is None or evidence.is_array or self._new_keys is None:
            return evidence
        if id(evidence) not in self._made:
            self._made[id(evidence)] = evidence.apart(self._evidence(evidence.whole))
        return self._made[id(evidence)]  # type: ignore[return-value]

    def _key(self, key: object) -> object:
        """A new one for each that the first call has made."""
        if key is None or key in self._keys:
            return self._keys.get(key)
        if isinstance(key, tuple) and not isinstance(key[0], str):
            head = self._key(key[0])
            return None if head is None else (head, *key[1:])
        if self._new_keys is not None and is_made_since(key, self._since):
            return self._keys.setdefault(key, self._new_keys.setdefault(len(self._keys), KeyId()))
        return key


def attributes_written(objects: list[Any], log: Log, since: int) -> list[Written] | None:
    """What a call has set on objects that it was given; None where it wrote to others, or where tracers may leak so."""
    places = {id(one): place for place, one in enumerate(objects)}
    found: dict[int, Written] = {}
    for one, contents in log:
        if not isinstance(one, Instance) or one.born >= since or id(one) in found:
            continue
        before = dict(contents[0])
        new = {name: value for name, value in one.attributes.items() if before.get(name) is not value}
        leaks = not one.traced and any(isinstance(leaf, Traced) for value in new.values() for leaf in leaves(value))
        if type(one) is not Instance or id(one) not in places or leaks or before.keys() - one.attributes.keys():
            return None
        found[id(one)] = places[id(one)], new
    return list(found.values())


def replayed(outcomes: tuple[Outcome, ...], given: Kinds, recall: Recall, trace: Trace | None, depth: int) -> Value:
    """What all of them gave, as the call has it that is ``given`` these; and what they have set, is set again.

    ``trace``: that of the call; ``depth``: of the branches that it stands in.
    """
    widens = given.details is None or outcomes[0].details != given.details
    results: list[Value] = []
    new_keys: dict[int, KeyId] = {}
    written: dict[tuple[int, str], list[Value]] = {}
    for one in outcomes:
        again = Again(one.since, _move_to(recall, one, trace), depth, widens)
        again.replace(one.given, given, new_keys)  # of one call, whichever of them it is like
        results.append(again.of(one.result))
        for place, attributes in one.written or ():
            for name, value in attributes.items():
                written.setdefault((place, name), []).append(again.of(value))
    for (place, name), values in written.items():
        changed = given.objects[place]
        Heap.write(changed)
        left = [changed.attributes.get(name, UNKNOWN)] if len(values) < len(outcomes) else []
        changed.attributes[name] = join_all([*values, *left])
    result, *others = results
    for other in others:
        result = _merged(result, other)
    return result


def _move_to(recall: Recall, earlier: Outcome, trace: Trace | None) -> Move:
    """Tracers follow from what the new call is given, and belong to its ``trace``."""

    def moved(tracer: Traced) -> Traced:
        found = recall.moved(tracer, earlier.origins)
        if tracer.trace is None:
            return found
        found = found.apart()  # in another trace, it is of that one
        found.trace = trace if trace is not None and trace.stages else None
        return found

    return moved


def _can_be_kept(value: Value, since: int, depth: int = _DEEPEST) -> bool:
    """Another call can have the same: no function that was made by this one is in it."""
    if isinstance(value, Function):
        return value.closure is None or getattr(value.closure, "born", -1) < since
    if type(value) not in _HOLDERS:
        return not isinstance(value, _CALLABLE)
    if getattr(value, "born", -1) < since and not isinstance(value, Generator):
        return True
    inner = value.parts if isinstance(value, Container) else [*value.attributes.values()]  # type: ignore[attr-defined]
    inner += [value.content] if isinstance(value, Reference) else []
    return depth > 0 and all(_can_be_kept(one, since, depth - 1) for one in inner)


def _merged(before: Value, after: Value, depth: int = 4) -> Value:
    """What holds of both results; of two objects of one class, the attributes that both have."""
    if before is after or not isinstance(before, Instance) or not isinstance(after, Instance):
        return join(before, after)
    if before.cls is not after.cls or not depth:
        return join(before, after)
    if isinstance(before, Reference) and isinstance(after, Reference):
        return after.with_content(join(before.content, after.content))
    shared = before.attributes.keys() & after.attributes.keys()
    fields = {
        name: _merged(before.attributes[name], held, depth - 1)
        for name, held in after.attributes.items()
        if name in shared
    }
    return after.again(fields, True)


def _widened(value: Value) -> Value:
    """Without its number."""
    if isinstance(value, Const) and isinstance(value.value, (int, float)) and not isinstance(value.value, bool):
        return Static(type(value.value).__name__, FORGOTTEN)
    if isinstance(value, Static) and value.type in ("int", "float") and value.dim is None:
        return Static(value.type, FORGOTTEN)
    return value


def _forgotten(aval: Aval) -> Aval:
    return Aval(aval.kind, ()) if aval.shape == () else unknown_aval(aval.kind)
