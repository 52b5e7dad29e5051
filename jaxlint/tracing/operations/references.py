"""References to what is written in place: what is read from one, and what a write leaves in it.

Measured on JAX 0.10.2 and flax 0.12.  A ``jax.Ref`` is read by an operation of JAX's: under an abstract trace what
comes out is traced, wherever the reference lives.  A ``flax.nnx.Variable`` hands out its content as it is, and stands
for it in operators and calls; it is written by putting another content in the place of the old one.
"""

from __future__ import annotations

from jaxlint.tracing.events.effects import UNDER_VMAP, EffectMisused, ForeignWrite
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.aval import unknown_aval
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.joining import join, scalar_aval
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import ABSTRACT, EAGER, GRAD, VMAP
from jaxlint.tracing.values.value import UNKNOWN, Array, Reference, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Iterable

    from jaxlint.tracing.running.environment import Frame


def may_be_ref(value: Value) -> bool:
    """A ``jax.Ref``, or what may be one, or a tree of them."""
    if isinstance(value, Reference):
        return not value.is_variable
    return isinstance(value, Traced) and value.evidence is not None and value.evidence.refers


def held(frame: Frame, value: Value) -> Value:
    """What a new ``jax.Ref`` holds: an array; under vmap a mapped one, whatever it was made from."""
    if isinstance(value, Traced):
        return Traced(value.aval, value.origin, value.concrete)
    aval = None if isinstance(value, Array) else scalar_aval(value)
    if aval is not None or (isinstance(value, Array) and value.numpy):
        value = Array(aval or value.aval)  # type: ignore[attr-defined]
    if frame.context.stage == VMAP and isinstance(value, Array) and frame.context.staging is not None:
        return Traced(value.aval, frame.context.staging)
    return value


def loaded(frame: Frame, node: _ast.AST, reference: Reference) -> Value:
    """All that a reference holds, as it is read here."""
    content = reference.content
    if reference.is_variable:
        return content
    if frame.context.stage == EAGER:
        return Array(content.aval) if isinstance(content, (Traced, Array)) else UNKNOWN
    if frame.context.stage != ABSTRACT:
        return content
    if isinstance(content, Traced) and not content.concrete:
        return content
    aval = content.aval if isinstance(content, (Traced, Array)) else unknown_aval()
    text = "the value of a reference is traced where it is read"
    return Traced(aval, Origin(text, frame.module, node, frame.context.staging))


def stored(frame: Frame, reference: Reference, value: Value, whole: bool) -> None:
    """``reference[...] = value`` (``whole``), or a part of it: the array keeps its shape and dtype."""
    content = reference.content
    if reference.is_variable and not isinstance(content, (Traced, Array)):
        replace_content(frame, reference, value if whole else UNKNOWN)
    elif isinstance(value, Traced) and isinstance(content, Array) and _is_changed_here(frame, reference):
        Heap.write(reference)
        reference.content = Traced(content.aval, value.origin, value.concrete)


def check_shared(frame: Frame, node: _ast.AST, reference: Reference, operands: Iterable[Value | None]) -> None:
    """vmap refuses a write that differs from one element of the batch to the next, to a Ref that they share."""
    batched = {one for value in operands if isinstance(value, Traced) for one in value.origin.batched}
    trace = None if reference.is_variable else frame.context.trace
    while trace is not None:
        if trace.depth in batched and trace.since is not None and reference.born < trace.since:
            says = "`vmap` does not support this write to a Ref that is shared by the whole batch"
            report(frame, EffectMisused, node, reference, what=UNDER_VMAP, says=says)
            return
        trace = trace.around


def check_level(frame: Frame, node: _ast.AST, reference: Reference) -> None:
    """flax lets a Variable be written in the trace alone that it was made in, or handed to."""
    trace = frame.context.trace
    if not reference.is_variable or frame.context.stage == EAGER:
        return
    frame.interpreter.counts.placed += 1
    if trace is None or trace.since is None:
        return
    if id(reference) in trace.handed:
        Heap.changes(trace)
        trace.updated = (*trace.updated, reference)
    if reference.born >= trace.since or id(reference) in trace.given:
        return
    report(frame, ForeignWrite, node, reference, under=trace.origin)


def replace_content(frame: Frame, reference: Reference, value: Value) -> None:
    """``variable.value = value``: anything may take the place of anything."""
    if isinstance(value, Traced) and frame.context.stage != reference.context and not _is_traced(reference.content):
        value = Array(value.aval) if value.evidence is None else UNKNOWN  # flax refuses, or the transform hands it out
    if frame.condition.branches > reference.depth:
        value = join(reference.content, value)
    Heap.write(reference)
    reference.content = value


def _is_traced(value: Value) -> bool:
    return isinstance(value, Traced)


def _is_changed_here(frame: Frame, reference: Reference) -> bool:
    """Made where it is written: outside, an array that JAX traces here is a plain one again."""
    if frame.context.stage == reference.context:
        return frame.context.stage in (GRAD, VMAP) or reference.is_variable
    return False
