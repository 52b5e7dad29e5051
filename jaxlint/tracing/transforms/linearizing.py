"""jvp, vjp and linearize: a function is run on numbers that are known, and its derivative along with it."""

from __future__ import annotations

from jaxlint.tracing.applied.lift import lift, surface
from jaxlint.tracing.calls.invocation import Arguments, constant_of
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.transforms.bodies import argument_origin, run_body
from jaxlint.tracing.transforms.refused.reversal import check_reversed
from jaxlint.tracing.values.stage import GRAD
from jaxlint.tracing.values.value import FALSE, UNKNOWN, Library, Partial, Sequence, Value, Waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame


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
    waiting = Waiting(frame.context.trace)
    reversing = (*frame.context.reversing, waiting) if backwards else frame.context.reversing
    result = run_body(frame, node, function, name, lifted, GRAD, complete=known, given=primals, reversing=reversing)
    if backwards:
        check_reversed(frame, node, name, function, result, arguments.keywords)
    has_aux = arguments.get(3, "has_aux") if name == "jax.jvp" else arguments.keywords.get("has_aux")
    parts = _parted(result, constant_of(has_aux or FALSE))
    if parts is None:
        return UNKNOWN
    result, *auxiliary = parts
    out = surface(frame, result, primals)
    if name.endswith("jvp"):
        second = surface(frame, result, [*primals, *tangents])
    else:
        gives = Sequence("tuple", primals) if backwards else out
        second = Partial(Library("jax.vjp()"), [waiting, gives], {}, is_pytree=True)
    return Sequence("tuple", [out, second, *(surface(frame, one, primals, arrays_alone=False) for one in auxiliary)])


def _parted(result: Value, has_aux: object) -> list[Value] | None:
    """What is differentiated, and what comes beside it; None where it is not known whether anything does."""
    if has_aux is False:
        return [result]
    if has_aux is not True:
        return None
    pair = isinstance(result, Sequence) and result.items is not None and len(result.items) == 2
    return list(result.items or ()) if pair else [UNKNOWN, UNKNOWN]  # type: ignore[attr-defined]


def linear_map(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """What vjp or linearize gave, called: the structure of its result was known before."""
    waiting, gives = arguments.positional[:2]
    if isinstance(waiting, Waiting) and waiting.trace is frame.context.trace:
        for run in waiting.rules:
            run(frame, node)
    return surface(frame, gives, arguments.positional[1:])


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
