"""Which run of a body under a transform a tracer belongs to; what outlives that run, and who meets it later.

Measured on JAX 0.10.2.  A tracer that is kept past the end of its trace raises ``UnexpectedTracerError`` where an
operation takes it.  Under jit, and in bodies of loops and branches, every operation gives a tracer of the trace; under
vmap and grad alone only what follows from their own tracers does, and what has no derivative is no tracer of grad's.
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.accesses import free
from jaxlint.tracing.events.effects import Fate, TracerKept
from jaxlint.tracing.events.raised import LEAKED
from jaxlint.tracing.events.refusals import is_caught
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.joining import leaves
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import (
    OPAQUE,
    UNKNOWN,
    Array,
    ClassValue,
    Const,
    Container,
    Function,
    Instance,
    Library,
    Reference,
    Static,
    Traced,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.running.interpreter import Interpreter
    from jaxlint.tracing.values.trace import Trace
    from jaxlint.tracing.values.value import Scope, Value

    Where = tuple[int, object]  # id of what holds a value, and its place there


CACHED = "cached"  # the place of what a function under lru_cache gave


class Kept:
    """One write: the object (or frame) that holds the tracer now, and who wrote it."""

    __slots__ = ("event", "frame", "holder")

    def __init__(self, holder: object, frame: Frame, event: TracerKept) -> None:
        self.holder = holder  # while it lives, no other object has its id
        self.frame = frame
        self.event = event


class Leaks:
    """``written``: what each trace under way has written into older objects; ``left``: what was not replaced since.

    ``noted``: by the place of the write; ``of_tracers``: the same by the tracer.
    """

    __slots__ = ("left", "noted", "of_tracers", "written")

    def __init__(self) -> None:
        self.written: dict[Trace, dict[Where, Kept]] = {}
        self.left: dict[Where, Kept] = {}
        self.noted: dict[_ast.AST, TracerKept] = {}
        self.of_tracers: dict[Value, TracerKept] = {}


class FilledOutside:
    """``functions``: those under lru_cache that are called where nothing is traced."""

    __slots__ = ("functions",)

    def __init__(self) -> None:
        self.functions: set[_ast.AST] = set()

    def add(self, other: FilledOutside) -> None:
        self.functions |= other.functions


def begin(trace: Trace, given: Iterable[Value], inside: Iterable[Value]) -> None:
    """The body is about to run: what is new ``inside``, beside what the caller has ``given``, is of this trace."""
    trace.since = Heap.tick()
    trace.given = known = {id(one) for one in _parts(given, set())}
    for one in _parts(inside, known):
        if isinstance(one, Traced):
            one.trace = trace
        elif isinstance(one, (Container, Instance)):
            one.born = Heap.tick()
        if isinstance(one, Reference):
            trace.handed.add(id(one))


def _parts(values: Iterable[Value], met: set[int]) -> Iterator[Value]:
    """All that flattening would find, each once, but for what was met before."""
    waiting = [one for one in values if type(one) not in _PLAIN_VALUES]
    met = set(met) if waiting else met
    while waiting:
        one = waiting.pop()
        kind = type(one)
        if kind in _PLAIN_VALUES or id(one) in met:
            continue
        met.add(id(one))
        if kind is Traced:
            yield one
        elif isinstance(one, (Container, Instance)):
            yield one
            waiting += _inside(one)


_PLAIN_VALUES = frozenset([Array, Const, Static, type(UNKNOWN)])


def _inside(one: Container | Instance) -> Iterable[Value]:
    if isinstance(one, Container):
        return one.parts
    if isinstance(one, Reference):
        return (one.content,)
    return one.attributes.values() if one.cls.layout != OPAQUE else ()


def end(interpreter: Interpreter, trace: Trace) -> None:
    """Its body has run: what older objects still hold of its tracers has leaked."""
    Heap.changes(trace)
    trace.ended, trace.given = True, set()
    leaks = interpreter.share.part(Leaks)
    for where, kept in leaks.written.pop(trace, {}).items():
        event = kept.event
        if event.cached in interpreter.share.part(FilledOutside).functions:
            continue
        known = leaks.noted.get(event.node)
        if known is None:
            events = interpreter.share.noted.events
            before = len(events)
            kept.frame.note(event)
            if len(events) == before:
                continue
            known = leaks.noted[event.node] = event
        trace.leaked |= {event.value}
        leaks.of_tracers.setdefault(event.value, known)
        leaks.left[where] = Kept(kept.holder, kept.frame, known)


def filled_outside(interpreter: Interpreter, function: _ast.AST) -> None:
    """A function under lru_cache is called where nothing is traced: what it remembers may be from there."""
    interpreter.share.part(FilledOutside).functions.add(function)


def variables_in(values: Iterable[Value]) -> list[Reference]:
    """What pytrees and objects refer to."""
    return [one for one in _parts(values, set()) if isinstance(one, Reference) and one.is_variable]


def trace_of(frame: Frame, node: _ast.AST, operands: list[Traced], kind: str | None, flat: bool) -> Trace | None:
    """The trace that the result of an operation belongs to; None: to none, or it is not known to which."""
    trace = frame.context.trace
    if trace is None:
        return None
    if _may_do_nothing(node):
        return trace if operands and all(value.trace is trace for value in operands) else None
    if trace.stages:
        return trace
    found: Trace | None = trace
    while found is not None and not found.stages:
        found = found.around
    for value in operands:
        if value.trace is None:
            return None
        if found is None or value.trace.depth > found.depth:
            found = value.trace
    if found is not None and found.differentiates and (flat or not _has_derivative(node, kind)):
        return found.without_derivative()
    return found


def _has_derivative(node: _ast.AST, kind: str | None) -> bool:
    """Whole numbers have none; what arithmetic makes of an argument of grad is no whole number."""
    return kind in ("f", "c") or (kind is None and isinstance(node, (_ast.BinOp, _ast.UnaryOp, _ast.AugAssign)))


def written(
    frame: Frame, node: _ast.AST, holder: Value | Scope, place: object, value: Value, certain: bool = True
) -> None:
    """``holder`` holds this value from now on, in the place of another.  ``certain`` False: it may hold another one."""
    trace, leaks = frame.context.trace, frame.interpreter.share.part(Leaks)
    left = leaks.left
    if trace is None and not left:
        return
    if certain and isinstance(value, (Container, Instance)):
        value.born = min(value.born, holder.born)  # type: ignore[union-attr]  # it lives as long
    where = (id(holder), place)
    for written_to in leaks.written.values():  # of the traces under way
        written_to.pop(where, None)
    if where in left and not _may_not_run(trace):
        again = any(outlives(holder, one) for one in leaves(value) if isinstance(one, Traced))
        fate = left[where].event.fate
        fate.replaced = fate.replaced or not again
    if trace is None or frame.condition.doubt or not frame.context.handlers.isdisjoint(LEAKED) or not _is_plain(holder):
        return
    found = leaves(value)
    captured = [one for kept in found if isinstance(kept, Function) for one in _captured(kept)]
    for tracer in (*found, *captured):
        if isinstance(tracer, Traced) and tracer.trace is not None and outlives(holder, tracer):
            event = TracerKept(
                frame.point,
                node,
                tracer,
                fate=Fate(certain),
                captured=bool(captured) and tracer in captured,
                constant=_is_constant(frame, tracer),
                cached=place[1] if isinstance(place, tuple) and place[0] == CACHED else None,
                under=tracer.trace.origin,
            )
            leaks.written.setdefault(tracer.trace, {})[where] = Kept(holder, frame, event)


def _captured(function: Function) -> list[Value]:
    """What a function that is made in another one reads from there."""
    closure = function.closure
    if closure is None or closure.function is None:
        return []
    values = [closure.lookup(name) for name in free(function.node)]
    return [one for one in values if one is not None]


def _is_constant(frame: Frame, tracer: Traced) -> bool:
    """Made of nothing that is passed."""
    return frame.context.staging is not None and tracer.origin.root() is frame.context.staging.root()


def _may_not_run(trace: Trace | None) -> bool:
    """JAX may know what comes out, from before."""
    while trace is not None and not (trace.stages and trace.again):
        trace = trace.around
    return trace is not None


def outlives(holder: Value | Scope, tracer: Traced) -> bool:
    """What holds it is older than the trace that the tracer belongs to."""
    trace = tracer.trace
    if trace is None or trace.ended or trace.since is None or (tracer.evidence is not None and tracer.evidence.refers):
        return False
    return holder.born < trace.since  # type: ignore[union-attr]


def _is_plain(holder: Value | Scope) -> bool:
    """Nobody out of view decides what becomes of what is written to it."""
    if not isinstance(holder, Instance):
        return True
    if isinstance(holder, Reference):
        return False
    return all(map(_is_plain_class, holder.members or [holder.cls]))


_PLAIN_DECORATORS = ("dataclasses.dataclass", "typing.", "functools.total_ordering")
_PLAIN_BASES = ("builtins.object", "abc.ABC", "typing.", "typing_extensions.")


def _is_plain_class(cls: ClassValue) -> bool:
    if "__setattr__" in cls.attributes or cls.layout != OPAQUE or cls.node.keywords:
        return False
    if not all(isinstance(one, Library) and one.name.startswith(_PLAIN_DECORATORS) for one in cls.decorators):
        return False
    for base in cls.bases:
        if isinstance(base, Library):
            if not base.name.startswith(_PLAIN_BASES):
                return False
        elif not isinstance(base, ClassValue) or not _is_plain_class(base):
            return False
    return True


def passed_by(interpreter: Interpreter) -> None:
    """A call is not followed: it may have replaced what has leaked."""
    for kept in interpreter.share.part(Leaks).left.values():
        kept.event.fate.certain = False


def removed(frame: Frame, holder: Value) -> None:
    """Something was taken out of ``holder``, it is not known what."""
    for written_to in frame.interpreter.share.part(Leaks).written.values():
        for where in [where for where in written_to if where[0] == id(holder)]:
            del written_to[where]


def meets_leaked(frame: Frame, node: _ast.AST, values: Iterable[Value], certain: bool = False) -> bool:
    """True where a tracer among the operands is known to have leaked: JAX raises here, and nothing comes out.

    ``certain``: it is asked for its number.
    """
    for value in values:
        if isinstance(value, Traced) and value.is_leaked and (certain or not _may_do_nothing(node)):
            _note_use(frame, node, value)
            return True
    return False


def _note_use(frame: Frame, node: _ast.AST, value: Traced) -> None:
    trace = value.trace
    assert trace is not None
    event = frame.interpreter.share.part(Leaks).of_tracers[value]
    if (
        frame.condition.doubt
        or frame.context.quiet
        or not event.fate.certain
        or trace.again
        or trace.entry != frame.interpreter.entry.number
    ):
        return
    if not _is_run(frame, trace):
        return
    if is_caught(frame, LEAKED, value):
        event.fate.expected = True
    elif not any(use.node is node for use in event.fate.used):
        event.fate.used.append(Origin("the leaked tracer is used here", frame.module, node))


def _is_run(frame: Frame, leaked: Trace) -> bool:
    """Python comes by here after the leak; a body that was staged before may not be run again."""
    around = set()
    step = leaked.around
    while step is not None:
        around.add(step)
        step = step.around
    step = frame.context.trace
    while step is not None and step not in around:
        if step.stages and step.again:
            return False
        step = step.around
    return True


# Functions and methods that hand back what they are given where there is nothing to do.
_MAY_DO_NOTHING = frozenset(
    """asarray astype atleast_1d atleast_2d atleast_3d block_until_ready broadcast_arrays broadcast_to concatenate
    conj convert_element_type copy device_get device_put expand_dims flatten hstack matrix_transpose moveaxis
    real reshape ravel rollaxis squeeze swapaxes transpose view vstack
    bool_ int8 int16 int32 int64 uint8 uint16 uint32 uint64 bfloat16 float16 float32 float64 complex64 complex128
    """.split()
)


def _may_do_nothing(node: _ast.AST) -> bool:
    if isinstance(node, _ast.Subscript):
        return not isinstance(node.slice, (_ast.Constant, _ast.Name)) or getattr(node.slice, "value", 0) is ...
    if isinstance(node, _ast.Call):
        return (getattr(node.func, "attr", None) or getattr(node.func, "id", None)) in _MAY_DO_NOTHING
    return not isinstance(node, (_ast.BinOp, _ast.UnaryOp, _ast.Compare, _ast.AugAssign))
