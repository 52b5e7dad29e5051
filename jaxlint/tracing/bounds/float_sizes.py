"""Floats for sizes: ``jnp.zeros(n / 2)``.

Measured on JAX 0.10.2: each parameter of one of these names asks for whole numbers, and refuses 3.0 as it does 2.5.
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.repeats import given_by
from jaxlint.tracing.events.values import FloatSize
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.value import Const, Sequence, Static, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.libraries.numerical.bound import Bound
    from jaxlint.tracing.running.environment import Frame

_SIZES = frozenset(["shape", "newshape", "num", "N", "M", "reps", "repeats", "num_classes", "size", "slice_sizes"])
_HOMES = ("jax.numpy.", "jax.random.", "jax.lax.", "jax.nn.", "jax.Array.")


def check_sizes(frame: Frame, callee: str, bound: Bound) -> None:
    if not callee.startswith(_HOMES):
        return
    for parameter, value, node in bound.parameters:
        if parameter.name in _SIZES and node is not None:
            rows: list[_ast.AST] = list(node.elts) if isinstance(node, (_ast.Tuple, _ast.List)) else []
            items = value.items if isinstance(value, Sequence) else None
            pairs = list(zip(rows, items or [], strict=False)) or [(node, value)]
            for where, size in pairs:
                check_size(frame, where, size, callee, parameter.name)


def check_size(frame: Frame, node: _ast.AST, value: Value, callee: str, parameter: str) -> None:
    """``callee`` "": it is a bound of a slice."""
    if _is_float(frame, node, value):
        report(frame, FloatSize, node, value, callee=callee, parameter=parameter)


def _is_float(frame: Frame, node: _ast.AST, value: Value) -> bool:
    """A quotient is one; of another number that is not known, only perhaps."""
    if isinstance(value, Const):
        return isinstance(value.value, float)
    made = given_by(frame.module, node) if isinstance(node, _ast.Name) else node
    quotient = isinstance(made, _ast.BinOp) and isinstance(made.op, _ast.Div)
    return isinstance(value, Static) and value.type == "float" and quotient
