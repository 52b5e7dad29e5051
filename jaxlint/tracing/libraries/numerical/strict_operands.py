"""Functions of jax.lax: they promote nothing, and say which kinds of number they take.

A Python number counts as an array of the default dtype of its kind.
"""

from __future__ import annotations

from jaxlint.knowledge.api import Record, lookup
from jaxlint.knowledge.strict_operands import ALIKE, OF_SOME
from jaxlint.tracing.events.values import DtypeMismatch
from jaxlint.tracing.functions.calling import FUNCTIONS, with_contents
from jaxlint.tracing.libraries.numerical.bound import bind
from jaxlint.tracing.libraries.numerical.jax_functions import known_call
from jaxlint.tracing.libraries.numerical.results import OF_PYTHON
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.joining import scalar_aval
from jaxlint.tracing.values.value import UNKNOWN, Array, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame

_WORDS = {"b": "bool", "i": "int", "f": "float", "c": "complex"}
_NARROW = {"int64": "int32", "uint64": "uint32", "float64": "float32", "complex128": "complex64"}  # without x64


class _Operand:
    """``kinds``: of which it may be; ``dtype``: as JAX has it without x64, or None; ``given``: as the user knows it."""

    __slots__ = ("dtype", "given", "kinds", "node")

    def __init__(self, kinds: str, dtype: str | None, given: str, node: _ast.AST | None) -> None:
        self.kinds = kinds
        self.dtype = dtype
        self.given = given
        self.node = node


def _operand(value: Value, node: _ast.AST | None) -> _Operand | None:
    """None where its kind is not known."""
    if isinstance(value, (Traced, Array)):
        if isinstance(value, Traced) and not value.is_immutable:
            return None
        kind, dtype = value.aval.kind, value.aval.dtype
    else:
        scalar = scalar_aval(value)
        if scalar is None or scalar.kind is None:
            return None
        kind, dtype = scalar.kind, OF_PYTHON[scalar.kind]
    if kind is None or kind not in _WORDS:
        return None
    # What is divided may be complex, what is inverted a whole number, where no dtype says it.
    kinds = kind if dtype is not None else {"f": "fc", "b": "bi"}.get(kind, kind)
    is_python = not isinstance(value, (Traced, Array))
    given = _WORDS[kind] if is_python or dtype is None else dtype
    return _Operand(kinds, None if dtype is None else _NARROW.get(dtype, dtype), given, node)


def strict(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    record = lookup(name)
    if record is None:
        return UNKNOWN
    arguments = with_contents(arguments)
    if arguments.complete:
        _check(frame, node, record, arguments)
    return known_call(frame, node, record, arguments, None)


def _check(frame: Frame, node: _ast.AST, record: Record, arguments: Arguments) -> None:
    bound = bind(record, arguments)
    short = record.name.rpartition(".")[2]
    wanted = ALIKE.get(short) or tuple(one.name for one in record.parameters[: 2 if short in ALIKE else 1])
    found = [_operand(bound.values[one], bound.nodes[one]) for one in wanted if one in bound.values]
    operands = [one for one in found if one is not None]
    says = _refused(record, operands) if short in OF_SOME else ""
    says = says or (_apart(operands) if short in ALIKE else "")
    if says:
        report(frame, DtypeMismatch, node, UNKNOWN, callee=record.name, says=f"`lax.{short}` {says}")


def _refused(record: Record, operands: list[_Operand]) -> str:
    """A kind of number that the function has no meaning for."""
    if record.result_kind is not None:
        return ""
    for one in operands:
        if all(record.kind_for(kind) is None for kind in one.kinds):
            return f"does not accept dtype {one.given}"
    return ""


def _apart(operands: list[_Operand]) -> str:
    for other in operands[1:]:
        first = operands[0]
        if _differ(first, other):
            return f"requires arguments to have the same dtypes, got {first.given} and {other.given}"
    return ""


def _differ(one: _Operand, other: _Operand) -> bool:
    if set(one.kinds).isdisjoint(other.kinds):
        return True
    return one.dtype is not None and other.dtype is not None and one.dtype != other.dtype


for _name in OF_SOME.union(ALIKE):
    FUNCTIONS["jax.lax." + _name] = strict
