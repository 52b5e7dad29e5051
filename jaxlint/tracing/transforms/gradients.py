"""grad and its kin: tracers that know their numbers."""

from __future__ import annotations

from jaxlint.tracing.applied.lift import lift, map_leaves, surface
from jaxlint.tracing.applied.settings import argument_numbers, origin_of, parameter_name
from jaxlint.tracing.calls.invocation import Arguments, constant_of
from jaxlint.tracing.transforms.application import run_under
from jaxlint.tracing.transforms.handing_back import hand_back
from jaxlint.tracing.transforms.refused.flat_gradients import check_argument, check_result
from jaxlint.tracing.transforms.refused.reversal import check_reversed
from jaxlint.tracing.transforms.refused.scalar_results import check_scalar
from jaxlint.tracing.values.aval import Aval, unknown_aval
from jaxlint.tracing.values.joining import aval_of
from jaxlint.tracing.values.stage import ABSTRACT, GRAD
from jaxlint.tracing.values.value import FALSE, UNKNOWN, Array, Sequence, Traced, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.context import Flattened
    from jaxlint.tracing.running.environment import Frame


def _from_the_front(numbers: list[int] | None, arguments: Arguments) -> list[int] | None:
    """``argnums=-1``: the last of the positional arguments."""
    if numbers is None or all(number >= 0 for number in numbers):
        return numbers
    count = len(arguments.positional)
    known = arguments.complete and all(number >= -count for number in numbers)
    return [number % count if number < 0 else number for number in numbers] if known else None


def call_grad(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    chosen = _from_the_front(argument_numbers(transformed), arguments)
    values = []
    for position, value in enumerate(arguments.positional):
        if chosen is None:
            value = value if isinstance(value, Traced) else UNKNOWN
        elif position in chosen:
            origin = origin_of(frame, transformed, parameter_name(transformed, position))
            value = lift(value, origin, True, not transformed.transform.startswith("equinox."))
        values.append(value)
    moved = Arguments(values, arguments.keywords, list(arguments.nodes), arguments.keyword_nodes, arguments.complete)
    backwards = not transformed.transform.endswith("jacfwd")
    check_argument(frame, node, transformed, arguments, chosen)
    reversing = (*frame.context.reversing, None) if backwards else frame.context.reversing
    flattened: Flattened = []
    result, _ = run_under(frame, node, transformed, moved, GRAD, arguments, reversing=reversing, flattened=flattened)
    check_result(frame, node, transformed, result, flattened)
    refused = check_scalar(frame, node, transformed, result)
    if backwards:
        check_reversed(frame, node, transformed.transform, transformed.func, result, transformed.kwargs)
    hand_back(frame, transformed, arguments, moved)
    if refused:
        return UNKNOWN
    outputs = _outputs(frame, transformed, result, arguments.values())
    if transformed.transform.endswith(("grad", "value_and_grad")):
        return _gradient(frame, transformed, arguments, outputs, chosen)
    return _jacobian(frame, transformed, arguments, outputs, chosen)


def _jacobian(
    frame: Frame, transformed: Transformed, arguments: Arguments, value: Value, chosen: list[int] | None
) -> Value:
    """jacfwd, jacrev, hessian of one array by one array."""
    wanted = [arguments.positional[number] for number in chosen or [] if number < len(arguments.positional)]
    several = isinstance(transformed.kwargs.get("argnums"), Sequence) or "has_aux" in transformed.kwargs
    if isinstance(value, (Traced, Array)) and len(wanted) == 1 and aval_of(wanted[0]).kind is not None and not several:
        return surface(frame, value, arguments.values(), lambda aval: unknown_aval(aval.kind))
    return UNKNOWN


def _outputs(frame: Frame, transformed: Transformed, result: Value, inputs: list[Value]) -> Value:
    """What comes out beside the gradient; Python numbers in an auxiliary output stay what they are."""
    has_aux = constant_of(transformed.kwargs.get("has_aux", FALSE))
    if result is UNKNOWN and has_aux is None:
        return UNKNOWN
    if result is UNKNOWN and transformed.transform.endswith("value_and_grad"):
        value = _scalar(frame)
        return Sequence("tuple", [value, UNKNOWN]) if has_aux else value
    if not has_aux or not isinstance(result, Sequence) or result.items is None or len(result.items) != 2:
        return surface(frame, result, inputs)

    def leaf(item: Value) -> Value:
        return surface(frame, item, inputs) if isinstance(item, (Traced, Array)) else item

    return Sequence("tuple", [surface(frame, result.items[0], inputs), map_leaves(result.items[1], leaf)])


def _scalar(frame: Frame) -> Value:
    """The value of a function that is differentiated, of which no more is known."""
    if frame.context.stage != ABSTRACT or frame.context.staging is None:
        return UNKNOWN
    return Traced(Aval("f", ()), frame.context.staging)


def _gradient(
    frame: Frame, transformed: Transformed, arguments: Arguments, value: Value, chosen: list[int] | None
) -> Value:
    """The gradient has the structure of the argument it belongs to."""
    several = isinstance(transformed.kwargs.get("argnums"), Sequence)
    gradient: Value = UNKNOWN
    if chosen is not None and all(number < len(arguments.positional) for number in chosen):
        given = [arguments.positional[number] for number in chosen]
        parts = [surface(frame, one, arguments.values(), deciding=[value]) for one in given]
        gradient = Sequence("tuple", parts) if several else parts[0]
    auxiliary = constant_of(transformed.kwargs.get("has_aux"))
    if transformed.transform.endswith("value_and_grad"):
        return Sequence("tuple", [value, gradient])
    if auxiliary:
        items = value.items if isinstance(value, Sequence) and value.items and len(value.items) == 2 else None
        return Sequence("tuple", [gradient, items[1] if items else UNKNOWN])
    return gradient
