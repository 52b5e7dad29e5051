"""A transform as it was applied: what stays static, what its parameters are called, its body's frame."""

from __future__ import annotations

from jaxlint.knowledge.transforms import CALLEE_TRACED
from jaxlint.tracing.applied.lift import body_frame, lift
from jaxlint.tracing.applied.settings import origin_of, without_static
from jaxlint.tracing.calls.fitting import fits, refused_call
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.compiled.stale import CACHING
from jaxlint.tracing.transforms.refused.axis_names import axes_inside
from jaxlint.tracing.transforms.refused.call_mismatches import check_takes
from jaxlint.tracing.transforms.running import run_traced
from jaxlint.tracing.transforms.unflattening import check_anew
from jaxlint.tracing.values.answers import NONE, WEAK
from jaxlint.tracing.values.value import Several, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.condition import Condition
    from jaxlint.tracing.running.environment import Frame


def with_callee_lifted(frame: Frame, transformed: Transformed) -> Transformed:
    """An object, or a method of one, is an argument, too, where the transform takes it for a pytree."""
    if transformed.transform not in CALLEE_TRACED:
        return transformed
    function = lift(transformed.func, origin_of(frame, transformed, "self"), False, False)
    if function is transformed.func:
        return transformed
    kwargs, module = transformed.kwargs, transformed.module
    lifted = Transformed(transformed.transform, function, kwargs, module, transformed.node, transformed.context)
    lifted.optional = transformed.optional
    return lifted


def under(condition: Condition, transformed: Transformed) -> Condition:
    """The condition of a body: that it was transformed may depend on what the body asks itself."""
    several = isinstance(transformed.func, Several) and transformed.func.chosen
    condition = condition.but(optional=True) if transformed.optional else condition
    return condition.doubted(WEAK if several else NONE)  # it may be transformed where another one was chosen


def run_under(
    frame: Frame,
    node: _ast.AST,
    transformed: Transformed,
    arguments: Arguments,
    stage: str,
    given: Arguments | None = None,
    **changes: object,
) -> tuple[Value, Frame]:
    """``given``: the caller's, of which ``arguments`` were made; None where some of them may be others' objects.

    ``changes``: of the context, beside those of the transform.
    """
    reused = "call" if transformed.transform in CACHING else ""
    axes = axes_inside(frame.context.axes, transformed)
    inner = body_frame(frame, stage, origin_of(frame, transformed, None), reused, axes=axes, **changes)
    inner.condition = under(inner.condition, transformed)
    inner.context.trace.forward = transformed.transform.endswith("jacfwd")  # type: ignore[union-attr]
    if not fits(transformed.func, arguments):
        check_takes(frame, node, transformed.transform, transformed.func, arguments)
        return refused_call(frame), inner
    check_anew(inner, node, without_static(transformed, arguments))
    if given is None:
        return call_value(inner, node, transformed.func, arguments), inner
    result = run_traced(inner, node, transformed.func, arguments, given.values())
    return result, inner
