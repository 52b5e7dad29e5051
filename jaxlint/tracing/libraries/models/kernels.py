"""The words that the model of Pallas is written in: functions that are run on references to arrays."""

from __future__ import annotations

from jaxlint.tracing.applied.lift import body_frame, map_leaves
from jaxlint.tracing.applied.signature import name_of, parameters_of, titled
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.libraries.models.words import users_frame
from jaxlint.tracing.libraries.numerical.references import class_of_references
from jaxlint.tracing.values.argument_evidence import Evidence
from jaxlint.tracing.values.aval import Aval, unknown_aval
from jaxlint.tracing.values.holding import operand
from jaxlint.tracing.values.joining import scalar_aval
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import ABSTRACT
from jaxlint.tracing.values.value import UNKNOWN, Array, Reference, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame


def on_references(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """What is an array for certain comes as a reference to it; of the rest, trees and None are possible."""
    function, given = arguments.positional[0], arguments.after(1)
    outer, node, label = users_frame(frame)
    order = [one.name for one in parameters_of(function) or []]
    called = name_of(function)

    def of(place: str) -> Origin:
        return Origin(f"{place} is an argument of `{called}`, traced by `{label}`", outer.module, node)

    def referred(value: Value, origin: Origin) -> Value:
        def leaf(item: Value) -> Value:
            aval = item.aval if isinstance(item, (Traced, Array)) else scalar_aval(item)
            if aval is not None and not (isinstance(item, Traced) and not item.is_array):
                content = Traced(unknown_aval(aval.kind), origin)
                return Reference(class_of_references(frame.interpreter), content, ABSTRACT)
            unclear = aval is not None or item is UNKNOWN
            return Traced(unknown_aval(), origin, False, False, Evidence(refers=True)) if unclear else item

        return map_leaves(operand(value) if isinstance(value, Reference) and value.is_variable else value, leaf)

    positional = [
        referred(value, of(f"`{order[index]}`" if index < len(order) else f"argument {index}"))
        for index, value in enumerate(given.positional)
    ]
    rest = Traced(unknown_aval(), of("the referenced array"), False, False, Evidence(refers=True))
    inner = body_frame(outer, ABSTRACT, Origin(f"`{called}` is traced by `{label}`", outer.module, node))
    return call_value(inner, node, function, Arguments(positional, complete=False, rest=rest))


def on_indices(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    function = arguments.positional[0]
    outer, node, label = users_frame(frame)
    origin = Origin(f"{titled(function)} is an index map of `{label}`, and traced", outer.module, node)
    inner = body_frame(outer, ABSTRACT, origin)
    return call_value(inner, node, function, Arguments([], complete=False, rest=Traced(unknown_aval("i"), origin)))


def whole_number(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    if frame.context.stage != ABSTRACT or frame.context.staging is None:
        return UNKNOWN
    return Traced(Aval("i", (), "int32"), frame.context.staging)


for _handler in (on_references, on_indices, whole_number):
    FUNCTIONS["jaxlint.knowledge.models." + _handler.__name__] = _handler
