"""The words in which models say how their own transforms treat each argument."""

from __future__ import annotations

from jaxlint.tracing.applied.lift import body_frame, lift, surface
from jaxlint.tracing.applied.settings import in_axis
from jaxlint.tracing.applied.signature import names, numbers, titled
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.libraries.models.words import users_frame
from jaxlint.tracing.transforms.mapping import mapped
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.shapes import with_leading
from jaxlint.tracing.values.stage import ABSTRACT, VMAP
from jaxlint.tracing.values.value import UNKNOWN, BoundMethod, Const, Function, Library, Partial, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame

_WORD = "jaxlint.knowledge.models."
# Marks of an argument that goes to every step as it is, and of the loop's carry.
_BROADCAST = ("flax.linen.broadcast", "flax.core.lift.broadcast", "flax.core.broadcast")
_CARRY = ("flax.nnx.Carry",)


class _Call:
    """A transform of the library's, called by the user."""

    __slots__ = ("function", "given", "node", "origin", "outer")

    def __init__(self, frame: Frame, arguments: Arguments, settings: int) -> None:
        self.function = arguments.positional[0]
        self.given = arguments.after(1 + settings)
        self.outer, self.node, label = users_frame(frame)
        text = f"an argument of {titled(self.function)} is traced by `{label}`"
        self.origin = Origin(text, self.outer.module, self.node)

    def run(self, values: list[Value], keywords: dict[str, Value], context: str) -> Value:
        inner = body_frame(self.outer, context, self.origin)
        return call_value(inner, self.node, self.function, Arguments(values, keywords, complete=self.given.complete))


def under_jit(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``under_jit(function, static_argnums, static_argnames, *args)``; self is counted, and is no argument here."""
    call = _Call(frame, arguments, 2)
    positions, given = numbers(arguments.positional[1]), names(arguments.positional[2])

    def one(value: Value, static: bool) -> Value:
        if positions is None or given is None:
            return UNKNOWN
        return value if static else lift(value, call.origin)

    values = [one(value, index + 1 in (positions or ())) for index, value in enumerate(call.given.positional)]
    keywords = {key: one(value, key in (given or ())) for key, value in call.given.keywords.items()}
    result = call.run(values, keywords, ABSTRACT)
    return surface(call.outer, result, call.given.values(), arrays_alone=False)


def _axis(axes: Value, position: int, count: int) -> object:
    """An int, None, "carry", "all" (as it is), or "?"."""
    entry: Value = axes
    items = getattr(axes, "items", None)
    if isinstance(items, list):
        entry = items[position] if position < len(items) else UNKNOWN
    if isinstance(entry, Library):
        return "all" if entry.name in _BROADCAST else ("carry" if entry.name in _CARRY else "?")
    return in_axis(axes, position, count)


def under_vmap(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``under_vmap(function, in_axes, *args)``."""
    call = _Call(frame, arguments, 1)
    count = len(call.given.positional)
    axes = [_axis(arguments.positional[1], index, count) for index in range(count)]
    values = [
        mapped(value, None if axis == "all" else axis, call.origin)
        for value, axis in zip(call.given.positional, axes, strict=True)
    ]
    return surface(call.outer, call.run(values, {}, VMAP), call.given.values(), with_leading, arrays_alone=False)


def under_scan(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``under_scan(function, in_axes, *args)``: one step, its carries and one row of what it loops over."""
    call = _Call(frame, arguments, 1)
    count = len(call.given.positional)
    values = []
    for index, value in enumerate(call.given.positional):
        axis = _axis(arguments.positional[1], index, count)
        if axis == "all":
            values.append(value)
        else:
            values.append(lift(value, call.origin) if axis in ("carry", None) else mapped(value, axis, call.origin))
    return surface(call.outer, call.run(values, {}, ABSTRACT), call.given.values(), arrays_alone=False)


def is_function(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    value = arguments.get(0)
    while isinstance(value, Partial):
        value = value.func
    return Const(isinstance(value, (Function, BoundMethod, Transformed)))


for _name, _handler in {
    "under_jit": under_jit,
    "under_vmap": under_vmap,
    "under_scan": under_scan,
    "is_function": is_function,
}.items():
    FUNCTIONS[_WORD + _name] = _handler
