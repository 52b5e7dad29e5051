"""A transform that nobody in view calls: its parameters, their annotations and defaults are the evidence."""

from __future__ import annotations

from jaxlint.knowledge.transforms import WRAPPERS
from jaxlint.tracing.applied.lift import body_frame
from jaxlint.tracing.applied.settings import argument_numbers, in_axis, origin_of, static_parameters, without_static
from jaxlint.tracing.applied.signature import Parameter, parameters_of
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.compiled.stale import CACHING
from jaxlint.tracing.objects.declared import object_of
from jaxlint.tracing.objects.heirs import receiver_of
from jaxlint.tracing.objects.used_as import class_by_attributes, is_array_by_use
from jaxlint.tracing.running.context import Context
from jaxlint.tracing.running.environment import NO_CONDITION, Frame
from jaxlint.tracing.transforms.annotations import annotated_value, arrays_only, record
from jaxlint.tracing.transforms.application import under, with_callee_lifted
from jaxlint.tracing.transforms.refused.invalid_arguments import check_receiver
from jaxlint.tracing.transforms.refused.invalid_results import check_result
from jaxlint.tracing.transforms.refused.reversal import check_reversed
from jaxlint.tracing.transforms.running import run_traced
from jaxlint.tracing.transforms.unflattening import check_anew
from jaxlint.tracing.values.answers import flag
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.aval import unknown_aval
from jaxlint.tracing.values.stage import ABSTRACT, GRAD, VMAP
from jaxlint.tracing.values.value import (
    UNKNOWN,
    BoundMethod,
    Function,
    Instance,
    Sequence,
    Static,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.interpreter import Interpreter

_JIT = ("jit", "stage", "graph")
_FILTERS = ("filter", "filter-vmap", "filter-grad")
_RECEIVING = (*_JIT, *_FILTERS)  # they trace what the object of a method holds
_AS_CALLED = ("through", "vectorize", "custom", "gradient", "shard", "unseen")  # only a call tells what is traced
_CONTEXTS = {"vmap": VMAP, "filter-vmap": VMAP, "grad": GRAD, "value-grad": GRAD, "filter-grad": GRAD}


def run_generic(interpreter: Interpreter, transformed: Transformed, receiver: Value | None = None) -> None:
    """Run the function under its transform on arguments of which only the signature is known.

    ``receiver``: of a method, where more is known of it.
    """
    parameters = parameters_of(transformed.func)
    if parameters is None:
        return
    policy = WRAPPERS[transformed.transform]
    if policy in _AS_CALLED:
        return
    function = _definition(transformed)
    closure = None if function is None else function.closure
    level = 0 if closure is None else closure.level
    context = Context(stage=transformed.context)
    frame = Frame(interpreter, transformed.module, None, closure, context, NO_CONDITION, level)
    arguments = generic_arguments(frame, transformed, parameters, policy)
    if receiver is not None and arguments.positional:
        arguments.positional[0] = receiver
    if arguments.positional:
        check_receiver(frame, transformed, arguments.positional[0])
    stage = _CONTEXTS.get(policy, ABSTRACT)
    reused = "call" if transformed.transform in CACHING else ""
    backwards = stage == GRAD and not transformed.transform.endswith("jacfwd")
    inner = body_frame(
        frame, stage, origin_of(frame, transformed, None), reused, reversing=(None,) if backwards else ()
    )
    inner.condition = under(inner.condition, transformed)
    check_anew(inner, transformed.node, without_static(transformed, arguments))
    function_run = with_callee_lifted(frame, transformed).func
    if policy in _FILTERS or transformed.transform == ASSUMED:
        result = call_value(inner, transformed.node, function_run, arguments)
    else:
        result = run_traced(inner, transformed.node, function_run, arguments, _as_they_are(arguments))
    if backwards:
        check_reversed(frame, transformed.node, transformed.transform, transformed.func, result, transformed.kwargs)
    check_result(frame, transformed.node, transformed, result)


def _as_they_are(arguments: Arguments) -> list[Value]:
    """Objects that no transform looks into: self of a method, what is static."""
    return [one for one in arguments.values() if isinstance(one, Instance) and not one.cls.pytree]


def _definition(value: Value) -> Function | None:
    while not isinstance(value, Function):
        inner = getattr(value, "func", None)
        if inner is None:
            return None
        value = inner
    return value


def generic_arguments(frame: Frame, transformed: Transformed, parameters: list[Parameter], policy: str) -> Arguments:
    static = static_parameters(transformed)
    values: list[Value] = []
    keywords: dict[str, Value] = {}
    complete = True
    if _maps_rows(transformed.func):
        parameters = [Parameter(one.name, one.kind, one.default, None) for one in parameters]
    receiver = _receiver(frame, transformed, policy, static is None or 0 in static[0] or "self" in static[1])
    for position, parameter in enumerate(parameters):
        if position == 0 and receiver is not None:
            values.append(receiver)
            continue
        if parameter.kind in ("rest", "extra"):
            complete = False
            continue
        if parameter.default is not None and _leaves_out(transformed.func, parameter, position):
            continue
        is_static = static is None or position in static[0] or parameter.name in static[1]
        value = _argument(frame, transformed, parameter, position, policy, is_static)
        if parameter.kind == "keyword":
            keywords[parameter.name] = value
        else:
            values.append(value)
    return Arguments(values, keywords, complete=complete, rest=_others(frame, transformed, parameters, policy))


def _maps_rows(function: Value) -> Transformed | None:
    """``jit(vmap(f))``: what f says of its parameters, it says of one row."""
    while isinstance(function, Transformed):
        if WRAPPERS.get(function.transform) in ("vmap", "filter-vmap"):
            return function
        function = function.func
    return None


def _leaves_out(function: Value, parameter: Parameter, position: int) -> bool:
    """An inner transform would trace, or map, what nobody passes: ``jit(self.method)`` of a jitted method.

    ``in_axes`` of an inner vmap count what is passed by position.
    """
    rows = _maps_rows(function)
    if rows is not None:
        axes = rows.kwargs.get("in_axes")
        counted = axes.items if isinstance(axes, Sequence) else None
        return parameter.kind == "keyword" or (counted is not None and position >= len(counted))
    return isinstance(function, BoundMethod) and isinstance(function.func, Transformed)


def _others(frame: Frame, transformed: Transformed, parameters: list[Parameter], policy: str) -> Value:
    """What ``*rest`` and ``**named`` hold: all of it is traced, unless some arguments are static."""
    taking = [one for one in parameters if one.kind in ("rest", "extra")]
    if not taking or policy not in _JIT or static_parameters(transformed) != (set(), set()):
        return UNKNOWN
    return Traced(unknown_aval(), origin_of(frame, transformed, taking[0].name), False, False, Evidence())


def _receiver(frame: Frame, transformed: Transformed, policy: str, is_static: bool) -> Value | None:
    """self of a method that is transformed as a plain function."""
    function = transformed.func
    if not isinstance(function, Function) or function.owner is None:
        return None
    names = [*function.node.args.posonlyargs, *function.node.args.args]
    if not names or names[0].arg != "self":
        return UNKNOWN if names and names[0].arg == "cls" else None
    if not function.owner.pytree or is_static or policy not in _RECEIVING:
        return receiver_of(frame.interpreter, function)
    whole = record(frame, function.owner, origin_of(frame, transformed, "self"), concrete=policy == "filter-grad")
    return arrays_only(whole) if policy in _FILTERS else whole


def _argument(
    frame: Frame, transformed: Transformed, parameter: Parameter, position: int, policy: str, is_static: bool
) -> Value:
    if policy in _JIT:
        if is_static:
            return flag(parameter.default) or _declared(frame, parameter)
        return traced_argument(frame, transformed, parameter)
    if policy in _FILTERS:
        value = traced_argument(frame, transformed, parameter, policy == "filter-grad")
        if isinstance(value, Instance) and policy == "filter":
            return arrays_only(value)
        sure = isinstance(value, Traced) and value.evidence is None and not _is_number(parameter)
        return value if sure and (policy != "filter-grad" or position == 0) else UNKNOWN
    if policy == "vmap":
        axis = in_axis(transformed.kwargs.get("in_axes"), position, 0)
        if axis is None or axis == "?":
            return UNKNOWN
        return traced_argument(frame, transformed, parameter, batched=frozenset([0]))
    chosen = argument_numbers(transformed)
    if chosen is None or position not in chosen or frame.context.stage == ABSTRACT:
        return UNKNOWN
    return traced_argument(frame, transformed, parameter, concrete=True)


def _declared(frame: Frame, parameter: Parameter) -> Value:
    """A static argument: an object of the class that its annotation names, or anything."""
    found = object_of(frame, parameter.annotation) if parameter.default is None else UNKNOWN
    return Static("object") if found is UNKNOWN else found


def _is_number(parameter: Parameter) -> bool:
    return getattr(parameter.annotation, "id", None) in ("int", "float", "bool", "complex")


def traced_argument(
    frame: Frame,
    transformed: Transformed,
    parameter: Parameter,
    concrete: bool = False,
    batched: frozenset[int] = frozenset(),
) -> Value:
    """One argument that the transform traces; UNKNOWN where a default may stand in for it."""
    if parameter.default is not None:
        return UNKNOWN  # what nobody passes stays plain Python
    origin = origin_of(frame, transformed, parameter.name).with_derivative(concrete).with_batched(batched)
    doubtful = IN_DOUBT in transformed.kwargs
    if doubtful and _is_number(parameter):
        return UNKNOWN  # in a library, a number that is annotated as one is a setting
    if parameter.annotation is not None:
        value = annotated_value(frame, parameter.annotation, origin, concrete)
        if value is not None:
            return value
    if doubtful:
        origin.doubt = Evidence()
    cls = None if doubtful else class_by_attributes(frame.interpreter, _definition(transformed), parameter.name)
    if cls is not None:
        return record(frame, cls, origin, concrete)
    # Nobody says that it may be left out: no default, no ``| None``, no call in view.
    evidence = Evidence(may_be_none=False)
    if not doubtful and is_array_by_use(frame.interpreter, _definition(transformed), parameter.name):
        evidence.show()
    return Traced(unknown_aval(), origin, concrete, False, evidence)


ASSUMED = "assume-traced"


IN_DOUBT = "in doubt"
