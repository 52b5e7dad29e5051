"""custom_jvp, custom_vjp, custom_gradient: the rules that stand in for a function where it is differentiated.

https://docs.jax.dev/en/latest/notebooks/Custom_derivative_rules_for_Python_code.html
"""

from __future__ import annotations

from jaxlint.record import Record
from jaxlint.tracing.applied.lift import body_frame, lift, map_leaves
from jaxlint.tracing.applied.settings import origin_of
from jaxlint.tracing.applied.signature import names, numbers, parameters_of
from jaxlint.tracing.calls.invocation import Arguments, call_value, constant_of
from jaxlint.tracing.running.ways import Ways
from jaxlint.tracing.transforms.refused.missing_rules import check_mode, check_rule
from jaxlint.tracing.transforms.refused.specifications import check_apart
from jaxlint.tracing.transforms.refused.structures import check_cotangents, check_rule_pair, check_tangent
from jaxlint.tracing.values.joining import first_traced
from jaxlint.tracing.values.stage import ABSTRACT, EAGER
from jaxlint.tracing.values.value import FALSE, UNKNOWN, Array, Sequence, Traced, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Callable

    from jaxlint.tracing.running.environment import Frame

    # What a rule that ran on these values gives in place of the function; None where it is not known.
    Run = Callable[[Frame, _ast.AST, "Call", list[Value]], Value | None]

RULES = ("defjvp", "defjvps", "defvjp")
_SYMBOLIC = "symbolic_zeros"


class Call(Record):
    """One call: its arguments in the order of the parameters, and ``apart``, the positions that no rule differentiates.

    JAX resolves keywords and defaults to positions before it does anything else.
    """

    transformed: Transformed
    values: list[Value]
    apart: list[int]

    @property
    def nondifferentiable(self) -> list[Value]:
        return [self.values[index] for index in self.apart if index < len(self.values)]

    def differentiable(self, values: list[Value]) -> list[Value]:
        return [value for index, value in enumerate(values) if index not in self.apart]

    def changed(self, change: Callable[[Value], Value]) -> list[Value]:
        """The arguments, those that are differentiated changed."""
        return [value if index in self.apart else change(value) for index, value in enumerate(self.values)]


def define(transformed: Transformed, name: str, arguments: Arguments) -> Value:
    """``f.defvjp(fwd, bwd)``, ``@f.defjvp``: kept with the function."""
    if arguments.complete:
        transformed.kwargs[name] = Sequence("tuple", list(arguments.positional))
        transformed.kwargs[_SYMBOLIC] = arguments.keywords.get(_SYMBOLIC, FALSE)
    return arguments.get(0) or UNKNOWN


def call_custom(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    """A rule runs in place of the function right under grad; what is staged runs itself, and later its rule."""
    check_rule(frame, node, transformed, arguments)
    if not _is_known(transformed, arguments):
        return call_value(frame, node, transformed.func, arguments)
    call = _resolved(transformed, arguments)
    if call is None:
        return UNKNOWN  # an argument is missing: JAX refuses the call
    check_mode(frame, node, transformed, call.differentiable(call.values))
    is_staged = (
        frame.context.stage == ABSTRACT and not frame.context.differentiated and frame.context.differentiating > 0
    )
    for value in call.nondifferentiable:
        check_apart(frame, node, transformed, value, is_staged)
    if frame.context.differentiated:
        values = [underived(_plain(frame, value)) for value in call.values]
        found = _by_rule(frame, node, call, values)
        if found is None:
            found = call_value(_outside(frame, call), node, transformed.func, _given(values, arguments))
        tracer = first_traced(call.values)
        return found if tracer is None else lift(found, tracer.origin, True)
    values = call.values
    if frame.context.stage == ABSTRACT:
        origins = origin_of(frame, transformed, None)
        values = call.changed(lambda value: underived(lift(value, origins)))
    if not frame.context.differentiating:
        return call_value(frame, node, transformed.func, _given(values, arguments))
    return _instead(
        frame,
        node,
        lambda: _by_rule(frame, node, call, values),
        lambda: call_value(frame, node, transformed.func, _given(values, arguments)),
    )


def _instead(frame: Frame, node: _ast.AST, *runs: Callable[[], Value | None]) -> Value:
    """What the last of these gives.  Each works out the same function: a key that all of them draw from is meant to
    give each the same numbers.
    """
    ways, found = Ways(frame, node, asks=False), None
    for arm, run in enumerate(runs):
        found = ways.take(arm, run)
    ways.close()
    return found or UNKNOWN


def _given(values: list[Value], arguments: Arguments) -> Arguments:
    nodes = [*arguments.nodes[: len(values)], *[None] * (len(values) - len(arguments.nodes))]
    return Arguments(values, nodes=nodes, keyword_nodes=arguments.keyword_nodes)


def _is_known(transformed: Transformed, arguments: Arguments) -> bool:
    settings = transformed.kwargs
    apart = numbers(settings.get("nondiff_argnums")), names(settings.get("nondiff_argnames"))
    return None not in apart and parameters_of(transformed.func) is not None and arguments.complete


def _resolved(transformed: Transformed, arguments: Arguments) -> Call | None:
    order = [one for one in parameters_of(transformed.func) or [] if one.kind == "positional"]
    values = list(arguments.positional)
    for parameter in order[len(values) :]:
        value = arguments.keywords.get(parameter.name, parameter.default)
        if value is None:
            return None
        values.append(value)
    apart = numbers(transformed.kwargs.get("nondiff_argnums")) or []
    named = names(transformed.kwargs.get("nondiff_argnames")) or []
    apart = [*apart, *(index for index, one in enumerate(order) if one.name in named)]
    return Call(transformed, values, sorted(set(apart)))


def _by_rule(frame: Frame, node: _ast.AST, call: Call, values: list[Value]) -> Value | None:
    """Run the rules on these; a rule runs outside of the differentiation that asks for it."""
    outside, found = _outside(frame, call), None
    for name, run in _RUNS.items():
        if name in call.transformed.kwargs:
            found = run(outside, node, call, values)
    return found


def _outside(frame: Frame, call: Call) -> Frame:
    fewer = {name: max(getattr(frame.context, name) - 1, 0) for name in ("differentiated", "differentiating")}
    return body_frame(frame, EAGER, origin_of(frame, call.transformed, None), **fewer)


def _rules(call: Call, name: str) -> list[Value]:
    rules = call.transformed.kwargs[name]
    return rules.items or [] if isinstance(rules, Sequence) else []


def _is_symbolic(call: Call) -> bool:
    """Zeros may be objects of a class of JAX's, or (``symbolic_zeros=`` not known) may be none."""
    return constant_of(call.transformed.kwargs.get(_SYMBOLIC, FALSE)) is not False


def _forward(frame: Frame, node: _ast.AST, call: Call, values: list[Value]) -> Value | None:
    """``rule(*nondifferentiable, primals, tangents)``."""
    rules = _rules(call, "defjvp")
    if len(rules) != 1:
        return None
    primals = call.differentiable(values)
    moved = [UNKNOWN if _is_symbolic(call) else _tangent(value) for value in call.differentiable(call.values)]
    given = Arguments([*call.nondifferentiable, Sequence("tuple", primals), Sequence("tuple", moved)])
    result = call_value(frame, node, rules[0], given)
    check_rule_pair(frame, node, rules[0], "jvp", "the primal and the tangent output", result)
    check_tangent(frame, node, rules[0], result)
    return _first(result)


def _forward_one_by_one(frame: Frame, node: _ast.AST, call: Call, values: list[Value]) -> Value | None:
    """``rule(tangent, answer, *primals)`` for each argument."""
    answer: list[Value] = []

    def function() -> None:
        answer.append(call_value(frame, node, call.transformed.func, Arguments(values)))

    def rules() -> None:
        for rule, value in zip(_rules(call, "defjvps"), call.values, strict=False):
            call_value(frame, node, rule, Arguments([_tangent(value), answer[0], *values]))

    _instead(frame, node, function, rules)
    return answer[0]


def _backward(frame: Frame, node: _ast.AST, call: Call, values: list[Value]) -> Value | None:
    """``fwd(*arguments)``, and ``bwd(*nondifferentiable, residuals, cotangent)``."""
    rules = _rules(call, "defvjp")
    if len(rules) != 2:
        return None
    if _is_symbolic(call):
        apart = call.apart
        values = [value if index in apart else UNKNOWN for index, value in enumerate(values)]
    result = call_value(frame, node, rules[0], Arguments(values))
    check_rule_pair(frame, node, rules[0], "fwd", "the primal output and the residuals", result)
    output = _first(result)
    if output is None:
        return None
    residuals = result.items[1]  # type: ignore[attr-defined]

    def run_back(puller: Frame, pulled: _ast.AST) -> None:
        given = Arguments([*call.nondifferentiable, residuals, _cotangent(puller, output)])
        back = call_value(puller, pulled, rules[1], given)
        if all(one.kind == "positional" for one in parameters_of(call.transformed.func) or []):
            check_cotangents(puller, pulled, rules[1], call.differentiable(values), back)

    waiting = frame.context.reversing[-1] if frame.context.reversing else None
    if waiting is None:
        run_back(frame, node)
    else:
        waiting.rules.append(lambda puller, pulled: run_back(_outside(puller, call), pulled))
    return None if _is_symbolic(call) else output


def _first(result: Value) -> Value | None:
    pair = isinstance(result, Sequence) and result.items is not None and len(result.items) == 2
    return result.items[0] if pair else None  # type: ignore[attr-defined]


_RUNS: dict[str, Run] = {"defjvp": _forward, "defjvps": _forward_one_by_one, "defvjp": _backward}


def call_gradient(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> Value:
    """custom_gradient: the function gives its answer, and the function that JAX traces for the way back."""
    values = arguments.positional
    if frame.context.differentiated:
        values = [underived(_plain(frame, value)) for value in values]
    elif frame.context.stage == ABSTRACT:
        values = [underived(lift(value, origin_of(frame, transformed, None))) for value in values]
    given = Arguments(values, arguments.keywords, arguments.nodes, arguments.keyword_nodes, arguments.complete)
    result = call_value(frame, node, transformed.func, given)
    answer = _first(result)
    if answer is None:
        return UNKNOWN
    if frame.context.differentiating:
        origin = origin_of(frame, transformed, None)
        inner = body_frame(frame, ABSTRACT, origin)
        call_value(inner, node, result.items[1], Arguments([lift(answer, origin)]))  # type: ignore[attr-defined]
    tracer = first_traced(arguments.positional) if frame.context.differentiated else None
    return answer if tracer is None else lift(answer, tracer.origin, True)


def underived(value: Value) -> Value:
    """The rule says what the derivative is, not the function."""

    def leaf(item: Value) -> Value:
        if not isinstance(item, Traced) or not item.origin.derived:
            return item
        origin = item.origin.with_derivative(False)
        return Traced(item.aval, origin, item.concrete, item.staged, item.evidence, item.key_id)

    return map_leaves(value, leaf)


def _plain(frame: Frame, value: Value) -> Value:
    """Outside of jit, a rule is given the numbers."""

    def leaf(item: Value) -> Value:
        if isinstance(item, Traced) and item.concrete and frame.context.stage != ABSTRACT:
            return Array(item.aval) if item.is_array else UNKNOWN
        return item

    return map_leaves(value, leaf)


def _tangent(value: Value) -> Value:
    """As its primal, but never with a number."""

    def leaf(item: Value) -> Value:
        return Traced(item.aval, item.origin, False, False, item.evidence) if isinstance(item, Traced) else UNKNOWN

    return map_leaves(value, leaf)


def _cotangent(frame: Frame, output: Value) -> Value:
    """As the output: a tracer where a trace is under way, else an array, of which no more is known."""
    if frame.context.stage == ABSTRACT and frame.context.staging is not None:
        return lift(output, frame.context.staging)
    return map_leaves(output, lambda item: Array(item.aval) if isinstance(item, (Traced, Array)) else UNKNOWN)
