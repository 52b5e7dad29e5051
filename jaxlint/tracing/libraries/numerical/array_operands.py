"""Lists, tuples, None and strings among the operands of JAX's functions.

Which functions refuse them for which parameter is measured: ``knowledge/array_operands.py``.
"""

from __future__ import annotations

from jaxlint.knowledge.array_operands import refused
from jaxlint.tracing.operations.no_arrays import kind_of, note
from jaxlint.tracing.values.value import Const, Reference, Sequence, ShapeTuple, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.knowledge.api import Parameter, Record
    from jaxlint.tracing.running.environment import Frame

    Bound = list[tuple[Parameter, Value, _ast.AST | None]]

_IN_PLACE_OF_ARRAYS = (Sequence, ShapeTuple, Const, Reference)
_LETTERS = {"list": "l", "tuple": "l", "None": "n", "string": "s", "Ref": "s"}
_INNER = {"None": "N", "string": "S"}


def check_operands(frame: Frame, node: _ast.AST, record: Record, bound: Bound) -> None:
    for parameter, value, argument in bound:
        if type(value) not in _IN_PLACE_OF_ARRAYS:
            continue
        kind = kind_of(value)
        letters = refused(record.name).get(parameter.name, "") if kind else ""
        if not letters:
            continue
        if _LETTERS[kind] in letters and not (kind == "None" and _is_left_out(parameter, bound)):
            note(frame, argument or node, value, record.name, parameter.name, kind)
        elif isinstance(value, Sequence):
            for item in value.items or ():
                inner = kind_of(item)
                if _INNER.get(inner, "-") in letters:
                    note(frame, argument or node, value, record.name, parameter.name, inner, item)
                    break


def _is_left_out(parameter: Parameter, bound: Bound) -> bool:
    """None of an optional parameter is refused only where another that goes with it is given: ``where(p, x, None)``."""
    others = [value for other, value, _ in bound if other.default == "None" and other is not parameter]
    return parameter.default == "None" and (not others or any(kind_of(value) == "None" for value in others))
