"""The bodies of loops and branches: run on traced arguments, a loop's until no more is learned."""

from __future__ import annotations

from jaxlint.tracing.applied.lift import body_frame, lift, map_leaves, outside
from jaxlint.tracing.applied.signature import parameters_of, titled
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.compiled.traces import end
from jaxlint.tracing.keys.uses import in_turn, may_be_key
from jaxlint.tracing.operations.arrays import is_batched
from jaxlint.tracing.transforms.running import run_traced
from jaxlint.tracing.transforms.unflattening import check_anew
from jaxlint.tracing.values.joining import aval_of, pairs, scalar_aval
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import ABSTRACT, GRAD, VMAP
from jaxlint.tracing.values.trace import Trace
from jaxlint.tracing.values.value import UNKNOWN, Array, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable

    from jaxlint.tracing.running.environment import Frame

_ROUNDS = 3  # of a loop's body, for tracers to get from one part of what it carries to another


def argument_origin(frame: Frame, node: _ast.AST, function: Value, name: str, position: int) -> Origin:
    parameters = parameters_of(function) or []
    label = f"`{parameters[position].name}`" if position < len(parameters) else f"argument {position}"
    return Origin(
        f"{label} is an argument of {titled(function)}, traced by `{name}`",
        frame.module,
        node,
        None,
        frame.level_inside,
    )


def _staged_by(frame: Frame, node: _ast.AST, function: Value, name: str) -> Origin:
    return Origin(f"{titled(function)} is traced by `{name}`", frame.module, node, None, frame.level_inside)


def run_body(
    frame: Frame,
    node: _ast.AST,
    function: Value,
    name: str,
    values: list[Value],
    context: str = ABSTRACT,
    named: bool = False,
    complete: bool = True,
    given: list[Value] | None = None,
    turns: Trace | None = None,
    as_it_is: bool = False,
    chosen: Value = UNKNOWN,
    **changes: object,
) -> Value:
    """Call a loop's or branch's body on traced arguments; ``named``: what may be a key gets an identity.

    ``complete`` False: there are more arguments, it is not known which.  ``given``: what ``values`` were made of, if
    they are lifted.  ``turns``: the trace of a body that is run several times here, and once by JAX;
    ``as_it_is``: of one that JAX calls in the trace around.  ``chosen``: what decides whether it runs.  ``changes``:
    of the context.
    """
    if frame.context.is_plain(name):
        return UNKNOWN
    staging = _staged_by(frame, node, function, name)
    inner = body_frame(frame, context, staging, "", axes=frame.context.axes, **changes)
    inner.context.trace.forward = name.endswith("jvp")  # type: ignore[union-attr]
    lifted = [
        lift(value, argument_origin(frame, node, function, name, position)) if context == ABSTRACT else value
        for position, value in enumerate(values)
    ]
    if named:
        lifted = [_named(frame, value) for value in lifted]
    if context == ABSTRACT:
        check_anew(inner, node, lifted)
    if as_it_is:
        inner.context = inner.context.but(trace=frame.context.trace)
        return call_value(inner, node, function, Arguments(lifted, complete=complete))
    inner.context.trace.selected |= is_batched(chosen)  # type: ignore[union-attr]
    if turns is not None:
        inner.context = inner.context.but(trace=turns)
    known = values if given is None else given
    return run_traced(inner, node, function, Arguments(lifted, complete=complete), known, turns is None)


def _named(frame: Frame, value: Value) -> Value:
    """A key that comes back as it went in is the same one in the next turn."""

    def leaf(item: Value) -> Value:
        if not isinstance(item, Traced) or item.key_id is not None or not may_be_key(item):
            return item
        return Traced(item.aval, item.origin, item.concrete, item.staged, item.evidence, frame.interpreter.fresh_key())

    return map_leaves(value, leaf)


def run_turns(
    frame: Frame,
    node: _ast.AST,
    function: Value,
    name: str,
    values: list[Value],
    following: Callable[[Value], list[Value]],
    chosen: Value = UNKNOWN,
) -> Value:
    """Run a loop's body until it lets no more tracers into what it carries; ``chosen``: what decides how often."""
    staging, calls = _staged_by(frame, node, function, name), len(frame.context.calls)
    trace = Trace(frame.context.trace, ABSTRACT, staging, frame.interpreter.entry.number, calls)
    trace.reused = "iteration"
    trace.selected |= is_batched(chosen)
    result = _run_turns(frame, node, function, name, values, following, trace)
    for _ in range(_ROUNDS):
        carried = [reached(frame, a, b) for a, b in zip(values, following(result), strict=True)]
        if all(a is b for a, b in zip(values, carried, strict=True)):
            break
        values = carried
        result = _run_turns(frame, node, function, name, values, following, trace)
    end(frame.interpreter, trace)
    return result


def _run_turns(
    frame: Frame,
    node: _ast.AST,
    function: Value,
    name: str,
    values: list[Value],
    following: Callable[[Value], list[Value]],
    trace: Trace,
) -> Value:
    """Run it once; where it uses keys up, once more on what the first turn leaves for the ``following`` one."""

    def turn(number: int, given: list[Value], named: bool = False) -> Value:
        return in_turn(frame, number, lambda: run_body(frame, node, function, name, given, named=named, turns=trace), 1)

    uses, draws = frame.interpreter.consumed, frame.interpreter.counts.draws
    result = turn(0, values)
    if draws != frame.interpreter.counts.draws:
        frame.interpreter.consumed = uses
        result = turn(1, following(turn(0, values, named=True)))
    return result


def reached(frame: Frame, before: Value, after: Value, depth: int = 6) -> Value:
    """What a loop carries in, where its body lets a tracer of the code around into what it carries on."""
    both = pairs(before, after) if depth else None
    if both is not None:
        items = [reached(frame, a, b, depth - 1) for _, a, b in both]
        same = all(item is a for item, (_, a, _) in zip(items, both, strict=True))
        return before if same else before.like(items)  # type: ignore[attr-defined]
    if isinstance(after, Traced) and not isinstance(before, Traced) and frame.context.stage in (VMAP, GRAD):
        found = None if after.staged else outside(frame, after)
        if found is not None and (isinstance(before, Array) or scalar_aval(before) is not None):
            return Traced(aval_of(before), found.origin, found.concrete)
    return before
