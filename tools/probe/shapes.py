"""How the shape of a single array that comes out follows from the arguments.

Forms:  elementwise  the operands broadcast, each element from the elements at its place
        broadcast    the operands broadcast
        same         the shape of the first operand
        reduced      without ``axis``, and all of it where that is None
        shape        what the parameter ``shape`` says
        rank N       N dimensions, whatever comes in;  rank +N  N more than the first operand has
        shape else X X where it is not given
        X axis Y     X where no axis is given, else Y
A form is told only if it holds for all values that the probe knows for the other parameters.
"""

from __future__ import annotations

import inspect
import itertools
from collections.abc import Iterator

import jax
import jax.numpy as jnp
import numpy as np

from tools.probe import trial
from tools.probe.call import Call
from tools.probe.examples import values_for
from tools.probe.findings import TRACED, Finding
from tools.probe.outputs import kind_of
from tools.probe.values import is_array, is_key

Shape = tuple[int, ...]
_SHAPES: list[Shape] = [(3,), (3, 3), (2, 3), (1, 3), (4, 3, 3)]


def form_of(finding: Finding, call: Call) -> str:
    """The first form that holds, '' where none does."""
    operands = _operands(finding, call)
    if _takes_shape(call, operands):
        return _with_shape(finding, call, operands)
    if not operands:
        return ""
    axis = call.signature.parameters.get("axis")
    if axis is None or axis.default is not None:
        return _one_form(finding, call, operands)
    call = call.without("axis")
    if _is_reduced(call, operands):
        return "reduced"
    apart, along = _one_form(finding, call, operands), _one_form(finding, call.having(axis=0), operands)
    return apart if apart == along else f"{apart or 'any'} axis {along or 'any'}"


def _with_shape(finding: Finding, call: Call, operands: list[str]) -> str:
    """``shape`` where it must be given; where it may be left out, what comes out then."""
    if call.signature.parameters["shape"].default is inspect.Parameter.empty:
        return "shape"
    call = call.without("shape")
    if operands:
        other = _one_form(finding, call, operands)
    else:
        other = "broadcast" if shape_out(call) == () else ""
    return f"shape else {other or 'any'}"


def _one_form(finding: Finding, call: Call, operands: list[str]) -> str:
    steady = [call, *_settings(finding, call, operands)]
    if all(_is_broadcast(other, operands) for other in steady):
        return "elementwise" if _is_elementwise(call, operands) else "broadcast"
    if any(not is_array(call.arguments[name]) and len(call.arguments[name]) > 1 for name in operands):  # type: ignore[arg-type]
        return ""  # several in *args: einsum may do anything with them
    if all(_is_same(other, operands) for other in steady):
        return "same"
    return _rank(steady, operands)


def _operands(finding: Finding, call: Call) -> list[str]:
    """The arrays that may be traced, and numbers beside them."""
    found = []
    for verdict in finding.verdicts:
        value = call.arguments.get(verdict.parameter.name)
        is_star = verdict.parameter.kind == inspect.Parameter.VAR_POSITIONAL
        if verdict.word == TRACED and verdict.array and (is_star or (is_array(value) and not is_key(value))):
            found.append(verdict.parameter.name)
    return found


def _settings(finding: Finding, call: Call, operands: list[str]) -> Iterator[Call]:
    """The call with each other parameter set otherwise, one at a time, as far as JAX takes it."""
    for verdict in finding.verdicts:
        name = verdict.parameter.name
        if name in operands or verdict.parameter.kind in (2, 4) or name in ("shape", "where", "out", "dtype"):
            continue
        if name == "axis" and name not in call.arguments and verdict.parameter.default is None:
            continue  # the call without an axis is one case, the call with any axis another
        values = [value for value in values_for(verdict.parameter) if not is_array(value)]
        for value in values:
            changed = call.having(**{name: value})
            if trial.under_jit(changed, []).works:
                yield changed


def _shaped(call: Call, operands: list[str], shapes: list[Shape]) -> Call:
    """The call with operands of other shapes and the dtypes they have."""
    supply = iter(shapes)
    changes: dict[str, object] = {}
    for name in operands:
        value = call.arguments[name]
        if is_array(value):
            changes[name] = jnp.ones(next(supply), value.dtype)  # type: ignore[attr-defined]
        else:
            changes[name] = tuple(jnp.ones(next(supply), item.dtype) for item in value)  # type: ignore[attr-defined]
    return call.having(**changes)


def _count(call: Call, operands: list[str]) -> int:
    values = [call.arguments[name] for name in operands]
    return sum(1 if is_array(value) else len(value) for value in values)  # type: ignore[arg-type]


def shape_out(call: Call) -> Shape | None:
    """The shape of the one array that comes out, or None."""
    return trial.under_jit(call, [], lambda result: result.shape if kind_of(result) != "-" else None).result  # type: ignore


def _takes_shape(call: Call, operands: list[str]) -> bool:
    """``shape=`` says it all: shapes of different ranks come out as they went in, whatever the operands' are."""
    if "shape" not in call.signature.parameters:
        return False
    shapes: list[Shape] = [(3,), (2, 3), (4, 2, 3)]
    if any(shape_out(call.having(shape=shape)) != shape for shape in shapes):
        return False
    square = _first_shaped(call, operands, (3, 3)) if operands else call
    return shape_out(square.having(shape=(2, 3, 3))) in (None, (2, 3, 3))


def _is_broadcast(call: Call, operands: list[str]) -> bool:
    """Operands of one shape give that shape; operands of several the shape they broadcast to, or are refused."""
    count = _count(call, operands)
    rows: list[list[Shape]] = [[shape] * count for shape in [*_SHAPES, ()]]
    if any(shape_out(_shaped(call, operands, row)) != row[0] for row in rows):
        return False
    mixed: list[list[Shape]] = [[(4, 1, 3), (5, 1)], [(3,), (4, 1)], [(), (3,)]] if count > 1 else []
    outs = [(row, shape_out(_shaped(call, operands, row + row[:1] * (count - 2)))) for row in mixed]
    return all(out in (None, np.broadcast_shapes(*row)) for row, out in outs)


def _is_elementwise(call: Call, operands: list[str]) -> bool:
    """Broadcasts, and an element of the result hangs on those at its place alone, wherever that is."""
    leaves = jax.tree_util.tree_leaves([call.arguments[name] for name in operands])
    if not _is_broadcast(call, operands) or any(np.shape(leaf)[:1] != (3,) for leaf in leaves):
        return False
    whole = trial.eager(call)
    return whole.works and all(
        _equal(trial.eager(_picked(call, operands, places)).result, np.asarray(whole.result)[places])
        for places in (np.array([2, 1, 0]), np.array([0, 0, 0]), np.array([1, 1, 1]))
    )


def _picked(call: Call, operands: list[str], places: np.ndarray) -> Call:
    """The call on other rows of its operands."""
    rows = {name: jax.tree_util.tree_map(lambda leaf: leaf[places], call.arguments[name]) for name in operands}
    return call.having(**rows)


def _equal(left: object, right: object) -> bool:
    if left is None:
        return False
    left, right = np.asarray(left), np.asarray(right)
    return left.shape == right.shape and bool(np.allclose(left, right, rtol=1e-4, atol=1e-6, equal_nan=True))


def _is_same(call: Call, operands: list[str]) -> bool:
    """Of each shape that JAX takes, and it takes two at least."""
    taken = _taken([call], operands)
    return len({shape for shape, _ in taken}) > 1 and all(shape == out for shape, out in taken)


def _taken(calls: list[Call], operands: list[str]) -> list[tuple[Shape, Shape]]:
    """Shape of the first operand and of the result, wherever JAX takes them, whatever the other operands are."""
    pairs = []
    for call in calls:
        others = [
            [call],
            *(
                [_shaped(call, [name], [shape] * _count(call, [name])) for shape in [(), *_SHAPES]]
                for name in operands[1:]
            ),
        ]
        for shape, other in itertools.product([(), *_SHAPES], itertools.chain(*others)):
            out = shape_out(_first_shaped(other, operands, shape))
            pairs += [] if out is None else [(shape, out)]
    return pairs


def _first_shaped(call: Call, operands: list[str], shape: Shape) -> Call:
    return _shaped(call, operands[:1], [shape] * _count(call, operands[:1]))


def _is_reduced(call: Call, operands: list[str]) -> bool:
    shaped = _first_shaped(call, operands, (2, 3))
    rows = [(0, (3,)), (1, (2,)), (-1, (2,))]
    return shape_out(shaped) == () and all(shape_out(shaped.having(axis=axis)) == wanted for axis, wanted in rows)


def _rank(steady: list[Call], operands: list[str]) -> str:
    pairs = {(len(shape), len(out)) for shape, out in _taken(steady, operands)}
    if len({rank for rank, _ in pairs}) < 2:
        return ""
    if len({out for _, out in pairs}) == 1:
        return f"rank {pairs.pop()[1]}"
    more = {out - rank for rank, out in pairs}
    return f"rank {more.pop():+d}" if len(more) == 1 else ""
