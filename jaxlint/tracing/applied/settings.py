"""What a transform is told: which parameters stay static, which axes are mapped, what is differentiated or donated."""

from __future__ import annotations

from jaxlint.knowledge.transforms import STATIC_NAMES, STATIC_NUMBERS
from jaxlint.text.quoted import named
from jaxlint.tracing.applied.signature import name_of, names, numbers, parameters_of, positional_names, titled
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.values.joining import leaves
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import Const, Container, Instance, Mapping, Sequence, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
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


def in_axis(axes: Value | None, position: int, count: int) -> object:
    """The in_axes entry of one argument: an int, None (not mapped), a pytree of them, or "?"."""
    if axes is None:
        return 0
    if isinstance(axes, Const):
        return axes.value
    if isinstance(axes, Sequence) and axes.items is not None and position < len(axes.items):
        return _entry(axes.items[position])
    return _entry(axes) if isinstance(axes, (Mapping, Instance)) else "?"


def _entry(entry: Value) -> object:
    """The axis of all leaves below one entry: an int, None, a pytree of them, or not known."""
    if isinstance(entry, Const):
        return entry.value
    if isinstance(entry, Instance) and isinstance(entry.attributes.get("axes"), Mapping):
        entry = entry.attributes["axes"]
        found = {item.value if isinstance(item, Const) else "?" for item in leaves(entry)}
        return found.pop() if len(found) == 1 else "?"
    known = isinstance(entry, Instance) or (isinstance(entry, Container) and entry.items is not None)
    return entry if known else "?"


def argument_numbers(transformed: Transformed) -> list[int] | None:
    value = transformed.kwargs.get("argnums")
    return [0] if value is None else numbers(value)


_KEYWORDS = ("donate_argnums", "donate_argnames", "donate")


def keyword_of(transformed: Transformed) -> str | None:
    """The parameter that donates, as it is written."""
    return next((one for one in _KEYWORDS if one in transformed.kwargs), None)
