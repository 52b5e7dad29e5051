"""jit, vmap, grad, checkpoint ...: applied to a function, and the result called."""

from __future__ import annotations

from jaxlint.knowledge.transforms import HOST, STATIC_NAMES, STATIC_NUMBERS, WRAPPERS
from jaxlint.tracing.aval import Aval, unknown_aval
from jaxlint.tracing.calling import FUNCTIONS, TRANSFORMED, call_value
from jaxlint.tracing.context import ABSTRACT, EAGER, GRAD, VMAP
from jaxlint.tracing.facts import unhashable
from jaxlint.tracing.invocation import Arguments, constant_of
from jaxlint.tracing.origin import Origin
from jaxlint.tracing.shapes import with_leading, without_leading
from jaxlint.tracing.transforms import rules
from jaxlint.tracing.transforms.lift import body_frame, lift, map_leaves, surface
from jaxlint.tracing.transforms.signature import name_of, names, numbers, parameters_of
from jaxlint.tracing.value import (
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
    Evidence,
    Library,
    Partial,
    Sequence,
    Traced,
    Transformed,
    Value,
    aval_of,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame


def apply_wrapper(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``jax.jit(f, ...)``; without a function it waits for one, as ``partial(jax.jit, ...)`` does."""
    function = arguments.get(0, "fun")
    if function is None:
        function = arguments.get(0, "f")
    if function is None:
        return Partial(Library(name), [], arguments.keywords) if arguments.complete else UNKNOWN
    keywords = dict(arguments.keywords)
    if WRAPPERS[name] in ("grad", "value-grad") and len(arguments.positional) > 1:
        keywords["argnums"] = arguments.positional[1]
    if WRAPPERS[name] == "vmap" and len(arguments.positional) > 1:
        keywords["in_axes"] = arguments.positional[1]
    if not arguments.complete:
        keywords["**"] = UNKNOWN
    result = Transformed(name, function, keywords, frame.module, node, frame.context)
    inner: Value = function
    while isinstance(inner, (Partial, BoundMethod, Transformed)):
        if isinstance(inner, Transformed):
            inner.called = True  # the outer transform answers for it
        inner = inner.func
    frame.interpreter.pending.append(result)
    return result


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


def origin_of(transformed: Transformed, parameter: str | None) -> Origin:
    label = transformed.transform
    if label == "assume-traced":
        text = f"`{parameter or name_of(transformed.func)}` is assumed to be traced"
        return Origin(text, transformed.module, transformed.node)
    if parameter is None:
        return Origin(f"`{name_of(transformed.func)}` runs under `{label}`", transformed.module, transformed.node)
    text = f"`{parameter}` is an argument of `{name_of(transformed.func)}`, traced by `{label}`"
    return Origin(text, transformed.module, transformed.node)


def parameter_name(transformed: Transformed, position: int) -> str:
    parameters = parameters_of(transformed.func) or []
    order = [one for one in parameters if one.kind in ("positional", "rest")]
    if position < len(order):
        return order[position].name
    return order[-1].name if order and order[-1].kind == "rest" else f"argument {position}"


def call_transformed(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    transformed.called = True
    policy = WRAPPERS[transformed.transform]
    if policy == "jit" and frame.interpreter.without_jit and frame.context == EAGER:
        return _call_through(frame, node, transformed, arguments)
    call = {
        "jit": _call_jit,
        "stage": _call_jit,
        "filter": _call_filter,
        "vmap": _call_vmap,
        "filter-vmap": _call_filter_vmap,
        "grad": _call_grad,
        "value-grad": _call_grad,
        "filter-grad": _call_grad,
        "vectorize": _call_vectorized,
        "through": _call_through,
    }[policy]
    return call(frame, node, transformed, arguments)


def _run(
    frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments, context: str
) -> tuple[Value, Frame]:
    inner = body_frame(frame, context, origin_of(transformed, None))
    return call_value(inner, node, transformed.func, arguments), inner


def _lifted(transformed: Transformed, arguments: Arguments, python: bool = True) -> Arguments:
    static = static_parameters(transformed)
    positions, given = static if static is not None else (set(), set())

    def one(value: Value, key: int | str, name: str) -> Value:
        if static is None:
            return UNKNOWN if not isinstance(value, Traced) else value
        if key in positions or key in given:
            return value
        return lift(value, origin_of(transformed, name), False, python)

    values = [one(value, i, parameter_name(transformed, i)) for i, value in enumerate(arguments.positional)]
    keywords = {name: one(value, name, name) for name, value in arguments.keywords.items()}
    return Arguments(values, keywords, list(arguments.nodes), arguments.keyword_nodes, arguments.complete)


def _call_jit(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    uses = dict(frame.interpreter.consumed)
    _check_hashable(frame, node, transformed, arguments)
    result, _ = _run(frame, node, transformed, _lifted(transformed, arguments), ABSTRACT)
    if transformed.transform == "jax.make_jaxpr":
        frame.interpreter.consumed = uses  # nothing was computed
    if result is UNKNOWN and frame.context == ABSTRACT and frame.staging is not None:
        return Traced(unknown_aval(), frame.staging, False, False, Evidence())
    return surface(frame, result, arguments.values())


def _check_hashable(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> None:
    """jit looks its static arguments up in its cache, and no tracer can be hashed."""
    if transformed.transform not in ("jax.jit", "jax.pmap") or not transformed.kwargs:
        return
    positions, given = static_parameters(transformed) or (set(), set())
    for position, value in enumerate(arguments.positional):
        if position in positions:
            where = arguments.nodes[position] if position < len(arguments.nodes) else None
            unhashable(frame, where or node, value, node, name_of(transformed), parameter_name(transformed, position))
    for name, value in arguments.keywords.items():
        if name in given:
            where = arguments.keyword_nodes.get(name)
            unhashable(frame, where or node, value, node, name_of(transformed), name)


def _call_filter(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    result, _ = _run(frame, node, transformed, _lifted(transformed, arguments, python=False), ABSTRACT)
    return surface(frame, result, arguments.values())


def _call_through(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    rules.differentiate(frame, node, transformed, arguments)
    return call_value(frame, node, transformed.func, arguments)


def in_axis(axes: Value | None, position: int, count: int) -> object:
    """The in_axes entry of one argument: an int, None (not mapped), or "?"."""
    if axes is None:
        return 0
    if isinstance(axes, Const):
        return axes.value
    if isinstance(axes, Sequence) and axes.items is not None and position < len(axes.items):
        entry = axes.items[position]
        return entry.value if isinstance(entry, Const) else ("?" if entry is UNKNOWN else 0)
    return "?"


def mapped(value: Value, axis: object, origin: Origin, python: bool = True) -> Value:
    """One row of a mapped argument."""
    if axis is None:
        return value
    if axis == "?":
        return UNKNOWN if not isinstance(value, Traced) else lift(value, origin, False, python)

    def row(item: Value) -> Value:
        if isinstance(item, (Traced, Array)):
            aval = without_leading(item.aval) if axis == 0 else Aval(item.aval.kind, unknown_aval().shape)
            key_id = (item.key_id, "mapped") if item.key_id is not None else None
            evidence = item.evidence if isinstance(item, Traced) else None
            source = item.origin if isinstance(item, Traced) else origin
            return Traced(aval, source, False, False, evidence, key_id)
        return lift(item, origin, False, python)

    return map_leaves(value, row)


def _call_vmap(
    frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments, python: bool = True
) -> Value:
    axes = transformed.kwargs.get("in_axes")
    count = len(arguments.positional)
    values = [
        mapped(value, in_axis(axes, i, count), origin_of(transformed, parameter_name(transformed, i)), python)
        for i, value in enumerate(arguments.positional)
    ]
    keywords = {
        name: mapped(value, 0, origin_of(transformed, name), python) for name, value in arguments.keywords.items()
    }
    moved = Arguments(values, keywords, list(arguments.nodes), arguments.keyword_nodes, arguments.complete)
    result, _ = _run(frame, node, transformed, moved, VMAP)
    return surface(frame, result, arguments.values(), with_leading)


def _call_filter_vmap(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    return _call_vmap(frame, node, transformed, arguments, python=False)


def _call_vectorized(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    """jnp.vectorize maps over arrays; what is not known to be one may be a scalar, and then nothing is traced."""
    values = arguments.positional
    if frame.context != ABSTRACT and not any(
        isinstance(value, (Traced, Array)) and value.aval.rank for value in values
    ):
        return UNKNOWN
    origins = [origin_of(transformed, parameter_name(transformed, i)) for i in range(len(values))]
    lifted = [mapped(value, 1, origin) for value, origin in zip(values, origins, strict=True)]
    result, _ = _run(frame, node, transformed, Arguments(lifted, complete=arguments.complete), VMAP)
    return surface(frame, result, values, lambda aval: unknown_aval(aval.kind))


def argument_numbers(transformed: Transformed) -> list[int] | None:
    value = transformed.kwargs.get("argnums")
    return [0] if value is None else numbers(value)


def _call_grad(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    policy = WRAPPERS[transformed.transform]
    chosen = argument_numbers(transformed)
    values = []
    for position, value in enumerate(arguments.positional):
        if chosen is None:
            value = value if isinstance(value, Traced) else UNKNOWN
        elif position in chosen:
            origin = origin_of(transformed, parameter_name(transformed, position))
            value = lift(value, origin, True, policy != "filter-grad")
        values.append(value)
    moved = Arguments(values, arguments.keywords, list(arguments.nodes), arguments.keyword_nodes, arguments.complete)
    frame.interpreter.differentiating += 1
    result, _ = _run(frame, node, transformed, moved, GRAD)
    frame.interpreter.differentiating -= 1
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
    has_aux = constant_of(transformed.kwargs.get("has_aux"))
    if not has_aux or not isinstance(result, Sequence) or result.items is None or len(result.items) != 2:
        return surface(frame, result, inputs)

    def leaf(item: Value) -> Value:
        return surface(frame, item, inputs) if isinstance(item, (Traced, Array)) else item

    return Sequence("tuple", [surface(frame, result.items[0], inputs), map_leaves(result.items[1], leaf)])


def _gradient(
    frame: Frame, transformed: Transformed, arguments: Arguments, value: Value, chosen: list[int] | None
) -> Value:
    """The gradient has the structure of the argument it belongs to."""
    given = transformed.kwargs.get("argnums")
    gradient: Value = UNKNOWN
    if chosen is not None and all(number < len(arguments.positional) for number in chosen):
        parts = [surface(frame, arguments.positional[number], arguments.values()) for number in chosen]
        gradient = Sequence("tuple", parts) if isinstance(given, Sequence) else parts[0]
    auxiliary = constant_of(transformed.kwargs.get("has_aux"))
    if transformed.transform.endswith("value_and_grad"):
        return Sequence("tuple", [value, gradient])
    if auxiliary:
        items = value.items if isinstance(value, Sequence) and value.items and len(value.items) == 2 else None
        return Sequence("tuple", [gradient, items[1] if items else UNKNOWN])
    return gradient


def run_on_host(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Callbacks run outside the trace: nothing in them is traced, and nothing is looked at."""
    if name in ("jax.debug.callback", "jax.debug.print"):
        return Const(None)
    traced = frame.staging if frame.context == ABSTRACT else None
    return UNKNOWN if traced is None else Traced(unknown_aval(), traced, False, False, Evidence())


def named_transform(frame: Frame, node: _ast.AST, method: BoundMethod, arguments: Arguments) -> Value:
    """Methods of a transformed function: ``f.lower(...)``, ``f.defvjp(...)``, ``f.__wrapped__``."""
    receiver = method.receiver
    if isinstance(receiver, Transformed) and method.name in ("lower", "trace", "eval_shape"):
        uses = dict(frame.interpreter.consumed)
        call_transformed(frame, node, receiver, arguments)
        frame.interpreter.consumed = uses  # nothing was computed
    if isinstance(receiver, Transformed) and method.name in rules.RULES:
        return rules.define(receiver, method.name, arguments)
    return UNKNOWN


for _name in WRAPPERS:
    FUNCTIONS[_name] = apply_wrapper
for _name in HOST:
    FUNCTIONS[_name] = run_on_host
TRANSFORMED.append(call_transformed)
