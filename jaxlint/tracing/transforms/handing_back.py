"""What a transformed function wrote into the objects it was given (flax.nnx).

The transforms of flax put it where the caller holds them; those of JAX, which take a module for a pytree since flax
0.11, hand the function a copy: what it writes is lost unless it is returned.
"""

from __future__ import annotations

from jaxlint.knowledge.transforms import HANDS_BACK
from jaxlint.tracing.applied.lift import surface
from jaxlint.tracing.applied.signature import name_of
from jaxlint.tracing.compiled.traces import variables_in
from jaxlint.tracing.events.libraries import UpdateLost
from jaxlint.tracing.running.reports import report_event
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.holding import holds_arrays
from jaxlint.tracing.values.joining import join, leaves, pairs
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import ARRAYS, UNKNOWN, Instance, Reference, Traced, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame


def hand_back(frame: Frame, transformed: Transformed, given: Arguments, lifted: Arguments) -> None:
    """``given`` are the caller's arguments, ``lifted`` those that the function was run on."""
    if not transformed.transform.startswith(HANDS_BACK):
        return
    inputs = given.values()

    def finish(value: Value) -> Value:
        return surface(frame, value, inputs, arrays_alone=False)

    for outer, inner in zip(inputs, lifted.values(), strict=True):
        if outer is not inner:
            _into(frame, outer, inner, finish, 6)


def check_kept(frame: Frame, transformed: Transformed, inner: Frame, result: Value) -> None:
    """``jax.jit``: is what was updated among the results?"""
    updated = inner.context.trace.updated if inner.context.trace is not None else ()
    if not updated or transformed.transform != "jax.jit" or frame.context.stage != EAGER:
        return
    kept = {id(one) for one in variables_in([result])}
    if not kept.isdisjoint(map(id, updated)) or any(map(_may_hold, leaves(result))):
        return
    point, callee, kind = frame.point.at(transformed.module, frame.function), name_of(transformed.func), updated[0].cls
    report_event(frame, UpdateLost(point, transformed.node, updated[0], callee=callee, kind_of=kind.node.name))


def _may_hold(leaf: Value) -> bool:
    """It may be a state, or a module."""
    return leaf is UNKNOWN or isinstance(leaf, Instance) or (isinstance(leaf, Traced) and not leaf.is_array)


def _into(frame: Frame, outer: Value, inner: Value, finish: Callable[[Value], Value], depth: int) -> None:
    if depth == 0 or type(outer) is not type(inner):
        return
    if isinstance(outer, Reference) and isinstance(inner, Reference):
        Heap.write(outer)
        outer.content = _changed(frame, outer, outer.content, finish(inner.content))
    elif isinstance(outer, Instance) and isinstance(inner, Instance) and outer.cls.layout == ARRAYS:
        Heap.write(outer)
        for name, item in inner.attributes.items():
            before = outer.attributes.get(name)
            if before is None or (before is not item and not holds_arrays(before)):
                outer.attributes[name] = _changed(frame, outer, before, finish(item))
            else:
                _into(frame, before, item, finish, depth - 1)
    else:
        for _, before, item in pairs(outer, inner) or ():
            _into(frame, before, item, finish, depth - 1)


def _changed(frame: Frame, owner: Instance, before: Value | None, value: Value) -> Value:
    """Below a branch that may not run, what was there before may be there still."""
    return value if before is None or frame.condition.branches <= owner.depth else join(before, value)
