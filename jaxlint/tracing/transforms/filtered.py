"""Equinox's transforms: arrays are traced, whatever else they are given stays what it is."""

from __future__ import annotations

from jaxlint.tracing.calling import FUNCTIONS, call_value
from jaxlint.tracing.context import ABSTRACT
from jaxlint.tracing.invocation import Arguments
from jaxlint.tracing.origin import Origin
from jaxlint.tracing.transforms.lift import body_frame, lift, surface
from jaxlint.tracing.transforms.signature import name_of
from jaxlint.tracing.value import UNKNOWN, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.environment import Frame


def filter_eval_shape(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """The function runs, too, where it is an object or one of its methods: its arrays are traced."""
    function = arguments.get(0, "fun")
    if function is None:
        return UNKNOWN
    origin = Origin(f"`{name_of(function)}` is traced by `{name}`", frame.module, node)
    uses = dict(frame.interpreter.consumed)
    given = arguments.after(1)
    values = [lift(value, origin, False, False) for value in given.positional]
    keywords = {key: lift(value, origin, False, False) for key, value in given.keywords.items()}
    inner = body_frame(frame, ABSTRACT, origin)
    lifted = Arguments(values, keywords, complete=given.complete)
    result = call_value(inner, node, lift(function, origin, False, False), lifted)
    frame.interpreter.consumed = uses  # only shapes are asked for
    return surface(frame, result, given.values(), arrays_alone=False, python=False)


FUNCTIONS["equinox.filter_eval_shape"] = filter_eval_shape
