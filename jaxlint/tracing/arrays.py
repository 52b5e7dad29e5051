"""What a JAX operation gives: traced or concrete, and since when."""

from __future__ import annotations

from jaxlint.tracing.aval import AnyShape, Aval, Shape, broadcast, promote
from jaxlint.tracing.context import ABSTRACT
from jaxlint.tracing.joining import aval_of, leaves, scalar_aval
from jaxlint.tracing.origin import Origin
from jaxlint.tracing.value import UNKNOWN, Array, Mapping, Reference, Sequence, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame


def traced_among(operands: list[Value]) -> list[Traced]:
    """All tracers among operands and inside their containers."""
    found = []
    for value in operands:
        if isinstance(value, Traced):
            found.append(value)
        elif isinstance(value, (Sequence, Mapping, Reference)):
            found.extend(leaf for leaf in leaves(value) if isinstance(leaf, Traced))
    return found


def operation(frame: Frame, node: _ast.AST, operands: list[Value], aval: Aval, key_id: object = None) -> Value:
    """The result of a JAX operation on these operands."""
    traced = traced_among(operands)
    if traced:
        live = next((value for value in traced if not value.staged), traced[0])
        concrete = frame.context != ABSTRACT and all(value.concrete for value in traced)
        if concrete and aval.kind in ("b", "i"):
            return Array(aval, False, key_id)  # whole numbers have no derivative: grad alone doesn't trace them
        staged = all(value.staged for value in traced) and not _holds_unknown(operands)
        return Traced(aval, live.origin, concrete, staged, None, key_id)
    if frame.context == ABSTRACT:
        origin = Origin("every JAX operation is traced here, even on constants", frame.module, node, frame.staging)
        return Traced(aval, origin, False, not _holds_unknown(operands), None, key_id)
    return Array(aval, False, key_id)


def _holds_unknown(operands: list[Value]) -> bool:
    """Is anything among the operands, or in their containers, that may be a tracer?"""
    return any(
        value is UNKNOWN or (isinstance(value, (Sequence, Mapping, Reference)) and UNKNOWN in leaves(value))
        for value in operands
    )


def flat(result: Value) -> Value:
    """The result of an operation whose derivative is zero: grad alone does not trace it."""
    return Array(result.aval) if isinstance(result, Traced) and result.concrete else result


def elementwise(
    frame: Frame, node: _ast.AST, operands: list[Value], kind: str | None = None, dtype: str | None = None
) -> Value:
    """An operator or ufunc; ``kind`` None: promoted from the operands."""
    aval = elementwise_aval(operands, kind, dtype)
    if any(isinstance(value, Array) and value.numpy for value in operands) and _stays_numpy(operands):
        return Array(aval, True) if UNKNOWN not in operands else UNKNOWN
    return operation(frame, node, operands, aval)


def _stays_numpy(operands: list[Value]) -> bool:
    return not any(isinstance(value, Traced) or (isinstance(value, Array) and not value.numpy) for value in operands)


def elementwise_aval(operands: list[Value], kind: str | None = None, dtype: str | None = None) -> Aval:
    shape: Shape = ()
    result: Aval | None = None
    for value in operands:
        if isinstance(value, (Traced, Array)):
            aval = value.aval
        else:
            known = scalar_aval(value)
            if known is None:
                shape, result = AnyShape(), Aval(None, ())
                continue
            aval = known
        shape = aval.shape if result is None else broadcast(shape, aval.shape)
        if result is None:
            result = Aval(aval.kind, (), aval.dtype, aval.weak)
        else:
            result = Aval(promote(result, aval)[0], (), *promote(result, aval)[1:])
    if result is None:
        return Aval(kind, AnyShape(), dtype)
    if kind is None or kind == result.kind:
        return Aval(result.kind, shape, dtype or result.dtype, result.weak)
    # A kind of its own: bool of a comparison, float of a division or a sine.
    return Aval(kind, shape, dtype, result.weak and kind != "b")


def like(value: Value, kind: str | None = None, dtype: str | None = None) -> Aval:
    """The aval of a result that has the shape of its operand."""
    aval = aval_of(value)
    if kind is None:
        return Aval(aval.kind, aval.shape, dtype or aval.dtype, aval.weak)
    return Aval(kind, aval.shape, dtype)
