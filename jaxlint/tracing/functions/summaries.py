"""What a call gave before: exactly, or, once a function was run often enough on values of one kind, roughly."""

from __future__ import annotations

import _ast
from copy import copy

from jaxlint.syntax.once import once_a_scope
from jaxlint.tracing.functions.passing import origins
from jaxlint.tracing.shares.share import OUTLASTING
from jaxlint.tracing.values.answers import FORGOTTEN
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.aval import Aval, unknown_aval
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.hierarchy import assigned_in, order, sets_attribute
from jaxlint.tracing.values.joining import join, leaves
from jaxlint.tracing.values.kinds import captured, rough_key
from jaxlint.tracing.values.value import (
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
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

    from jaxlint.tracing.functions.passing import Origins, Recall
    from jaxlint.tracing.keys.key_use import Taken
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.journal import Journal
    from jaxlint.tracing.values.kinds import Known
    from jaxlint.tracing.values.origin import Origin
    from jaxlint.tracing.values.trace import Trace

    Begun = tuple[int, object]

_RUNS = 2  # of one function on values of one kind, after a first one on any


_HOLDERS = frozenset([Sequence, Generator, Mapping, Instance])
_PLAIN = frozenset([Traced, Array, Const, Static, type(UNKNOWN), Function])  # most values: nothing else is in them


class Kept:
    """A result that is a tracer, or holds objects which the call made: each caller gets its own.

    ``given``: what the tracers in it may follow from.  Those that the call has staged keep their ``trace``.
    """

    __slots__ = ("given", "since", "value")

    def __init__(
        self, value: Value, since: int, given: list[Value], staging: Origin | None, trace: Trace | None
    ) -> None:
        passed = {id(one) for value in given for one in leaves(value)}

        def stored(tracer: Traced) -> Traced:
            is_staged = trace is not None and trace.stages and tracer.trace is trace and id(tracer) not in passed
            return tracer if is_staged or tracer.trace is None else tracer.apart()

        self.since = since
        self.given = origins(given, staging)
        self.value = copied(value, since, {}, moved=stored)

    def again(self, depth: int, recall: Recall, trace: Trace | None) -> Value:
        """``trace``: that of the new call."""

        def moved(tracer: Traced) -> Traced:
            found = recall.moved(tracer, self.given)
            if tracer.trace is None:
                return found
            found = found.apart()  # in another trace, it is of that one
            found.trace = trace if trace is not None and trace.stages else None
            return found

        return copied(self.value, self.since, {}, depth, moved)


def copied(
    value: Value, since: int, made: dict[int, Value], depth: int = 0, moved: Callable[[Traced], Traced] | None = None
) -> Value:
    """The same with all that is younger made anew; ``depth``: of the branches that the copy is made in."""
    if type(value) is Traced:
        return value if moved is None else moved(value)
    if type(value) not in _HOLDERS:
        return value
    found = made.get(id(value))
    if found is not None or getattr(value, "born", -1) < since:
        return value if found is None else found
    again: Value = value
    if isinstance(value, Generator):
        again = Generator(copied(value.element, since, made, depth, moved), value.catching, value.context)
    elif isinstance(value, Sequence):
        again = made[id(value)] = Sequence(value.type, None, UNKNOWN, depth)
        again.element = copied(value.element, since, made, depth, moved)
        again.items = None if value.items is None else [copied(item, since, made, depth, moved) for item in value.items]
    elif isinstance(value, Mapping):
        again = made[id(value)] = Mapping(None, UNKNOWN, depth)
        again.element = copied(value.element, since, made, depth, moved)
        known = value.items
        if known is not None:  # an empty one, too, is each copy's own
            again.items = {name: copied(item, since, made, depth, moved) for name, item in known.items()}
    elif isinstance(value, Instance):
        again = made[id(value)] = value.again({}, None, depth)
        again.attributes.update(
            {name: copied(item, since, made, depth, moved) for name, item in value.attributes.items()}
        )
    return again


def forget_contents(value: Value, depth: int = 2) -> None:
    """What was passed may hold anything by now."""
    if isinstance(value, (Sequence, Mapping)) and getattr(value, "type", "dict") != "tuple":
        Heap.write(value)
        value.items, value.element = None, UNKNOWN
    elif isinstance(value, Sequence) and depth:
        for item in value.items or ():
            forget_contents(item, depth - 1)
    elif isinstance(value, Instance) and depth:
        for item in value.attributes.values():
            forget_contents(item, depth - 1)


def forget_what_is_set(frame: Frame, function: Function, receiver: Value | None) -> None:
    """After a call that was not followed: what the method sets on its object is something else by now.

    Where the object held None, for any method to set, that may be done by now, too.
    """
    if not isinstance(receiver, Instance) or isinstance(receiver, Reference):
        return
    set_here = _set_by(function.node)
    empty = [name for name, held in receiver.attributes.items() if isinstance(held, Const) and held.value is None]
    filled = [name for name in empty if any(sets_attribute(cls, name) for cls in order(receiver.cls))]
    filled += [name for name in set_here if name in receiver.attributes]
    if filled:
        Heap.write(receiver)
        receiver.attributes.update(dict.fromkeys(filled, UNKNOWN))


def can_be_kept(value: Value, since: int, depth: int = 6) -> bool:
    """No list or dict that was there before: another call, on one that looks the same, would give that one."""
    if type(value) in _PLAIN:
        return True
    if isinstance(value, Reference):
        return value.born < since
    if isinstance(value, Sequence):
        if depth == 0 or (value.born < since and value.type != "tuple"):
            return False
        return _can_all_be_kept((value.element, *(value.items or ())), since, depth)
    if isinstance(value, Mapping):
        inner = (value.element, *(value.items or {}).values())
        return depth > 0 and value.born >= since and _can_all_be_kept(inner, since, depth)
    if isinstance(value, Instance) and value.born >= since:
        return depth > 0 and _can_all_be_kept(value.attributes.values(), since, depth)
    held = [value.receiver] if isinstance(value, BoundMethod) else value.args if isinstance(value, Partial) else ()
    return all(getattr(one, "born", -1) < since for one in held)


def _can_all_be_kept(values: Iterable[Value], since: int, depth: int) -> bool:
    return all(can_be_kept(one, since, depth - 1) for one in values if type(one) not in _PLAIN)


class Summaries:
    """``exact``: by signature.  Rough ones forget shapes and numbers."""

    __slots__ = (
        "_given",
        "_met",
        "_rough",
        "_runs",
        "asked",
        "drawn",
        "exact",
        "reading",
        "refused",
        "shown",
        "writing",
    )

    def __init__(self) -> None:
        self.exact: dict[object, Value | Kept] = {}
        self.refused: dict[object, frozenset[str]] = {}  # signature -> what it raises for certain
        self.drawn: dict[object, dict[str, Taken]] = {}  # rough signature -> parameters consumed as keys
        self.shown: dict[object, list[str]] = {}  # rough signature -> parameters that the call shows to be arrays
        self.writing: set[object] = set()  # rough signatures of calls that write to what was there before
        self.reading: set[object] = set()  # signatures of calls that read what modules hold
        self._rough: dict[object, Value] = {}
        self._given: dict[object, tuple[Origins, ...]] = {}  # rough signature -> of the calls behind the result
        self._runs: dict[object, int] = {}
        self._met: set[_ast.AST] = set()
        self.asked: list[tuple[_ast.AST, list[Value]]] | None = None  # the calls of one run, where these matter

    def beside(self) -> Summaries:
        """The same, for what does not happen: this one learns nothing of it."""
        made = Summaries()
        for name in self.__slots__:
            setattr(made, name, copy(getattr(self, name)))
        made.asked = []
        return made

    def place(self, signature: object, journal: Journal) -> object:
        """Where the answer is, if there is one: of a call that reads what modules hold, the one for this version."""
        if signature not in self.reading:
            return signature
        journal.reads += 1
        return signature, journal.version

    def placed(self, signature: object, begun: Begun, journal: Journal) -> object:
        """Where the answer goes of a call that began after so many reads, in that version."""
        reads, version = begun
        if reads == journal.reads:
            return signature
        self.reading.add(signature)
        return signature, version

    def kind(self, function: Function, mode: object, bound: dict[str, Value]) -> object:
        """What calls that do the same have in common; None at a function's first run, as most have no other."""
        if function.node not in self._met:
            self._met.add(function.node)
            return None
        if _sets_attributes(function.node):
            return None  # what it leaves in the object can't be remembered
        known: Known = {}
        kinds = tuple([rough_key(value, known=known) for value in bound.values()])
        return (function.node, mode, kinds, captured(function, known=known))

    def is_known(self, signature: object) -> bool:
        """There were runs enough on values of this kind."""
        return self._runs.get(signature, 0) >= _RUNS

    def rough(self, signature: object, recall: Recall) -> Value:
        """The result of these runs."""
        given = self._given[signature]

        def moved(tracer: Traced) -> Traced:
            for one in given:
                tracer = recall.moved(tracer, one)
            return tracer

        return widened(self._rough[signature], moved=moved)

    def note(self, signature: object, result: Value, given: Origins) -> None:
        if isinstance(result, (Function, Partial, Transformed, BoundMethod)):
            return  # what it closes over differs from call to call, and making it is cheap
        before = self._rough.get(signature)
        self._rough[signature] = result if before is None else _merged(before, result)
        self._runs[signature] = self._runs.get(signature, 0) + 1
        self._given[signature] = (*self._given.get(signature, ()), given)


OUTLASTING.add(Summaries)


_SIMPLE = (_ast.Assign, _ast.Expr, _ast.Return, _ast.Raise, _ast.Assert)  # no block in it, nor another target
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


@once_a_scope
def _set_by(node: _ast.AST) -> frozenset[str]:
    """What a method that was not followed sets on its object."""
    return assigned_in([node])


@once_a_scope
def _sets_attributes(node: _ast.AST) -> bool:
    return any(map(_is_attribute, _targets(node)))


def _targets(node: _ast.AST) -> list[_ast.AST]:
    """What the statements of a function write to; no expression is looked into."""
    found: list[_ast.AST] = []
    stack = [node]
    while stack:
        statement = stack.pop()
        if type(statement) is _ast.Assign:
            found += statement.targets
        if type(statement) in _SIMPLE:
            continue
        for block in _BLOCKS:
            below = getattr(statement, block, None)
            if type(below) is list:
                stack.extend(below)
        for item in getattr(statement, "items", ()):
            if item.optional_vars is not None:
                found.append(item.optional_vars)
        target = getattr(statement, "target", None)
        if target is not None:
            found.append(target)
    return found


def _is_attribute(target: _ast.AST) -> bool:
    if isinstance(target, (_ast.Tuple, _ast.List)):
        return any(map(_is_attribute, target.elts))
    if isinstance(target, _ast.Starred):
        return _is_attribute(target.value)
    return isinstance(target, _ast.Attribute)


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


def widened(value: Value, depth: int = 4, moved: Callable[[Traced], Traced] | None = None) -> Value:
    """The same kind of value, without its shape, dtype or number."""
    if isinstance(value, Traced):
        evidence = None if value.is_array else Evidence()  # what another call shows, it shows of its own arguments
        tracer = Traced(_forgotten(value.aval), value.origin, value.concrete, value.staged, evidence)
        return tracer if moved is None else moved(tracer)
    if isinstance(value, Array):
        return Array(_forgotten(value.aval), value.numpy, None, value.sure)
    if isinstance(value, Const) and isinstance(value.value, (int, float)) and not isinstance(value.value, bool):
        return Static(type(value.value).__name__, FORGOTTEN)
    if isinstance(value, Static) and value.type in ("int", "float") and value.dim is None:
        return Static(value.type, FORGOTTEN)
    if depth and isinstance(value, Generator):
        return Generator(widened(value.element, depth - 1, moved), value.catching, value.context)
    if depth and isinstance(value, Sequence):
        items = None if value.items is None else [widened(item, depth - 1, moved) for item in value.items]
        return Sequence(value.type, items, widened(value.element, depth - 1, moved))
    if depth and isinstance(value, Mapping):
        known = value.items
        named = None if known is None else {key: widened(item, depth - 1, moved) for key, item in known.items()}
        return Mapping(named, widened(value.element, depth - 1, moved))
    if depth and isinstance(value, Reference):
        return value.with_content(widened(value.content, depth - 1, moved))
    if depth and isinstance(value, Instance):
        fields = {name: widened(item, depth - 1, moved) for name, item in value.attributes.items()}
        return value.again(fields)
    return UNKNOWN if depth == 0 else value


def _forgotten(aval: Aval) -> Aval:
    return Aval(aval.kind, ()) if aval.shape == () else unknown_aval(aval.kind)
