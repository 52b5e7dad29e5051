"""The words of models for what a library refuses: noted where the user calls the library."""

from __future__ import annotations

from jaxlint.tracing.calls.invocation import Arguments, constant_of
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.events.shapes import DataDependentShape
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.libraries.models.words import users_frame
from jaxlint.tracing.operations.arrays import staging_origin
from jaxlint.tracing.operations.facts import may_be_none, need_static
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.joining import first_traced
from jaxlint.tracing.values.stage import ABSTRACT
from jaxlint.tracing.values.value import NONE, UNKNOWN, Array, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame


def static(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """Noted at the user's call of the library, at the argument where that can be found."""
    value, parameter = arguments.get(0) or UNKNOWN, constant_of(arguments.get(1))
    traced = first_traced([value])
    if traced is not None and isinstance(parameter, str) and (traced.is_array or not may_be_none(traced)):
        outer, call, label = users_frame(frame)
        need_static(outer, _argument(frame, call, parameter) or call, _as_passed(traced), call, label, parameter)
    return NONE


def bounded(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    value, parameter = arguments.get(0) or UNKNOWN, constant_of(arguments.get(1))
    outer, call, label = users_frame(frame)
    if isinstance(value, Array) and frame.context.stage == ABSTRACT and frame.context.staging is not None:
        value = Traced(value.aval, staging_origin(outer, call), False, True)
    if isinstance(value, Traced) and not value.concrete:
        report(outer, DataDependentShape, call, _as_passed(value), callee=label, rescue=(str(parameter),))
    return NONE


def _as_passed(value: Traced) -> Traced:
    """The tracer as the user passed it: what the model handed it on to is nobody's business."""
    origin = value.origin
    while origin.parent is not None and is_model(origin.module):
        origin = origin.parent
    return Traced(value.aval, origin, value.concrete, value.staged, value.evidence)


def _argument(frame: Frame, call: _ast.AST, parameter: str) -> _ast.AST | None:
    """What the user's call passes for a parameter of the model's function that runs now."""
    for keyword in getattr(call, "keywords", ()):
        if keyword.arg == parameter:
            return keyword.value  # type: ignore[no-any-return]
    spec = getattr(frame.function, "args", None)
    if spec is None or frame.context.calls[-1][2] is not call:
        return None  # the user called another function, that calls this one
    order = [one.arg for one in (*spec.posonlyargs, *spec.args) if one.arg != "self"]
    given = getattr(call, "args", ())
    place = order.index(parameter) if parameter in order else len(given)
    return given[place] if place < len(given) else None


FUNCTIONS["jaxlint.knowledge.models.static"] = static
FUNCTIONS["jaxlint.knowledge.models.bounded"] = bounded
