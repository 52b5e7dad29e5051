"""``Class(...)``: a new object, its constructor run on it, and what checks it afterwards."""

from __future__ import annotations

from jaxlint.knowledge.libraries.records import CHECK
from jaxlint.tracing.calls.fitting import fits
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.functions.functions import call_function
from jaxlint.tracing.objects.held import note_held
from jaxlint.tracing.objects.static_fields import note_arrays
from jaxlint.tracing.values.enumerations import looked_up_by_value
from jaxlint.tracing.values.hierarchy import class_member, order
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import UNKNOWN, ClassValue, Field, Function, Instance, Reference, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.running.environment import Frame


def construct(frame: Frame, node: _ast.AST, cls: ClassValue, arguments: Arguments) -> Value:
    if cls.enumeration is not None:
        return looked_up_by_value(cls, arguments.get(0, "value") or UNKNOWN)
    instance = Instance(cls, {}, open=cls.fields is not None and not arguments.complete, depth=frame.condition.branches)
    instance.traced = frame.context.stage != EAGER
    instance.made = True
    if cls.reference is not None:
        instance = Reference(cls, UNKNOWN, frame.context.stage, frame.condition.branches)
    initializer = class_member(cls, "__init__")
    if isinstance(initializer, Function):
        given = arguments.before([instance])
        if not fits(initializer, given) and _is_called_for_us(cls):
            given = given.among_others()
        call_function(frame, node, initializer, given)
    elif initializer is not None:  # behind a decorator that is not in view: nobody knows what it sets
        instance.open = True
        return instance
    elif cls.fields is not None:
        handed_on = _fill(frame, node, instance, cls.fields, arguments)
        check(frame, node, instance, "__post_init__", Arguments(handed_on, complete=arguments.complete))
    else:
        return instance
    for name, field in cls.field_calls.items():
        if field.converter is not None and name in instance.attributes:
            given = Arguments([instance.attributes[name]], None, [arguments.node(_position(cls, name), name)])
            instance.attributes[name] = call_value(frame, node, field.converter, given)
    for one in _linearized(cls):
        checker = one.attributes.get(CHECK)
        if isinstance(checker, Function):
            call_function(frame, node, checker, Arguments([instance]))
    note_arrays(frame, node, instance)
    return instance


def _fill(frame: Frame, node: _ast.AST, instance: Instance, fields: list[str], arguments: Arguments) -> list[Value]:
    """The arguments by position and name, and the defaults of the others; what ``__post_init__`` is given of them."""
    cls = instance.cls
    handed_on: list[Value] = []
    for name in fields:
        field = cls.field_calls.get(name, _PLAIN)
        value = arguments.get(_position(cls, name), name) if field.init else None
        if value is None and (arguments.complete or not field.init):
            value = class_member(cls, name)
            if field.factory is not None:
                value = call_value(frame, node, field.factory, Arguments([]))
        if field.passed_on:
            handed_on.append(value or UNKNOWN)
        elif value is not None:
            instance.attributes[name] = value
            note_held(frame, instance, name, value)
    return handed_on


_PLAIN = Field()


def _position(cls: ClassValue, name: str) -> int:
    """Where the argument for a field stands; -1 where it is passed by name alone, or not at all."""
    fields = [one for one in cls.fields or [] if _by_position(cls.field_calls.get(one, _PLAIN))]
    return fields.index(name) if name in fields else -1


def _by_position(field: Field) -> bool:
    return field.init and not field.by_name


def check(frame: Frame, node: _ast.AST, instance: Instance, name: str, arguments: Arguments) -> None:
    """Run a method on a new object, where its class has it; one that is not in view may set anything."""
    method = class_member(instance.cls, name)
    if isinstance(method, Function):
        call_function(frame, node, method, arguments.before([instance]))
    elif method is not None:
        instance.attributes = {}
        instance.open = True


def _is_called_for_us(cls: ClassValue) -> bool:
    """A decorator, or a metaclass, may hand the constructor more than the code that makes an object does."""
    return any(one.decorators or one.node.keywords for one in order(cls))


def _linearized(cls: ClassValue) -> list[ClassValue]:
    """A class and its bases in view, each once."""
    found = [cls]
    for base in cls.bases:
        if isinstance(base, ClassValue):
            found += [one for one in _linearized(base) if one not in found]
    return found
