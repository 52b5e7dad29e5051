"""What NumPy takes for an array and JAX does not: lists, tuples, None and strings as operands and indices.

Only what is certain to be one counts.  Measured on JAX 0.4.30, 0.10.2 and 0.12.0: the whole index is no list, and no
part of it a float; ``x[[0, 1], :]`` is taken.  Strings are keys of dicts of arrays, for which a tracer may stand here.
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.repeats import given_by
from jaxlint.tracing.events.values import NoArray
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.value import Array, Const, Reference, Sequence, ShapeTuple, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_CONTAINERS = ("list", "tuple")
_MADE = (_ast.List, _ast.Tuple, _ast.ListComp, _ast.Constant)


def kind_of(value: Value) -> str:
    """``list``, ``tuple``, ``None``, ``string`` or ``Ref``; "" of all else, and where it is not known."""
    if isinstance(value, Reference) and not value.is_variable:
        return "Ref"
    if isinstance(value, ShapeTuple):
        return "tuple"
    if isinstance(value, Sequence):
        return value.type if value.type in _CONTAINERS else ""
    if isinstance(value, Const):
        return "None" if value.value is None else "string" if isinstance(value.value, str) else ""
    return ""


def check_index(
    frame: Frame, base: Traced | Array, whole: _ast.expr, nodes: list[_ast.expr], values: list[Value | None]
) -> None:
    """``nodes`` and ``values``: the parts of an index."""
    if isinstance(base, Traced) and not base.is_immutable:
        return
    for node, value in zip(nodes, values, strict=True):
        if value is None:
            continue
        kind = kind_of(value)
        if kind == "list" and node is whole:
            note(frame, node, value, "", "", kind)
        elif _is_float(value):
            note(frame, node, value, "", "", "float")


def _is_float(value: Value) -> bool:
    if isinstance(value, Const):
        return isinstance(value.value, (float, complex))
    is_sure = isinstance(value, Array) or (isinstance(value, Traced) and value.is_immutable)
    return is_sure and value.aval.kind in ("f", "c") and value.aval.dtype is not None  # type: ignore[attr-defined]


def check_read(frame: Frame, node: _ast.AST, value: Value) -> bool:
    """An operand: a Ref knows no operators, its value must be read first.  True where it is one."""
    if type(value) is not Reference or value.is_variable:
        return False
    note(frame, node, value, "", "", "Ref")
    return True


def note(
    frame: Frame, node: _ast.AST, value: Value, callee: str, parameter: str, given: str, inner: Value | None = None
) -> None:
    """``inner``: what of the value is no array, where it is not the whole."""
    if _is_sure(frame, node, value, inner):
        report(frame, NoArray, node, value, callee=callee, parameter=parameter, given=given)


def _is_sure(frame: Frame, node: _ast.AST, value: Value, inner: Value | None) -> bool:
    """It is written where it is used, or where its only name is bound: what callers pass, may be arrays for others."""
    if isinstance(node, _ast.Name):
        node = given_by(frame.module, node) or node
    if inner is not None:
        return isinstance(node, (_ast.List, _ast.Tuple)) and any(isinstance(one, _ast.Constant) for one in node.elts)
    if isinstance(value, (Traced, Array, Reference)):
        return True
    return isinstance(node, _MADE) or _is_made_by_python(node)


def _is_made_by_python(node: _ast.AST) -> bool:
    """``list(...)``, ``x.shape``."""
    if isinstance(node, _ast.Call):
        return isinstance(node.func, _ast.Name) and node.func.id in _CONTAINERS
    return isinstance(node, _ast.Attribute) and node.attr == "shape"
