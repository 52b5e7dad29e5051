"""jit, vmap, grad, checkpoint ...: applied to a function, and the result called."""

from __future__ import annotations

from jaxlint.knowledge.transforms import GIVES_ERROR, GIVES_JAXPR, POSITIONAL, STATIC_NAMES, STATIC_NUMBERS, WRAPPERS
from jaxlint.tracing.applied.lift import lift, surface
from jaxlint.tracing.applied.settings import keyword_of, origin_of, parameter_name, static_parameters
from jaxlint.tracing.calls.fitting import fits
from jaxlint.tracing.calls.invocation import CALLERS, Arguments, call_value
from jaxlint.tracing.compiled.anew import COMPILING, made_here
from jaxlint.tracing.compiled.retraces import Retraces
from jaxlint.tracing.compiled.stale import Stale
from jaxlint.tracing.compiled.traces import variables_in
from jaxlint.tracing.events.raised import HASH
from jaxlint.tracing.events.refusals import Refused
from jaxlint.tracing.functions.calling import DONORS, FUNCTIONS
from jaxlint.tracing.operations.references import check_level
from jaxlint.tracing.transforms import rules
from jaxlint.tracing.transforms.application import run_under, with_callee_lifted
from jaxlint.tracing.transforms.donations.donation import note_handed_on, note_reuse
from jaxlint.tracing.transforms.gradients import call_grad
from jaxlint.tracing.transforms.handing_back import check_kept, hand_back
from jaxlint.tracing.transforms.mapping import call_filter_vmap, call_vmap, laid_out, seen_by_devices
from jaxlint.tracing.transforms.refused.axis_sizes import check_mapped
from jaxlint.tracing.transforms.refused.call_mismatches import LOWERED, check_compiled, check_function, check_rules
from jaxlint.tracing.transforms.refused.invalid_arguments import check_arguments
from jaxlint.tracing.transforms.refused.invalid_results import check_result
from jaxlint.tracing.transforms.refused.missing_rules import check_defined
from jaxlint.tracing.transforms.refused.specifications import check_applied, check_called
from jaxlint.tracing.transforms.refused.static_arguments import refuses
from jaxlint.tracing.transforms.sharding import call_sharded
from jaxlint.tracing.transforms.varying import varying
from jaxlint.tracing.transforms.vectorizing import call_vectorized
from jaxlint.tracing.values.answers import WEAK
from jaxlint.tracing.values.joining import first_traced
from jaxlint.tracing.values.stage import ABSTRACT, EAGER
from jaxlint.tracing.values.value import (
    UNKNOWN,
    Array,
    BoundMethod,
    Library,
    Partial,
    Sequence,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame


_PMAPS = ("jax.pmap", "flax.nnx.pmap")


def apply_wrapper(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``jax.jit(f, ...)``; without a function it waits for one, as ``partial(jax.jit, ...)`` does."""
    function = arguments.get(0, "fun")
    if function is None:
        function = arguments.get(0, "f")
    if function is None:
        return Partial(Library(name), [], arguments.keywords) if arguments.complete else UNKNOWN
    check_function(frame, node, name, function, arguments.node(0, "fun"))
    keywords = dict(arguments.keywords)
    keywords.update(zip(POSITIONAL.get(name, ()), arguments.positional[1:], strict=False))
    if not arguments.complete:
        keywords["**"] = UNKNOWN
    result = Transformed(name, function, keywords, frame.module, node, frame.context.stage)
    result.optional = frame.condition.questions > 0
    if keywords:
        check_applied(frame, result)
    inner: Value = function
    while isinstance(inner, (Partial, BoundMethod, Transformed)):
        if isinstance(inner, Transformed):
            frame.interpreter.share.called.add(inner)  # the outer transform answers for it
        inner = inner.func
    frame.interpreter.share.pending.setdefault(frame.module, []).append(result)
    return result


def call_transformed(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    frame.interpreter.share.called.add(transformed)
    policy = WRAPPERS[transformed.transform]
    check_arguments(frame, node, transformed, arguments)
    check_compiled(frame, node, transformed, arguments)
    if frame.context.stage == EAGER and transformed.transform in COMPILING:
        _look_for_retraces(frame, node, transformed, arguments)
    check_called(frame, node, transformed, arguments)
    check_mapped(frame, node, transformed, arguments)
    if transformed.transform.startswith("flax.nnx.") and frame.context.trace is not None:
        _check_levels(frame, node, transformed, arguments)
    if frame.context.is_plain(transformed.transform):
        return _call_through(frame, node, transformed, arguments)
    call = {
        "jit": _call_jit,
        "stage": _call_jit,
        "filter": _call_filter,
        "graph": _call_jit,
        "vmap": call_vmap,
        "filter-vmap": call_filter_vmap,
        "grad": call_grad,
        "value-grad": call_grad,
        "filter-grad": call_grad,
        "vectorize": call_vectorized,
        "shard": call_sharded,
        "custom": rules.call_custom,
        "gradient": rules.call_gradient,
        "through": _call_through,
        "unseen": _call_unseen,
    }[policy]
    if transformed.transform in GIVES_JAXPR:
        frame.probe(lambda: call(frame, node, transformed, arguments))
        return UNKNOWN
    return call(frame, node, transformed, arguments)


def _call_here(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    """The call itself, and what it leaves of its arguments."""
    result = call_transformed(frame, node, transformed, arguments)
    if keyword_of(transformed) is not None:
        note_reuse(frame, node, transformed, arguments, result)
    return result


def _check_levels(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> None:
    """A transform of flax writes all variables of what it is given back, as they were or not."""
    function: Value = transformed.func
    receiver = [function.receiver] if isinstance(function, BoundMethod) else []
    for variable in variables_in([*receiver, *arguments.values()])[:1]:
        check_level(frame, node, variable)


def _look_for_retraces(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> None:
    """Eager code calls a jitted function: does a loop in view have it compiled each time?"""
    interpreter = frame.interpreter
    known = interpreter.share.part(Retraces).seen
    if (transformed.node, node) in known or not frame.context.is_jitted or interpreter.tests_of is not None:
        return
    known.add((transformed.node, node))
    if (
        frame.condition.doubt > WEAK
        or frame.module.is_test
        or (frame.function is not None and interpreter.is_traced(frame.function))
    ):
        return
    interpreter.share.part(Stale).called(frame, node, transformed, arguments, static_parameters(transformed))
    made = made_here(frame, node, transformed)
    if made is not None:
        interpreter.share.part(Retraces).made(frame, made)
        return
    found = varying(frame, node, transformed, arguments)
    if found is not None:
        interpreter.share.part(Retraces).varies(frame, found)


def _lifted(frame: Frame, transformed: Transformed, arguments: Arguments, python: bool = True) -> Arguments:
    static = static_parameters(transformed)
    positions, given = static if static is not None else (set(), set())

    def one(value: Value, key: int | str, name: str) -> Value:
        if static is None:
            return UNKNOWN if not isinstance(value, Traced) else value
        if key in positions or key in given:
            return value if first_traced([value]) is None else UNKNOWN  # JAX refuses the call
        return lift(value, origin_of(frame, transformed, name), False, python)

    values = [one(value, i, parameter_name(transformed, i)) for i, value in enumerate(arguments.positional)]
    keywords = {name: one(value, name, name) for name, value in arguments.keywords.items()}
    return Arguments(values, keywords, list(arguments.nodes), arguments.keyword_nodes, arguments.complete)


def _call_jit(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    if refuses(frame, node, transformed, arguments):
        raise Refused(HASH)
    lifted = _lifted(frame, transformed, arguments)
    if transformed.transform in _PMAPS:
        static = static_parameters(transformed)
        lifted = lifted if static is None else seen_by_devices(frame, transformed, lifted, static[0])
    result, inner = run_under(frame, node, transformed, lifted, ABSTRACT, arguments)
    hand_back(frame, transformed, arguments, lifted)
    check_kept(frame, transformed, inner, result)
    result = check_result(frame, node, transformed, result)
    if transformed.transform in _PMAPS:
        return laid_out(frame, result, arguments.values(), transformed.kwargs.get("out_axes"), python=True)
    return surface(frame, result, arguments.values())


def _call_filter(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    lifted = _lifted(frame, transformed, arguments, python=False)
    result, _ = run_under(frame, node, with_callee_lifted(frame, transformed), lifted, ABSTRACT)
    return surface(frame, result, arguments.values(), arrays_alone=False, python=False)


def _call_through(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    if transformed.transform.endswith("custom_vjp"):
        arguments = arguments.mapped(rules.underived)
    result = call_value(frame, node, transformed.func, arguments)
    return Sequence("tuple", [UNKNOWN, result]) if transformed.transform in GIVES_ERROR else result


def _call_unseen(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    if not fits(transformed.func, arguments):
        # Others come with them, of a configuration (gin, hydra), say; which parameter gets which, nobody knows.
        arguments = Arguments([], arguments.keywords, [], arguments.keyword_nodes, complete=False)
    unnamed = frame.context.but(axes=None)  # a decorator that is not in view may map over some
    frame.inside(unnamed, lambda: call_value(frame, node, transformed.func, arguments.mapped(_handed_on)))
    return UNKNOWN


def _handed_on(value: Value) -> Value:
    """A decorator that is not in view may compile the function: then NumPy's arrays come as JAX's."""
    return UNKNOWN if isinstance(value, Array) and value.numpy else value


def named_transform(frame: Frame, node: _ast.AST, method: BoundMethod, arguments: Arguments) -> Value:
    """Methods of a transformed function: ``f.lower(...)``, ``f.defvjp(...)``, ``f.__wrapped__``."""
    receiver = method.receiver
    if isinstance(receiver, Transformed) and method.name in ("lower", "trace", "eval_shape"):
        seen = frame.interpreter.share.part(Retraces).seen
        seen.add((receiver.node, node))  # nothing is compiled, or once ahead of time
        frame.probe(lambda: call_transformed(frame, node, receiver, arguments))
        if method.name == "lower" and not any(one in receiver.kwargs for one in (*STATIC_NAMES, *STATIC_NUMBERS)):
            again = dict(receiver.kwargs)
            if arguments.complete and not arguments.keywords:
                again[LOWERED] = Sequence("tuple", arguments.positional)
            # What is compiled of it takes the same arguments.
            return Transformed(
                receiver.transform, receiver.func, again, receiver.module, receiver.node, frame.context.stage
            )
    if isinstance(receiver, Transformed) and method.name == "compile":
        return receiver
    if isinstance(receiver, Transformed) and method.name in rules.RULES:
        check_defined(frame, node, method.name, arguments)
        check_rules(frame, node, receiver, method.name, arguments)
        return rules.define(receiver, method.name, arguments)
    return UNKNOWN


for _name in WRAPPERS:
    FUNCTIONS[_name] = apply_wrapper
CALLERS[Transformed] = _call_here
DONORS.append(note_handed_on)
