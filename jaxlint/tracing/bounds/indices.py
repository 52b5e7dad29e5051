"""Places that are not there: JAX clamps an index that is read past the end, and drops what is written there."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.scopes import binding_of
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.bounds.extents import Sum, ends, size_of
from jaxlint.tracing.events.shapes import OutOfBounds
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.aval import Dim, Shape
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.value import Const, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.bounds.extents import Ends
    from jaxlint.tracing.running.environment import Frame

READ, WRITTEN = "[]", ".at[]"  # by what an array is indexed
_ALIGNED = frozenset(["int", "slice", "full", "array"])  # indices that each stand for one axis


def room_of(shape: Shape, axis: int) -> int | Dim | None:
    """The size of an axis; the same each time it is asked for, also where it is not known."""
    if not isinstance(shape, tuple):
        return shape.dim(axis)
    return shape[axis] if axis < len(shape) else None


def counter(frame: Frame, node: _ast.AST) -> Value:
    """The counter that the place follows from, where it is one."""
    names = [one for one in walk(node) if isinstance(one, _ast.Name)]
    return next((value for one in names if (value := frame.lookup(one.id)) is not None), Const(None))


def is_asked_about(frame: Frame, place: _ast.AST) -> bool:
    """The function compares what the place is made of: somebody sees to what is beyond."""
    names = {one.id for one in walk(place) if isinstance(one, _ast.Name)}
    body = frame.function
    if body is None or not names:
        return False
    asking = [one for one in walk(body) if isinstance(one, _ast.Compare)]
    return any(isinstance(one, _ast.Name) and one.id in names for ask in asking for one in walk(ask))


def check_read(frame: Frame, node: _ast.Subscript, array: Value, indices: list[_ast.expr], parts: list[str]) -> None:
    """``x[i + 1]``; ``parts``: what each index is, as ``index_shape`` has them."""
    if not frame.condition.doubt and _ALIGNED.issuperset(parts):
        _check_indices(frame, node, array, indices, READ)


def check_write(frame: Frame, node: _ast.AST, array: Value) -> None:
    """``x.at[i + 1].set(v)`` without a ``mode``: what is beyond the end is dropped."""
    if not isinstance(node, _ast.Call) or frame.condition.doubt:
        return
    written = getattr(node.func, "value", None)
    if not isinstance(written, _ast.Subscript) or getattr(node.func, "attr", "get") == "get":
        return
    if any(keyword.arg in ("mode", None) for keyword in node.keywords):
        return
    indices = written.slice.elts if isinstance(written.slice, _ast.Tuple) else [written.slice]
    if not any(isinstance(one, _ast.Starred) for one in indices):
        _check_indices(frame, node, array, indices, WRITTEN)


def _check_indices(frame: Frame, node: _ast.AST, array: Value, indices: list[_ast.expr], callee: str) -> None:
    shape = aval_of(array).shape
    for axis, index in enumerate(indices):
        if isinstance(index, _ast.Constant) and type(index.value) is not int:
            return  # None, or an ellipsis: the axes are others
        found, room = ends(frame, index), room_of(shape, axis)
        if found is not None and room is not None:
            check_place(frame, node, index, callee, found, size_of(room))


def check_place(frame: Frame, node: _ast.AST, index: _ast.expr, callee: str, found: Ends, room: Sum) -> None:
    first, last = found
    beyond, before = last.plus(Sum(1)).plus(room, -1), first.plus(room).times(-1)
    known = beyond.known if beyond.is_positive else -(before.known or 0) if before.is_positive else None
    if not known or is_asked_about(frame, index):
        return
    report(
        frame,
        OutOfBounds,
        node,
        counter(frame, index),
        beyond=known,
        callee=callee,
        index=index,
        counted=last.plus(first, -1).known != 0 or _is_of_loop(frame, index),
    )


def _is_of_loop(frame: Frame, index: _ast.expr) -> bool:
    """A loop of Python's, the iterations of which are run here one by one, sets a part of it."""
    bindings = [binding_of(frame.module, one) for one in walk(index) if isinstance(one, _ast.Name)]
    return any(one is not None and isinstance(frame.module.parents.get(one.nodes[0]), _ast.For) for one in bindings)
