"""Values on their way into a traced body, and out of it again."""

from __future__ import annotations

from jaxlint.tracing.operations.arrays import of_trace
from jaxlint.tracing.operations.jax_types import described
from jaxlint.tracing.running.environment import Frame
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.aval import Aval, join_avals, unknown_aval
from jaxlint.tracing.values.holding import leaves_only, rebuilt, whole, with_what_stays
from jaxlint.tracing.values.joining import aval_of, first_traced, join, pairs, scalar_aval
from jaxlint.tracing.values.levels import following
from jaxlint.tracing.values.stage import ABSTRACT, GRAD, VMAP, enter
from jaxlint.tracing.values.trace import Trace
from jaxlint.tracing.values.value import (
    FIELDS,
    SETS,
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
    Container,
    Function,
    Instance,
    Partial,
    Reference,
    Static,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from jaxlint.tracing.values.origin import Origin


def body_frame(frame: Frame, stage: str, origin: Origin, reused: str = "", **changes: object) -> Frame:
    """Where a transform calls the user's function from; ``changes``: of the context, beside those of the trace."""
    around = frame.context
    trace = Trace(around.trace, stage, origin, frame.interpreter.entry.number, around.depth)
    trace.reused = reused
    made = {
        "stage": enter(around.stage, stage),
        "trace": trace,
        "staging": around.staging if around.stage == ABSTRACT else origin,
        "axes": None,
        "quiet": False,
        "differentiated": 0 if stage == ABSTRACT else around.differentiated + (stage == GRAD),
        "differentiating": around.differentiating + (stage == GRAD),
    }
    condition = frame.condition.but(questions=0)
    inner = around.but(**{**made, **changes})
    return Frame(frame.interpreter, frame.module, frame.function, frame, inner, condition, frame.level_inside)


def lift(value: Value, origin: Origin, concrete: bool = False, python: bool = True) -> Value:
    """The value as a traced argument.  ``concrete``: grad alone knows the number.

    ``python`` False: Python numbers stay what they are (equinox.filter_jit).
    What has no derivative, integers and bools, grad leaves as it is.
    """
    if concrete:
        origin = origin.with_derivative(True)

    def leaf(item: Value) -> Value:
        if isinstance(item, Traced):
            own = item.origin
            if concrete and item.aval.kind not in ("b", "i", "k"):
                own = own.with_derivative(True, own.pending)
            return Traced(item.aval, own, item.concrete and concrete, False, item.evidence, item.key_id)
        if isinstance(item, Array):
            if concrete and item.aval.kind in ("i", "b"):
                return item
            return Traced(item.aval, origin, concrete, False, None, item.key_id)
        if isinstance(item, Instance) and described(item) is None:
            return with_what_stays(item) if python else item
        aval = described(item) or scalar_aval(item)
        if aval is not None:
            stays = not python or (concrete and aval.kind in ("i", "b"))
            return item if stays else Traced(aval, origin, concrete)
        if item is UNKNOWN and python:
            return Traced(unknown_aval(), origin, concrete, False, Evidence())
        return item

    return map_leaves(value, leaf)


_ALONE = frozenset([Traced, Array, Const, Static, type(UNKNOWN)])


def map_leaves(value: Value, change: Callable[[Value], Value], depth: int = 6) -> Value:
    """Rebuild a pytree with other leaves; an object that is no pytree in view counts as one."""
    if depth == 0:
        return UNKNOWN
    if type(value) in _ALONE:
        return change(value)
    if isinstance(value, Container):
        return UNKNOWN if value.type in SETS else value.each(lambda item: map_leaves(item, change, depth - 1))
    if isinstance(value, Reference):
        return value.with_content(map_leaves(value.content, whole(change), depth - 1))
    if isinstance(value, Instance) and value.cls.pytree:
        return rebuilt(value, lambda name, item: map_leaves(item, leaves_only(value, name, change), depth - 1))
    if isinstance(value, Instance):
        return change(value)
    if isinstance(value, BoundMethod) and isinstance(value.receiver, Instance):
        fields = value.receiver.cls.layout == FIELDS  # only equinox takes methods
        return BoundMethod(map_leaves(value.receiver, change, depth - 1), value.name, value.func) if fields else value
    if isinstance(value, Partial) and value.is_pytree:
        function = value.func if isinstance(value.func, Function) else map_leaves(value.func, change, depth - 1)
        kept = {name: map_leaves(item, change, depth - 1) for name, item in value.kwargs.items()}
        return Partial(function, [map_leaves(item, change, depth - 1) for item in value.args], kept, True)
    return value


def join_outputs(left: Value, right: Value) -> Value:
    """What comes out of branches of which JAX takes one: where either gives a tracer, so does the whole."""
    both = pairs(left, right)
    if isinstance(left, Container) and both is not None:
        return left.like([join_outputs(a, b) for _, a, b in both])
    one, other = (left, right) if isinstance(left, Traced) else (right, left)
    plain = isinstance(other, Array) or scalar_aval(other) is not None
    if isinstance(one, Traced) and one.is_array and plain:
        return Traced(join_avals(one.aval, aval_of(other)), one.origin, one.concrete)
    joined = join(left, right)
    if isinstance(left, Traced) and isinstance(right, Traced) and isinstance(joined, Traced):
        return _agreed(left.aval, right.aval, joined)
    return joined


def _agreed(left: Aval, right: Aval, joined: Traced) -> Traced:
    """JAX takes branches of one dtype only: what is known of one holds for both."""
    told = left if right.kind is None else right
    if None not in (left.kind, right.kind) or told.kind is None or told.weak:
        return joined
    aval = Aval(told.kind, joined.aval.shape, told.dtype, joined.aval.weak)
    return Traced(aval, joined.origin, joined.concrete, joined.staged, joined.evidence, joined.key_id)


def with_other_keys(value: Value) -> Value:
    """The same pytree of another row: its keys are others."""

    def leaf(item: Value) -> Value:
        if isinstance(item, Traced) and item.key_id is not None:
            key_id = (item.key_id, "next")
            return Traced(item.aval, item.origin, item.concrete, item.staged, item.evidence, key_id)
        return item

    return map_leaves(value, leaf)


def traced_tree(origin: Origin) -> Traced:
    """A pytree of tracers of which no more is known."""
    return Traced(unknown_aval(), origin, False, False, Evidence())


def surface(
    frame: Frame,
    value: Value,
    inputs: list[Value],
    change: Callable[[Aval], Aval] | None = None,
    arrays_alone: bool = True,
    deciding: list[Value] | None = None,
    python: bool = True,
) -> Value:
    """The value that comes out of a transform: concrete again where nothing around is traced.

    ``arrays_alone`` False: what is no array comes out, too; ``python`` False: and numbers stay Python's
    (equinox.filter_jit).
    ``deciding``: what all of it follows from, constants too: which branch is run, how often a loop turns.
    """
    among_inputs = first_traced(inputs)
    decisive = _decisive(frame, deciding or [])
    frame.context.lose_derivatives()

    def leaf(item: Value) -> Value:
        if item is UNKNOWN and arrays_alone and frame.context.stage == ABSTRACT and frame.context.staging is not None:
            origin = _origin_here(frame, item, among_inputs, decisive)
            return traced_tree(_depending_on(frame, origin, item, deciding))
        if isinstance(item, Instance):
            return with_what_stays(item)
        if not isinstance(item, (Traced, Array)):
            aval = scalar_aval(item) if python else None
            if aval is None:
                return item
            item = Array(aval)
        sure = isinstance(item, Traced) or item.sure
        aval = change(item.aval) if change is not None else item.aval
        evidence = item.evidence if isinstance(item, Traced) else None
        if frame.context.stage == ABSTRACT and (frame.context.staging is not None or among_inputs is not None):
            origin = _origin_here(frame, item, among_inputs, decisive)
            origin = _depending_on(frame, origin, item, deciding)
            staged = among_inputs is not None and among_inputs.staged
            return of_trace(frame.context.trace, Traced(aval, origin, False, staged, evidence, item.key_id))
        traced = _traced_here(frame, item, decisive) if frame.context.stage in (VMAP, GRAD) else among_inputs
        if traced is not None and not (traced.concrete and aval.kind in ("b", "i")):
            origin = _depending_on(frame, traced.origin, item, deciding)
            made = Traced(aval, origin, traced.concrete, traced.staged, evidence, item.key_id)
            return of_trace(traced.trace, made)
        if evidence is not None and not evidence.is_array:
            return UNKNOWN
        return Array(aval, False, item.key_id, sure)

    return map_leaves(value, leaf)


def _depending_on(frame: Frame, origin: Origin, item: Value, deciding: list[Value] | None) -> Origin:
    """What comes out of a body depends on what it did inside, unless that was the body's own."""
    depth = -1 if frame.context.trace is None else frame.context.trace.depth
    batched = {one for leaf in (item, *(deciding or ())) if isinstance(leaf, Traced) for one in leaf.origin.batched}
    origin = origin.with_batched(frozenset([one for one in batched if one <= depth]))
    derived = isinstance(item, Traced) and item.origin.derived and frame.context.differentiating > 0
    return origin.with_derivative(derived, item.origin.pending if derived else ())  # type: ignore[attr-defined]


def _decisive(frame: Frame, deciding: list[Value]) -> Traced | None:
    """The tracer that all results follow from: vmap makes of a choice one that differs from row to row."""
    for value in deciding:
        traced = first_traced([value])
        found = None if traced is None else outside(frame, traced)
        if found is not None:
            return _with_number(frame, found)
    return None


def _origin_here(frame: Frame, item: Value, among_inputs: Traced | None, decisive: Traced | None) -> Origin:
    """Inside an abstract trace all is traced; what it follows from further out goes along."""
    origin = among_inputs.origin if among_inputs is not None else frame.context.staging
    assert origin is not None
    return following(origin, [value for value in (item, decisive) if isinstance(value, Traced)])


def _traced_here(frame: Frame, item: Value, decisive: Traced | None) -> Traced | None:
    """The tracer of vmap or grad that a result follows from; None where it is made of constants alone."""
    found = outside(frame, item) if isinstance(item, Traced) and not item.staged else None
    return decisive if found is None else _with_number(frame, found)


def _with_number(frame: Frame, found: Traced) -> Traced:
    """Under grad alone, JAX knows the number again that it did not know inside a body."""
    if frame.context.stage != GRAD or found.concrete:
        return found
    return of_trace(found.trace, Traced(found.aval, found.origin, True))


def outside(frame: Frame, value: Traced) -> Traced | None:
    """The tracer that belongs to ``frame`` and that a value of a body run from there follows from."""
    origin = value.origin
    found: Any = value
    while found is not None and found.origin.level > frame.level:
        found = found.origin.around
    if found is None or (origin.flat and (found.concrete or frame.context.stage == GRAD)):
        return None
    return found  # type: ignore[no-any-return]
