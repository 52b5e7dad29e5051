"""Questions about objects: isinstance, type, getattr, super."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.libraries.plain_objects import LISTED, MADE, OBJECT
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.calls.models import modelled
from jaxlint.tracing.expressions.attributes import attribute, attributes_of
from jaxlint.tracing.expressions.mutation import set_any_attribute, set_attribute
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.objects.classes import type_of
from jaxlint.tracing.objects.instances import asks_for_tracers, has, is_callable, is_instance, is_subclass
from jaxlint.tracing.values.answers import IS_TRACER
from jaxlint.tracing.values.value import (
    FALSE,
    NONE,
    TRUE,
    UNKNOWN,
    BoundMethod,
    ClassValue,
    Const,
    Instance,
    Library,
    Sequence,
    Static,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.values.value import Scope


def yes_or_no(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """isinstance, issubclass, hasattr and callable."""
    first, second = arguments.get(0), _classes(frame, arguments.get(1))
    if name.endswith("callable"):
        known = is_callable(first)
    elif first is None or second is None:
        known = None
    elif name.endswith("hasattr"):
        known = has(first, second)
    else:
        known = is_subclass(first, second) if name.endswith("issubclass") else is_instance(first, second)
    if known is None and name.endswith("isinstance") and asks_for_tracers(second):
        return IS_TRACER
    return Static("bool") if known is None else TRUE if known else FALSE


def class_of(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``type(x)``; with three arguments it makes a class."""
    return type_of(arguments.positional[0]) if len(arguments.positional) == 1 else UNKNOWN


def _classes(frame: Frame, asked: Value | None) -> Value | None:
    """What a value is compared with, a library's class by its model."""
    if isinstance(asked, Sequence) and asked.items is not None:
        return Sequence(asked.type, [_classes(frame, one) or UNKNOWN for one in asked.items])
    model = modelled(frame.interpreter, asked.name) if isinstance(asked, Library) else None
    return model if isinstance(model, ClassValue) else asked


def get_attribute(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    wanted = arguments.get(1)
    if isinstance(wanted, Const) and isinstance(wanted.value, str):
        return _attribute_or(frame, node, arguments, wanted)
    return UNKNOWN


def _attribute_or(frame: Frame, node: _ast.AST, arguments: Arguments, wanted: Const) -> Value:
    """``getattr(x, name)``; ``getattr(x, name, default)`` where it is known whether an array has it."""
    value, default = arguments.positional[0], arguments.get(2)
    present = default is None or has(value, wanted)
    if not present:
        return UNKNOWN if present is None or default is None else default
    found = attribute(frame, node, value, str(wanted.value))
    return Static("object") if found is UNKNOWN and default is not None else found


def attributes_by_name(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``vars(x)``"""
    value = arguments.get(0)
    return attributes_of(value) if isinstance(value, Instance) else UNKNOWN


def set_named(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``setattr(x, "name", value)``, ``object.__setattr__(self, "name", value)``."""
    base, wanted = arguments.get(0) or UNKNOWN, arguments.get(1)
    if isinstance(wanted, Const) and isinstance(wanted.value, str):
        set_attribute(frame, node, base, wanted.value, arguments.get(2) or UNKNOWN)
    else:
        set_any_attribute(frame, base)
    return NONE


def super_of(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``super()`` in a method, ``super(Class, self)``: attribute() looks its members up."""
    owner, receiver = arguments.get(0), arguments.get(1)
    outer: Scope | None = frame
    while owner is None and outer is not None:
        parameters = getattr(outer.function, "args", None)
        if outer.owner is not None and parameters is not None and (parameters.posonlyargs or parameters.args):
            owner, receiver = outer.owner, outer.variables.get((parameters.posonlyargs + parameters.args)[0].arg)
        outer = outer.closure
    return UNKNOWN if owner is None or receiver is None else BoundMethod(receiver, "super()", owner)


def plain_object(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``threading.Lock()``, ``jax.devices()``"""
    return Library(OBJECT + MADE[name]) if name in MADE else Sequence("list", None, Library(OBJECT + LISTED[name]))


FUNCTIONS.update(dict.fromkeys((*MADE, *LISTED), plain_object))
for _handler, _names in {
    yes_or_no: "isinstance issubclass hasattr callable",
    class_of: "type",
    get_attribute: "getattr",
    attributes_by_name: "vars",
    set_named: "setattr object.__setattr__",
    super_of: "super",
}.items():
    for _name in _names.split():
        FUNCTIONS["builtins." + _name] = _handler
