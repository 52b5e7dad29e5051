"""Questions about objects: isinstance, getattr, super."""

from __future__ import annotations

import _ast

from jaxlint.tracing.attributes import attribute
from jaxlint.tracing.calling import FUNCTIONS
from jaxlint.tracing.invocation import Arguments
from jaxlint.tracing.libraries.isinstance import is_instance, yes_or_no
from jaxlint.tracing.models import modelled
from jaxlint.tracing.value import (
    UNKNOWN,
    BoundMethod,
    ClassValue,
    Const,
    Library,
    Sequence,
    Static,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame


def isinstance_of(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    known = is_instance(arguments.get(0) or UNKNOWN, _classes(frame, arguments.get(1) or UNKNOWN))
    return Static("bool") if known is None else Const(known)


def _classes(frame: Frame, asked: Value) -> Value:
    """What a value is compared with, a library's class by its model."""
    if isinstance(asked, Sequence) and asked.items is not None:
        return Sequence(asked.type, [_classes(frame, one) for one in asked.items])
    model = modelled(frame.interpreter, asked.name) if isinstance(asked, Library) else None
    return model if isinstance(model, ClassValue) and model.reference is not None else asked


def get_attribute(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    wanted = arguments.get(1)
    if isinstance(wanted, Const) and isinstance(wanted.value, str):
        found = attribute(frame, node, arguments.positional[0], wanted.value)
        return found if len(arguments.positional) == 2 else UNKNOWN
    return UNKNOWN


def super_of(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``super()`` in a method, ``super(Class, self)``: attribute() looks its members up."""
    owner, receiver = arguments.get(0), arguments.get(1)
    outer: Frame | None = frame
    while owner is None and outer is not None:
        parameters = getattr(outer.function, "args", None)
        if outer.owner is not None and parameters is not None and (parameters.posonlyargs or parameters.args):
            owner, receiver = outer.owner, outer.variables.get((parameters.posonlyargs + parameters.args)[0].arg)
        outer = outer.closure
    return UNKNOWN if owner is None or receiver is None else BoundMethod(receiver, "super()", owner)


for _handler, _names in {
    isinstance_of: "isinstance",
    yes_or_no: "hasattr callable issubclass",
    get_attribute: "getattr",
    super_of: "super",
}.items():
    for _name in _names.split():
        FUNCTIONS["builtins." + _name] = _handler
