"""jvp, vjp and linearize: a function is run on numbers that are known, and its derivative along with it."""

from __future__ import annotations

from jaxlint.tracing.calling import FUNCTIONS
from jaxlint.tracing.context import GRAD
from jaxlint.tracing.invocation import Arguments
from jaxlint.tracing.transforms.bodies import argument_origin, run_body
from jaxlint.tracing.transforms.lift import lift, surface
from jaxlint.tracing.transforms.reversal import check_reversed
from jaxlint.tracing.value import UNKNOWN, Library, Partial, Sequence, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame


def forward_mode(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """jvp, vjp, linearize: the primals are traced with known numbers."""
    function = arguments.get(0, "fun")
    if function is None or not arguments.complete:
        return UNKNOWN
    primals = arguments.positional[1:]
    tangents: list[Value] = []
    known = True
    if name.endswith("jvp"):
        given, moved = arguments.get(1, "primals"), arguments.get(2, "tangents")
        known = isinstance(given, Sequence) and given.items is not None
        primals = given.items or [] if isinstance(given, Sequence) else []
        tangents = [] if moved is None else [moved]
    origin = argument_origin(frame, node, function, name, 0)
    lifted = [lift(value, origin, True, name.startswith("jax.")) for value in primals]
    backwards = name.endswith("vjp")
    frame.interpreter.differentiating += 1
    frame.interpreter.reversing += backwards
    result = run_body(frame, node, function, name, lifted, GRAD, complete=known, given=primals)
    if backwards:
        check_reversed(frame, node, name, function, result, arguments.keywords)
    frame.interpreter.reversing -= backwards
    frame.interpreter.differentiating -= 1
    if name.endswith("jvp"):
        return Sequence("tuple", [surface(frame, result, primals), surface(frame, result, [*primals, *tangents])])
    if "has_aux" in arguments.keywords:
        return Sequence("tuple", [UNKNOWN] * 3)
    out = surface(frame, result, primals)
    back: list[Value] = [Sequence("tuple", primals) if backwards else out]
    return Sequence("tuple", [out, Partial(Library("jax.vjp()"), back, {})])


def linear_map(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """What vjp or linearize gave, called: the structure of its result was known before."""
    return surface(frame, arguments.positional[0], arguments.positional)


FUNCTIONS.update(
    {
        "jax.jvp": forward_mode,
        "jax.vjp": forward_mode,
        "jax.linearize": forward_mode,
        "equinox.filter_jvp": forward_mode,
        "equinox.filter_vjp": forward_mode,
        "jax.vjp()": linear_map,
    }
)
