"""By which call, and as which parameter, tracers came where they are."""

from __future__ import annotations

from jaxlint.tracing.values.joining import leaves
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import Container, Function, Instance, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Iterable

    from jaxlint.tracing.running.environment import Frame

    Origins = tuple[Origin | None, ...]


class Recall:
    """A call that an earlier one answers: its result follows from this call's arguments, and not from the other's."""

    __slots__ = ("_bound", "_call", "_roots", "_staging", "_step")

    def __init__(
        self, call: tuple[Frame, _ast.AST, Function], bound: dict[str, Value], staging: Origin | None, step: bool
    ) -> None:
        self._call = call
        self._bound = bound
        self._staging = staging
        self._step = step
        self._roots: set[Origin] | None = None

    def moved(self, result: Traced, earlier: Origins) -> Traced:
        """``earlier``: the origins of what the other call was given."""
        if self._roots is None:
            self._roots = {one.root() for one in origins(self._bound.values(), self._staging) if one is not None}
        if result.origin.root() in self._roots:
            return result
        origin = self._moved(result.origin, earlier)
        if origin is None:
            return result
        origin = origin.with_batched(result.origin.batched)
        return Traced(result.aval, origin, result.concrete, result.staged, result.evidence, result.key_id)

    def _moved(self, origin: Origin, earlier: Origins) -> Origin | None:
        further: list[Origin] = []
        step: Origin | None = origin
        while step is not None:
            for place, one in enumerate(earlier):
                if one is not None and _is_same_step(one, step):
                    start = self._origin(place)
                    return None if start is None else _led_on(start.having(flat=step.flat), further)
            further.append(step)
            step = step.parent
        return None

    def _origin(self, place: int) -> Origin | None:
        """As the function itself would find it in the argument of this place."""
        if place == len(self._bound):
            return self._staging
        name, value = list(self._bound.items())[place]
        if self._step and isinstance(value, Traced):
            value = passed_on(*self._call, self._bound, name, value)
        return origin_of(value)


def origins(given: Iterable[Value], staging: Origin | None) -> Origins:
    """Of a call's arguments, and of what is staged in it."""
    return (*map(origin_of, given), staging)


def origin_of(value: Value) -> Origin | None:
    """Of a tracer, or of the first one in a container."""
    if type(value) is Traced:
        return value.origin
    if isinstance(value, Container):
        return next((leaf.origin for leaf in leaves(value) if isinstance(leaf, Traced)), None)
    return None


def _is_same_step(one: Origin, other: Origin) -> bool:
    return one is other or (one.node is other.node and one.text == other.text and one.parent is other.parent)


def _led_on(start: Origin, further: list[Origin]) -> Origin:
    """The same steps, the last of them first, from another start."""
    for step in reversed(further):
        start = Origin(step.text, step.module, step.node, start).having(step.around, step.flat)
    return start


def with_origins(frame: Frame, node: _ast.AST, function: Function, bound: dict[str, Value]) -> dict[str, Value]:
    """Note on each tracer by which call, and as which parameter, it came here."""
    return {
        name: passed_on(frame, node, function, bound, name, value) if isinstance(value, Traced) else value
        for name, value in bound.items()
    }


def passed_on(
    frame: Frame, node: _ast.AST, function: Function, bound: dict[str, Value], name: str, value: Traced
) -> Traced:
    if value.is_leaked or _says_so(value.origin, name, function):
        return value
    origin = Origin(f"passed as `{name}` to `{_label(function, bound)}`", frame.module, node, value.origin)
    passed = Traced(value.aval, origin, value.concrete, value.staged, value.evidence, value.key_id)
    passed.trace = value.trace
    return passed


def _label(function: Function, bound: dict[str, Value]) -> str:
    """What a message calls it: with its class, where the object may be of another one."""
    receiver = next(iter(bound.values()), None)
    several = isinstance(receiver, Instance) and receiver.members is not None
    return f"{function.owner.node.name}.{function.name}" if several and function.owner is not None else function.name


def _says_so(origin: Origin, parameter: str, function: Function) -> bool:
    """The transform's own step names this parameter already."""
    entry = (f"`{parameter}` is an argument of `{function.name}`", f"`{parameter}` is assumed")
    return origin.parent is None and origin.text.startswith(entry)
