"""A transform as it was applied: what stays static, what its parameters are called, its body's frame."""

from __future__ import annotations

from jaxlint.knowledge.transforms import STATIC_NAMES, STATIC_NUMBERS
from jaxlint.tracing.calling import call_value
from jaxlint.tracing.invocation import Arguments
from jaxlint.tracing.origin import Origin
from jaxlint.tracing.transforms.lift import body_frame
from jaxlint.tracing.transforms.rebuilding import rebuild
from jaxlint.tracing.transforms.signature import name_of, names, numbers, parameters_of
from jaxlint.tracing.value import (
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame


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
    parameters = parameters_of(transformed.func)
    if parameters is None:
        return set(positions), set(given)
    order = [one.name for one in parameters if one.kind == "positional"]
    static = {position % len(order) if position < 0 and order else position for position in positions}
    named = set(given) | {order[position] for position in static if position < len(order)}
    return static | {order.index(name) for name in named if name in order}, named


def origin_of(frame: Frame, transformed: Transformed, parameter: str | None) -> Origin:
    """``frame``: where the transformed function is called."""
    label = transformed.transform
    if label == "assume-traced":
        text = f"`{parameter or name_of(transformed.func)}` is assumed to be traced"
    elif parameter is None:
        text = f"`{name_of(transformed.func)}` runs under `{label}`"
    else:
        text = f"`{parameter}` is an argument of `{name_of(transformed.func)}`, traced by `{label}`"
    return Origin(text, transformed.module, transformed.node, None, frame.level_inside)


def parameter_name(transformed: Transformed, position: int) -> str:
    parameters = parameters_of(transformed.func) or []
    order = [one for one in parameters if one.kind in ("positional", "rest")]
    if position < len(order):
        return order[position].name
    return order[-1].name if order and order[-1].kind == "rest" else f"argument {position}"


def run_under(
    frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments, context: str
) -> tuple[Value, Frame]:
    inner = body_frame(frame, context, origin_of(frame, transformed, None))
    rebuild(inner, node, arguments.values())
    return call_value(inner, node, transformed.func, arguments), inner
