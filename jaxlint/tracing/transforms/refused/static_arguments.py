"""jit looks its static arguments up in its cache, and what has no hash cannot be looked up."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.assigned import assigned
from jaxlint.knowledge.transforms import STATIC_NAMES, STATIC_NUMBERS
from jaxlint.tracing.applied.settings import parameter_name, static_parameters
from jaxlint.tracing.applied.signature import name_of
from jaxlint.tracing.events.transforms import Unhashable
from jaxlint.tracing.operations.facts import unhashable
from jaxlint.tracing.operations.hashing import unhashable_part
from jaxlint.tracing.running.reports import report_event
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.value import Const, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame


def refuses(frame: Frame, node: _ast.AST, transformed: Transformed, arguments: Arguments) -> bool:
    """True where the call ends here: one of its static arguments has no hash."""
    if transformed.transform != "jax.jit" or not transformed.kwargs:
        return False
    positions, given = static_parameters(transformed) or (set(), set())
    static = [
        (arguments.node(position), value, parameter_name(transformed, position))
        for position, value in enumerate(arguments.positional)
        if position in positions
    ]
    named = [name for name in arguments.keywords if name in given]
    static += [(arguments.keyword_nodes.get(name), arguments.keywords[name], name) for name in named]
    refused = False
    for where, value, parameter in static:
        if type(value) is Const:
            continue
        unhashable(frame, where or node, value, node, name_of(transformed), parameter)
        part = unhashable_part(value)
        if part is not None and not refused:
            refused = True
            _note(frame, node, where, value, transformed, parameter, part)
    return refused


def _note(
    frame: Frame,
    call: _ast.AST,
    where: _ast.AST | None,
    value: Value,
    transformed: Transformed,
    parameter: str,
    part: str,
) -> None:
    callee, declared = (
        name_of(transformed),
        next(one for one in (*STATIC_NAMES, *STATIC_NUMBERS) if one in transformed.kwargs),
    )
    text = f"`{declared}` makes `{parameter}` of `{callee}` static"
    made = assigned(frame.module, where) if isinstance(where, _ast.Name) else None
    related = [Origin("it is created here", frame.module, made)] if made is not None else []
    event = Unhashable(
        frame.point,
        where or call,
        value,
        written=where is not None,
        callee=callee,
        declared=declared,
        parameter=parameter,
        part=part,
        related=(Origin(text, transformed.module, transformed.node), *related),
    )
    report_event(frame, event)
