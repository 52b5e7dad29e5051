"""What a transform traces must be arrays, or pytrees of them: it refuses all else, and ``self`` with it.

https://docs.jax.dev/en/latest/faq.html#how-to-use-jit-with-methods
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.repeats import given_by
from jaxlint.knowledge.transforms import WRAPPERS
from jaxlint.text.quoted import named
from jaxlint.tracing.applied.settings import argument_numbers, in_axis, parameter_name, static_parameters
from jaxlint.tracing.applied.signature import name_of, titled
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.events.keys import LEAF
from jaxlint.tracing.events.transforms import InvalidArgument
from jaxlint.tracing.operations.jax_types import invalid_part, invalid_receiver, layer_with_function
from jaxlint.tracing.running.reports import report, report_event
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import ClassValue, Function, Instance, Library, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_JITS = ("jax.jit", "jax.pmap", "jax.make_jaxpr", "flax.nnx.jit", "jax.checkpoint", "jax.remat")
_UNSTAGED = ("vmap", "grad", "value-grad")
# Of loops and branches: from which position on, and up to which; what stands there is traced.
_OPERANDS = {
    "jax.lax.scan": (1, 3, ("init", "xs")),
    "jax.lax.while_loop": (2, 3, ("init_val",)),
    "jax.lax.fori_loop": (3, 4, ("init_val",)),
    "jax.lax.map": (1, 2, ("xs",)),
    "jax.lax.associative_scan": (1, 2, ("elems",)),
    "jax.lax.cond": (3, None, ("operand",)),
    "jax.lax.switch": (2, None, ("operand",)),
}
_OF_METHODS = ("self", "cls")


def check_arguments(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> None:
    """Note the first argument that is no JAX type."""
    if frame.context.is_plain(transformed.transform):
        return
    for where, value, parameter in _traced(transformed, arguments):
        receiver = _is_receiver(transformed, where, value, parameter)
        part = (invalid_receiver if receiver else invalid_part)(frame.interpreter, value)
        if part is None and _is_made_here(frame, where, value):
            part = layer_with_function(value)
        if part is not None:
            _note(frame, node, transformed, where, value, parameter, part)
            return


def check_receiver(frame: Frame, transformed: Transformed, receiver: Value) -> None:
    """The same of ``self``, where nobody in view calls the method."""
    for where, value, parameter in _traced(transformed, Arguments([receiver]))[:1]:
        if not _is_receiver(transformed, where, value, parameter):
            continue
        part = invalid_receiver(frame.interpreter, value)
        if part is not None:
            _note(frame, transformed.node, transformed, where, value, parameter, part)


def check_operands(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> bool:
    """Note the first operand of a loop, or of branches, that is no JAX type; True where there is none."""
    if name not in _OPERANDS or frame.context.is_plain(name):
        return True
    first, last, parameters = _OPERANDS[name]
    operands = list(zip(arguments.nodes, arguments.positional, strict=True))[first:last]
    labels = [*parameters, *[parameters[-1]] * len(operands)]
    given = [(*pair, label) for pair, label in zip(operands, labels, strict=False)]
    given += [
        (arguments.keyword_nodes.get(one), arguments.keywords[one], one)
        for one in parameters
        if one in arguments.keywords
    ]
    for where, value, parameter in given:
        part = invalid_part(frame.interpreter, value)
        if part is not None and not _is_of_leaf(frame):
            report(
                frame,
                InvalidArgument,
                where or node,
                value,
                transformed=None,
                by=name,
                callee=name,
                receiver=False,
                written=where is not None,
                related=(),
                parameter=parameter,
                part=part,
            )
            return False
    return True


def _traced(transformed: Transformed, arguments: Arguments) -> list[tuple[_ast.AST | None, Value, str]]:
    """The arguments that are traced for certain: source, value and parameter."""
    settings = transformed.kwargs
    policy = WRAPPERS[transformed.transform]
    if "**" in settings or (transformed.transform not in _JITS and policy not in _UNSTAGED):
        return []
    if transformed.transform.startswith("flax.") and transformed.transform not in _JITS:
        return []
    static = static_parameters(transformed) if policy not in _UNSTAGED else (set(), set())
    if static is None:
        return []
    chosen = argument_numbers(transformed) if policy in ("grad", "value-grad") else None
    found = []
    for position, value in enumerate(arguments.positional):
        traced = position not in static[0]
        if policy == "vmap":
            traced = isinstance(in_axis(settings.get("in_axes"), position, 0), int)
        elif policy in _UNSTAGED:
            traced = chosen is not None and position in chosen
        if traced:
            found.append((arguments.node(position), value, parameter_name(transformed, position)))
    if policy in ("grad", "value-grad"):
        return found
    named = [name for name in arguments.keywords if name not in static[1]]
    return found + [(arguments.keyword_nodes.get(name), arguments.keywords[name], name) for name in named]


def _is_made_here(frame: Frame, node: _ast.AST | None, value: Value) -> bool:
    """``net = eqx.nn.MLP(...)``: the name is bound once, to a call of the class."""
    made = given_by(frame.module, node) if isinstance(node, _ast.Name) else node
    if not isinstance(value, Library) or not isinstance(made, _ast.Call):
        return False
    called = getattr(made.func, "attr", None) or getattr(made.func, "id", None)
    return called == value.name.rpartition(".")[2]


def _is_receiver(transformed: Transformed, where: _ast.AST | None, value: Value, parameter: str) -> bool:
    function = transformed.func
    method = isinstance(function, Function) and function.owner is not None and parameter in _OF_METHODS
    return method and where is None and isinstance(value, (Instance, ClassValue))


def _is_of_leaf(frame: Frame) -> bool:
    """What is mapped over a tree may leave some of its leaves out."""
    return any(unit == LEAF for _, _, unit in frame.condition.turns)


def _note(
    frame: Frame,
    call: _ast.AST,
    transformed: Transformed,
    where: _ast.AST | None,
    value: Value,
    parameter: str,
    part: str,
) -> None:
    if _is_of_leaf(frame):
        return
    receiver = _is_receiver(transformed, where, value, parameter)
    text = f"{named(parameter)} of {titled(transformed)} is traced by `{transformed.transform}`"
    applied = Origin(text, transformed.module, transformed.node)
    called = Origin("it is called here", frame.module, call)
    beside = () if call is transformed.node else (called,)
    event = InvalidArgument(
        frame.point.at(transformed.module, frame.function) if receiver else frame.point,
        transformed.node if receiver else where or call,
        value,
        by=transformed.transform,
        callee=name_of(transformed),
        parameter=parameter,
        part="a class" if receiver and parameter == "cls" else part,
        receiver=receiver,
        related=beside if receiver else (applied,),
        transformed=transformed,
        written=where is not None,
    )
    report_event(frame, event)
