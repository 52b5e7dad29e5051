"""A transform as it was applied: what stays static, what its parameters are called, its body's frame."""

from __future__ import annotations

from jaxlint.knowledge.transforms import CALLEE_TRACED, STATIC_NAMES, STATIC_NUMBERS
from jaxlint.text.quoted import named
from jaxlint.tracing.calls.fitting import fits, refused_call
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.compiled.stale import CACHING
from jaxlint.tracing.transforms.lift import body_frame, lift
from jaxlint.tracing.transforms.refused.axis_names import axes_inside
from jaxlint.tracing.transforms.refused.call_mismatches import check_takes
from jaxlint.tracing.transforms.running import run_traced
from jaxlint.tracing.transforms.signature import name_of, names, numbers, parameters_of, positional_names, titled
from jaxlint.tracing.transforms.unflattening import check_anew
from jaxlint.tracing.values.answers import NONE, WEAK
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import Several, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.condition import Condition
    from jaxlint.tracing.running.environment import Frame
PROMISED = "promised"  # by the signature of a function that a library exports, and nobody in view transforms


def static_parameters(transformed: Transformed) -> tuple[set[int], set[str]] | None:
    """Positions and names that stay static, inferred into each other as jit does; None where unknown."""
    positions: list[int] = []
    for keyword in STATIC_NUMBERS:
        found = numbers(transformed.kwargs.get(keyword))
        if found is None:
            return None
        positions += found
    given: list[str] = []
    for keyword in STATIC_NAMES:
        known = names(transformed.kwargs.get(keyword))
        if known is None:
            return None
        given += known
    if "**" in transformed.kwargs:
        return None
    order = positional_names(transformed.func)
    if order is None:
        return None if given or any(position < 0 for position in positions) else (set(positions), set())
    return _placed(order, positions, given)


def without_static(transformed: Transformed, arguments: Arguments) -> list[Value]:
    """The arguments that the transform takes apart and puts together again."""
    static = static_parameters(transformed)
    if static is None:
        return []
    positional = [value for position, value in enumerate(arguments.positional) if position not in static[0]]
    return positional + [value for name, value in arguments.keywords.items() if name not in static[1]]


def _placed(order: list[str], positions: list[int], given: list[str]) -> tuple[set[int], set[str]]:
    static = {position % len(order) if position < 0 and order else position for position in positions}
    named = set(given) | {order[position] for position in static if position < len(order)}
    return static | {order.index(name) for name in named if name in order}, named


def origin_of(frame: Frame, transformed: Transformed, parameter: str | None) -> Origin:
    """``frame``: where the transformed function is called."""
    label = transformed.transform
    if label == "assume-traced":
        text = f"{named(parameter or name_of(transformed.func))} is assumed to be traced"
    elif parameter is not None and PROMISED in transformed.kwargs:
        promise = "which is exported and annotated as an array"
        text = f"{named(parameter)} is an argument of {titled(transformed.func)}, {promise}: `{label}` traces it"
    elif parameter is None:
        text = f"{titled(transformed.func)} runs under `{label}`"
    else:
        text = f"{named(parameter)} is an argument of {titled(transformed.func)}, traced by `{label}`"
    return Origin(text, transformed.module, transformed.node, None, frame.level_inside)


def parameter_name(transformed: Transformed, position: int) -> str:
    parameters = parameters_of(transformed.func) or []
    order = [one for one in parameters if one.kind in ("positional", "rest")]
    if position < len(order):
        return order[position].name
    known = None if order else positional_names(transformed.func)
    if known is not None and position < len(known):
        return known[position]
    return order[-1].name if order and order[-1].kind == "rest" else f"argument {position}"


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
