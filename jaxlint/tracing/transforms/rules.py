"""custom_jvp and custom_vjp: the rules that stand in for the function where it is differentiated."""

from __future__ import annotations

from jaxlint.tracing.calling import call_value
from jaxlint.tracing.context import ABSTRACT
from jaxlint.tracing.invocation import Arguments
from jaxlint.tracing.transforms.lift import map_leaves
from jaxlint.tracing.transforms.signature import numbers
from jaxlint.tracing.value import UNKNOWN, Array, Sequence, Traced, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame

RULES = ("defjvp", "defvjp")
WITH_RULES = ("jax.custom_jvp", "jax.custom_vjp")


def define(transformed: Transformed, name: str, arguments: Arguments) -> Value:
    """``f.defvjp(fwd, bwd)``, ``@f.defjvp``: kept with the function."""
    if arguments.complete:
        transformed.kwargs[name] = Sequence("tuple", list(arguments.positional))
    return arguments.get(0) or UNKNOWN


def differentiate(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> None:
    """Run the rules on what a call passes.  Outside of jit they get plain arrays, inside tracers."""
    if not frame.interpreter.differentiating or arguments.keywords or not arguments.complete:
        return
    apart = numbers(transformed.kwargs.get("nondiff_argnums"))
    for name, run in (("defjvp", _forward), ("defvjp", _backward)):
        rules = transformed.kwargs.get(name)
        if isinstance(rules, Sequence) and rules.items and apart is not None:
            run(frame, node, rules.items, arguments.positional, apart)


def primals(frame: Frame, transformed: Transformed, arguments: Arguments) -> Arguments:
    """What the function itself is given: under grad alone its rule stands in, and calls it with numbers."""
    if transformed.transform not in WITH_RULES or not frame.interpreter.differentiating:
        return arguments
    values = [_plain(frame, value) for value in arguments.positional]
    keywords = {name: _plain(frame, value) for name, value in arguments.keywords.items()}
    return Arguments(values, keywords, list(arguments.nodes), arguments.keyword_nodes, arguments.complete)


def _forward(frame: Frame, node: _ast.AST, rules: list[Value], values: list[Value], apart: list[int]) -> None:
    primals = [_plain(frame, value) for index, value in enumerate(values) if index not in apart]
    tangents = [_tangent(value) for index, value in enumerate(values) if index not in apart]
    first = [values[index] for index in apart if index < len(values)]
    given = Arguments([*first, Sequence("tuple", primals), Sequence("tuple", tangents)])
    call_value(frame, node, rules[0], given)


def _backward(frame: Frame, node: _ast.AST, rules: list[Value], values: list[Value], apart: list[int]) -> None:
    if len(rules) != 2:
        return
    result = call_value(frame, node, rules[0], Arguments([_plain(frame, value) for value in values]))
    if not isinstance(result, Sequence) or result.items is None or len(result.items) != 2:
        return
    output, residuals = result.items
    first = [values[index] for index in apart if index < len(values)]
    call_value(frame, node, rules[1], Arguments([*first, residuals, output]))


def _plain(frame: Frame, value: Value) -> Value:
    """Outside of jit, a rule is given the numbers."""

    def leaf(item: Value) -> Value:
        if isinstance(item, Traced) and item.concrete and frame.context != ABSTRACT:
            return Array(item.aval) if item.is_array else UNKNOWN
        return item

    return map_leaves(value, leaf)


def _tangent(value: Value) -> Value:
    """As its primal, but never with a number."""

    def leaf(item: Value) -> Value:
        return Traced(item.aval, item.origin, False, False, item.evidence) if isinstance(item, Traced) else UNKNOWN

    return map_leaves(value, leaf)
