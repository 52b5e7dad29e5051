"""Functions that run on the host, outside of the trace: what JAX is told of their results, and where it refuses them.

Measured on JAX 0.10.2.  A call has no derivative, whether or not its result is used.  JAX compares the leaves of what
comes back with ``result_shape_dtypes``, and narrows 64 bits to 32 on both sides; it does not compare the structure.
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.index import flow_of
from jaxlint.knowledge.releases import target
from jaxlint.knowledge.transforms import HOST
from jaxlint.tracing.applied.lift import map_leaves, traced_tree
from jaxlint.tracing.bounds.wide_dtypes import NARROWED
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.events.effects import DROPPED, RESULT, UNDER_VMAP, EffectMisused
from jaxlint.tracing.events.gradients import MissingRule
from jaxlint.tracing.events.raised import MISFIT
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.libraries.trees.pytrees import leaves_in_order
from jaxlint.tracing.operations.arrays import operation
from jaxlint.tracing.operations.jax_types import described
from jaxlint.tracing.running.context import Context
from jaxlint.tracing.running.environment import Frame
from jaxlint.tracing.running.reports import report, report_event
from jaxlint.tracing.transforms.refused.call_mismatches import check_function
from jaxlint.tracing.values.aval import Aval, Dim, are_unequal, written_shape
from jaxlint.tracing.values.joining import leaves, scalar_aval, traced_among
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import ABSTRACT
from jaxlint.tracing.values.value import NONE, UNKNOWN, Array, Const, Library, ShapeTuple, Static, Traced, Value

_PURE = "jax.pure_callback"
_WITH_METHOD = (0, 6)
_REPORTING = ("jax.debug.callback", "jax.debug.print")
_OPTIONS = frozenset(["sharding", "vmap_method", "vectorized", "ordered"])
_METHODS = frozenset(["vmap_method", "vectorized"])
_KINDS = {"b": "bool", "i": "int", "f": "float", "c": "complex"}


def run_on_host(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Nothing in the callback is traced; what comes back is as ``result_shape_dtypes`` describes it."""
    if name != "jax.debug.print":
        check_function(frame, node, name, arguments.get(0, "callback") or UNKNOWN, arguments.node(0, "callback"))
    if name in _REPORTING:
        return NONE
    if ".host_callback." in name:
        return _unknown(frame)  # gone, and with other arguments
    callback, wanted = arguments.get(0, "callback"), arguments.get(1, "result_shape_dtypes")
    given = _without_options(arguments)
    if callback is None or wanted is None or not arguments.complete:
        return _unknown(frame)
    _check_derivative(frame, node, name, given)
    _check_batched(frame, node, name, arguments, given)
    if name == _PURE and frame.context.stage == ABSTRACT and _is_dropped(frame, node):
        _note(frame, node, DROPPED, "")
    if not _check_description(frame, node, arguments.node(1, "result_shape_dtypes"), wanted):
        return UNKNOWN
    operands = given.values()
    if not any(one.origin.batched for one in traced_among(operands)):
        _check_result(frame, node, callback, wanted, given)

    def leaf(item: Value) -> Value:
        aval = described(item)
        return UNKNOWN if aval is None else operation(frame, node, operands, aval)

    return _unknown(frame) if wanted is UNKNOWN else map_leaves(wanted, leaf)


def _unknown(frame: Frame) -> Value:
    staging = frame.context.staging if frame.context.stage == ABSTRACT else None
    return UNKNOWN if staging is None else traced_tree(staging)


def _without_options(arguments: Arguments) -> Arguments:
    given = arguments.after(2)
    names = ("callback", "result_shape_dtypes", *_OPTIONS)
    given.keywords = {name: value for name, value in given.keywords.items() if name not in names}
    return given


def _check_derivative(frame: Frame, node: _ast.AST, name: str, given: Arguments) -> None:
    """Noted where the differentiation is called: the callback itself does no harm."""
    trace = frame.context.trace
    while trace is not None and not trace.differentiates:
        trace = trace.around
    if trace is None or not any(one.origin.derived for one in traced_among(given.values())):
        return
    module, function, asking = (*frame.context.calls, (frame.module, frame.function, node))[trace.calls]
    says = f"`{name}` has no derivative, but its argument is differentiated"
    related = (Origin(f"`{name}` is called here", frame.module, node),)
    point = frame.point.at(module, function)
    report_event(frame, MissingRule(point, asking, UNKNOWN, raises=MISFIT, says=says, related=related))


def _check_batched(frame: Frame, node: _ast.AST, name: str, arguments: Arguments, given: Arguments) -> None:
    if name != _PURE and frame.context.trace is not None and frame.context.trace.selected:
        says = f"`vmap` does not support `{name}` in a loop or branch whose predicate is batched"
        _note(frame, node, UNDER_VMAP, says)
        return
    batched = next((one for one in traced_among(given.values()) if one.origin.batched), None)
    if batched is None:
        return
    ordered = arguments.keywords.get("ordered")
    if name != _PURE and isinstance(ordered, Const) and ordered.value is True:
        _note(frame, node, UNDER_VMAP, f"`vmap` does not support `{name}` with `ordered=True`", batched)
    elif name == _PURE and _needs_method(frame) and _METHODS.isdisjoint(arguments.keywords):
        _note(frame, node, UNDER_VMAP, f"`vmap` of `{name}` requires `vmap_method`", batched)


def _needs_method(frame: Frame) -> bool:
    """Older releases call the function for each element."""
    return target(frame.interpreter.project.requirement(frame.module.path)).high >= _WITH_METHOD


def _is_dropped(frame: Frame, node: _ast.AST) -> bool:
    """The statement is the call alone, or binds a name that nobody reads."""
    parent = frame.module.parents.get(node)
    if isinstance(parent, _ast.Expr):
        return True
    if not isinstance(parent, _ast.Assign) or frame.function is None or len(parent.targets) != 1:
        return False
    target = parent.targets[0]
    return isinstance(target, _ast.Name) and not flow_of(frame.function).reaching.reads(target)


def _check_description(frame: Frame, node: _ast.AST, written: _ast.AST | None, wanted: Value) -> bool:
    """JAX asks each leaf for its ``shape`` and ``dtype``."""
    for leaf in leaves(wanted):
        number = isinstance(leaf, (Static, ShapeTuple)) or (isinstance(leaf, Const) and leaf.value is not None)
        if number or isinstance(leaf, Library):
            what = "a number" if number else f"`{leaf.name}`"  # type: ignore[attr-defined]
            says = f"`result_shape_dtypes` requires `jax.ShapeDtypeStruct` leaves with shape and dtype, got {what}"
            _note(frame, written or node, RESULT, says)
            return False
    return True


def _check_result(frame: Frame, node: _ast.AST, callback: Value, wanted: Value, given: Arguments) -> None:
    """Run the callback on concrete arrays, as it will be."""
    promised = leaves_in_order(wanted)
    if promised is None or None in (avals := [described(one) for one in promised]):
        return
    context = Context(calls=frame.context.calls, quiet=True)
    outside = Frame(frame.interpreter, frame.module, frame.function, frame, context, frame.condition)
    result = call_value(outside, node, callback, given.mapped(_concrete))
    returned = leaves_in_order(result)
    if returned is None:
        return
    if len(returned) != len(avals):
        _note_difference(frame, node, _arrays(len(returned)), _arrays(len(avals)))
        return
    for value, aval in zip(returned, avals, strict=True):
        differs = None if aval is None else _difference(value, aval)
        if differs is not None:
            _note_difference(frame, node, *differs)
            return


def _note_difference(frame: Frame, node: _ast.AST, returned: str, promised: str) -> None:
    says = f"the callback returns {returned}, but `result_shape_dtypes` describes {promised}"
    _note(frame, node, RESULT, says)


def _arrays(count: int) -> str:
    return "one array" if count == 1 else f"{count or 'no'} arrays"


def _concrete(value: Value) -> Value:
    """Most callbacks compute with NumPy; one that needs JAX's arrays is rare."""

    def leaf(item: Value) -> Value:
        return Array(item.aval, numpy=True) if isinstance(item, (Traced, Array)) else UNKNOWN

    return map_leaves(value, leaf)


def _difference(value: Value, wanted: Aval) -> tuple[str, str] | None:
    """In words; None where they agree, or it is not known."""
    aval = value.aval if isinstance(value, (Traced, Array)) else scalar_aval(value)
    if aval is None:
        return None
    if isinstance(aval.shape, tuple) and isinstance(wanted.shape, tuple) and _are_apart(aval.shape, wanted.shape):
        return f"shape {_written(aval.shape)}", _written(wanted.shape)
    dtypes = [NARROWED.get(one.dtype or "", one.dtype) for one in (aval, wanted)]
    if None not in (aval.kind, wanted.kind) and aval.kind != wanted.kind:
        return tuple(one.dtype or _KINDS.get(one.kind or "", "another dtype") for one in (aval, wanted))  # type: ignore
    is_python = not isinstance(value, (Traced, Array))
    if not is_python and None not in dtypes and dtypes[0] != dtypes[1]:
        return str(aval.dtype), str(wanted.dtype)
    return None


def _are_apart(one: tuple[int | Dim, ...], other: tuple[int | Dim, ...]) -> bool:
    return len(one) != len(other) or any(map(are_unequal, one, other))


def _written(shape: tuple[int | Dim, ...]) -> str:
    return written_shape([size if isinstance(size, int) else "?" for size in shape])


def _note(frame: Frame, node: _ast.AST, what: str, says: str, batched: Traced | None = None) -> None:
    report(frame, EffectMisused, node, batched or UNKNOWN, what=what, says=says)


for _name in HOST:
    FUNCTIONS[_name] = run_on_host
