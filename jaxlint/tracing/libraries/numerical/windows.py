"""Windows and segments whose place JAX moves, or leaves out, without a word, as they reach beyond the array."""

from __future__ import annotations

import _ast

from jaxlint.tracing.bounds.extents import ends, ends_of_elements, size_of
from jaxlint.tracing.bounds.indices import check_place, counter, is_asked_about, room_of
from jaxlint.tracing.events.shapes import WindowMoved
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.libraries.numerical.jax_functions import jax_call
from jaxlint.tracing.libraries.numerical.strict_operands import strict
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.aval import Dim
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.shapes import constant_int, dimension
from jaxlint.tracing.values.value import Const, Sequence, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

# By function: the places of starts, sizes or update, and axis among the arguments.
_SLICES = {"dynamic_slice": (1, 2, None), "dynamic_slice_in_dim": (1, 2, 3), "dynamic_index_in_dim": (1, None, 2)}
_UPDATES = {
    "dynamic_update_slice": (2, 1, None),
    "dynamic_update_slice_in_dim": (2, 1, 3),
    "dynamic_update_index_in_dim": (2, None, 3),
}
_STARTS = ("start_indices", "start_index", "index")
_SIZES = ("slice_sizes", "slice_size")


def window(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """A call of one of them."""
    shape = aval_of(arguments.get(0, "operand") or Const(0)).shape
    base = name.rpartition(".")[2]
    if shape and arguments.complete and not frame.condition.doubt:
        for axis, start, size in _windows(base, arguments):
            room = room_of(shape, axis)
            if room is not None and start is not None:
                _check_window(frame, node, name, axis, start, room, size)
    return (strict if base in _UPDATES else jax_call)(frame, node, name, arguments)


def _windows(base: str, arguments: Arguments) -> list[tuple[int, _ast.AST | None, int | Dim]]:
    """Of each axis: where the window starts, and its size."""
    start_at, size_at, axis_at = (_SLICES | _UPDATES)[base]
    start = next((one for name in _STARTS if (one := arguments.node(start_at, name)) is not None), None)
    update = aval_of(arguments.get(1, "update") or Const(0)).shape if base in _UPDATES else None
    if axis_at is not None:
        axis = constant_int(arguments.get(axis_at, "axis") or Const(0))
        if axis is None or axis < 0:
            return []
        if size_at is None:
            return [(axis, start, 1)]
        if update is not None:
            return [(axis, start, update[axis])] if isinstance(update, tuple) and axis < len(update) else []
        return [(axis, start, dimension(arguments.get(2, "slice_size") or Const(None)))]
    if not isinstance(start, (_ast.Tuple, _ast.List)):
        return []
    given = arguments.get(2, "slice_sizes")
    sizes = [dimension(one) for one in given.items] if isinstance(given, Sequence) and given.items is not None else []
    each = list(update) if isinstance(update, tuple) else sizes
    return [(axis, one, size) for axis, (one, size) in enumerate(zip(start.elts, each, strict=False))]


def _check_window(
    frame: Frame, node: _ast.AST, callee: str, axis: int, start: _ast.AST, room: int | Dim, size: int | Dim
) -> None:
    found = ends(frame, start)
    if found is None or not isinstance(start, _ast.expr):
        return
    first, last = found
    beyond = last.plus(size_of(size)).plus(size_of(room), -1)
    begins = first.known
    wraps = begins is not None and begins < 0 and size_of(size).plus(first).is_positive
    if (not wraps and not beyond.is_positive) or is_asked_about(frame, start):
        return
    report(
        frame,
        WindowMoved,
        node,
        counter(frame, start),
        axis=axis,
        callee=callee,
        start=start,
        begins=begins if wraps else None,
        beyond=beyond.known,
    )


def segments(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    ids, count = arguments.node(1, "segment_ids"), arguments.get(2, "num_segments")
    if ids is not None and count is not None and not frame.condition.doubt and "mode" not in arguments.keywords:
        wanted = dimension(count)
        found = ends_of_elements(frame, ids)
        if found is not None and isinstance(ids, _ast.expr):
            check_place(frame, node, ids, name, found, size_of(wanted))
    return jax_call(frame, node, name, arguments)


for _name in (*_SLICES, *_UPDATES):
    FUNCTIONS["jax.lax." + _name] = window
for _name in ("sum", "max", "min", "prod"):
    FUNCTIONS["jax.ops.segment_" + _name] = segments
