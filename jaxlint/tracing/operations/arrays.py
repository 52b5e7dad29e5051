"""What a JAX operation gives: traced or concrete, and since when."""

from __future__ import annotations

from jaxlint.tracing.compiled.traces import meets_leaked, trace_of
from jaxlint.tracing.values.aval import AnyShape, Aval, Shape, broadcast, dtype_as, promote
from jaxlint.tracing.values.joining import aval_of, leaves, scalar_aval, traced_among
from jaxlint.tracing.values.levels import following
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import ABSTRACT, EAGER
from jaxlint.tracing.values.value import UNKNOWN, Array, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.origin import Pending
    from jaxlint.tracing.values.trace import Trace


def operation(frame: Frame, node: _ast.AST, operands: list[Value], aval: Aval, key_id: object = None) -> Value:
    """The result of a JAX operation on these operands."""
    traced = traced_among(operands)
    if traced:
        if meets_leaked(frame, node, traced):
            return UNKNOWN
        live = _leading(traced)
        derived = frame.context.differentiating > 0 and any(value.origin.derived for value in traced)
        if derived and aval.kind in ("b", "i"):
            frame.context.flatten((frame.module, frame.function, node))
            derived = False
        concrete = frame.context.stage != ABSTRACT and all(value.concrete for value in traced)
        if concrete and aval.kind in ("b", "i"):
            # Whole numbers have no derivative: grad alone doesn't trace them.
            return Array(aval, False, key_id, not _holds_unknown(operands))
        staged = all(value.staged for value in traced) and not _holds_unknown(operands)
        origin = live.origin if len(traced) == 1 else following(live.origin, traced)
        if frame.level > 1 and aval.kind in ("b", "i") and not origin.flat:
            origin = origin.having(flat=True)
        if frame.context.differentiating:
            origin = origin.with_derivative(derived, _pending_among(traced))
        if len(traced) > 1:
            origin = origin.with_batched(frozenset().union(*[value.origin.batched for value in traced]))
            if origin.masked and not all(value.origin.masked for value in traced if value.origin.derived):
                origin = origin.unmasked()
        trace = trace_of(frame, node, traced, aval.kind, origin.flat)
        return of_trace(trace, Traced(aval, origin, concrete, staged, None, key_id))
    if frame.context.stage == ABSTRACT:
        origin, staged = staging_origin(frame, node), not _holds_unknown(operands)
        return of_trace(trace_of(frame, node, [], aval.kind, False), Traced(aval, origin, False, staged, None, key_id))
    return Array(aval, False, key_id, frame.context.stage == EAGER or not _holds_unknown(operands))


def _pending_among(traced: list[Traced]) -> tuple[Pending, ...]:
    """What will be noted if gradients are followed back to any of these."""
    found: tuple[Pending, ...] = ()
    for value in traced:
        if value.origin.pending and value.origin.pending != found:
            found += tuple([one for one in value.origin.pending if one not in found])
    return found


def follow(frame: Frame, node: _ast.AST, result: Value, operands: list[Value]) -> None:
    """The operation has a derivative where its operands have one, though it is not known of what kind they are."""
    if isinstance(result, Traced) and result.trace is None:
        result.trace = trace_of(frame, node, traced_among(operands), "f", result.origin.flat)


def of_trace(trace: Trace | None, value: Traced) -> Traced:
    """The tracer belongs to this run of a body."""
    value.trace = trace
    return value


def staging_origin(frame: Frame, node: _ast.AST) -> Origin:
    """Why an operation on constants is traced."""
    return Origin("every JAX operation is traced here, even on constants", frame.module, node, frame.context.staging)


def _leading(traced: list[Traced]) -> Traced:
    """The operand whose origin is told: one that depends on what is passed, if possible with a derivative."""
    live = [value for value in traced if not value.staged]
    return next((value for value in live if not value.origin.flat), (live or traced)[0])


def _holds_unknown(operands: list[Value]) -> bool:
    """Is anything among the operands, or in their containers, that may be a tracer?"""
    return any(_is_open(leaf) for value in operands for leaf in leaves(value))


def _is_open(value: Value) -> bool:
    return value is UNKNOWN or (isinstance(value, Array) and not value.sure)


def flattened(frame: Frame, node: _ast.AST, result: Value) -> Value:
    """The same, and it is told where gradients end without a word that they should."""
    if isinstance(result, Traced) and result.origin.derived:
        frame.context.flatten((frame.module, frame.function, node))
    return flat(result)


def flat(result: Value) -> Value:
    """The result of an operation whose derivative is zero: grad alone does not trace it."""
    if isinstance(result, Traced) and result.trace is not None and result.trace.differentiates:
        result.trace = result.trace.without_derivative()
    if isinstance(result, Traced) and result.origin.derived:
        result.origin = result.origin.with_derivative(False)
    return Array(result.aval) if isinstance(result, Traced) and result.concrete else result


def is_batched(value: Value) -> bool:
    """Is it another one for each element of a batch?"""
    return isinstance(value, Traced) and bool(value.origin.batched)


def unbatched(result: Value) -> Value:
    """The same for every element of a batch: made of shapes alone, or reduced along the mapped axis."""
    if isinstance(result, Traced):
        result.origin = result.origin.with_batched(frozenset())
    return result


def elementwise(
    frame: Frame, node: _ast.AST, operands: list[Value], kind: str | None = None, dtype: str | None = None
) -> Value:
    """An operator or ufunc; ``kind`` None: promoted from the operands."""
    return operated_on(frame, node, operands, elementwise_aval(operands, kind, dtype))


def operated_on(frame: Frame, node: _ast.AST, operands: list[Value], aval: Aval) -> Value:
    """What an operator gives: NumPy's array stays one beside whatever is neither a JAX array nor unknown."""
    if _is_numpys(operands):
        if len({value.aval.kind for value in operands if isinstance(value, Array)}) > 1:
            aval = Aval(aval.kind, aval.shape)  # NumPy widens: float16 beside int32 gives float64
        return Array(aval, True) if not _holds_unknown(operands) and not traced_among(operands) else UNKNOWN
    return operation(frame, node, operands, aval)


def _is_numpys(operands: list[Value]) -> bool:
    """Is one of them NumPy's, and none JAX's?"""
    arrays = [value for value in operands if isinstance(value, (Traced, Array))]
    return any(isinstance(value, Array) and value.numpy for value in arrays) and all(
        isinstance(value, Array) and value.numpy for value in arrays
    )


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
    return Aval(kind, shape, dtype or dtype_as(kind, result), result.weak and kind != "b")


def like(value: Value, kind: str | None = None, dtype: str | None = None) -> Aval:
    """The aval of a result that has the shape of its operand."""
    aval = aval_of(value)
    if kind is None:
        return Aval(aval.kind, aval.shape, dtype or aval.dtype, aval.weak)
    return Aval(kind, aval.shape, dtype)
