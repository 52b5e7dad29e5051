"""What annotations say of objects: the class of a parameter, a field or a result of which nothing else is known."""

from __future__ import annotations

import _ast

from jaxlint.tracing.objects.classes import is_none
from jaxlint.tracing.objects.heirs import heirs, some_object
from jaxlint.tracing.objects.meanings import head_of, meanings, parsed_annotation, with_type_parameters
from jaxlint.tracing.objects.used_as import is_array_by_use
from jaxlint.tracing.running.environment import ModuleFrames
from jaxlint.tracing.values.hierarchy import MOST, common_root, is_protocol, order
from jaxlint.tracing.values.holding import prove_array
from jaxlint.tracing.values.value import (
    UNKNOWN,
    Array,
    ClassValue,
    Function,
    Instance,
    Reference,
    Several,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame
    from jaxlint.tracing.running.interpreter import Recalled

    _Found = tuple[ClassValue, tuple[ClassValue, ...], bool]

_NUMBERS = ("bool", "int", "float", "complex")
_NEVER_ARRAYS = frozenset("dict Dict Mapping MutableMapping OrderedDict FrozenDict set Set frozenset str bytes".split())


class _Declared(dict["_ast.expr", "Recalled[_Found | None]"]):
    """The classes that annotations name."""


class _WithoutArrays(dict["_ast.expr", bool]):
    """Annotations: do they leave no room for an array?"""


class _Annotations(dict["ClassValue", "dict[str, _ast.expr]"]):
    """What classes declare, by name."""


def object_of(frame: Frame, annotation: _ast.expr | None) -> Value:
    """An object of the class in view that an annotation names; UNKNOWN for all else.

    ``frame``: where the annotation stands.
    """
    if annotation is None:
        return UNKNOWN
    if _names_class(annotation):
        return _class_itself(frame, annotation)
    known = frame.interpreter.part(_Declared)
    found = frame.interpreter.recall(known, annotation, lambda: _classes(frame, annotation), None)
    if found is None:
        return UNKNOWN
    cls, members, optional = found
    made = some_object(frame.interpreter, cls, members)
    made.optional = optional
    return made


def _classes(frame: Frame, annotation: _ast.expr) -> _Found | None:
    """The class, those that its objects may be of, and whether None may come in their place."""
    return _united(frame, meanings(frame, annotation))


def _names_class(annotation: _ast.expr) -> bool:
    """``type[Solver]``, ``Type["Solver"]``"""
    return isinstance(annotation, _ast.Subscript) and head_of(annotation) in ("type", "Type")


def _class_itself(frame: Frame, annotation: _ast.expr) -> Value:
    """Any class that is the named one or comes from it."""
    assert isinstance(annotation, _ast.Subscript)
    found = object_of(frame, annotation.slice)
    members = found.members if isinstance(found, Instance) else None
    if not members or len(members) > MOST:
        return UNKNOWN
    return members[0] if len(members) == 1 else Several(list(members))


def object_of_classes(frame: Frame, named: list[Value]) -> Instance | None:
    """An object of one of these classes."""
    found = _united(frame, named)
    return None if found is None else some_object(frame.interpreter, found[0], found[1])


def _united(frame: Frame, named: list[Value]) -> _Found | None:
    classes = [value for value in named if not is_none(value)]
    if not classes or not all(isinstance(value, ClassValue) and _is_object(frame, value) for value in classes):
        return None
    below = [heirs(frame.interpreter, cls) for cls in classes if isinstance(cls, ClassValue)]
    members = tuple(dict.fromkeys(one for some in below for one in some))
    common = common_root([*classes, *members])  # type: ignore[list-item]
    return None if common is None else (common, members, len(classes) < len(named))


def _is_object(frame: Frame, cls: ClassValue) -> bool:
    """No reference, and no Protocol that no class in view has the methods of: a plain value may pass for one."""
    return cls.reference is None and not (is_protocol(cls) and heirs(frame.interpreter, cls) == (cls,))


def with_declared(frame: Frame, function: Function, bound: dict[str, Value]) -> dict[str, Value]:
    """The arguments of a call, where nothing is known of them as their annotations say, or their use.

    What is a dict by its annotation, and an array by what this caller passes, is not known.
    """
    spec = function.node.args
    for parameter in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs):
        value = bound.get(parameter.arg)
        unproved = isinstance(value, Traced) and not value.is_array and value.origin.root().doubt is None
        if value is not None and unproved and is_array_by_use(frame.interpreter, function, parameter.arg):
            prove_array(value)
        if value is None or parameter.annotation is None:
            continue
        if isinstance(value, Array) or (isinstance(value, Traced) and value.is_array):
            if _leaves_no_array(frame, parameter.annotation):
                bound[parameter.arg] = UNKNOWN
        elif isinstance(value, Traced) and _is_number(parameter.annotation):
            prove_array(value)
        elif value is UNKNOWN:
            found = bound[parameter.arg] = object_of(_home(frame, function), parameter.annotation)
            if isinstance(found, Instance):
                found.optional = found.optional or _defaults_to_none(function, parameter)
    return bound


def _is_number(annotation: _ast.expr) -> bool:
    """No container, whatever is passed."""
    return isinstance(annotation, _ast.Name) and annotation.id in _NUMBERS


def _leaves_no_array(frame: Frame, annotation: _ast.expr) -> bool:
    """``dict[str, jax.Array]``, ``str | None``."""
    known = frame.interpreter.part(_WithoutArrays)
    if annotation not in known:
        known[annotation] = _is_no_array(annotation)
    return known[annotation]


def _is_no_array(annotation: _ast.expr) -> bool:
    if isinstance(annotation, _ast.Constant):
        named = parsed_annotation(annotation.value) if isinstance(annotation.value, str) else None
        return annotation.value is None or (named is not None and _is_no_array(named))
    if isinstance(annotation, _ast.BinOp):
        return _is_no_array(annotation.left) and _is_no_array(annotation.right)
    if isinstance(annotation, _ast.Subscript):
        return _is_no_array(annotation.slice if head_of(annotation) == "Optional" else annotation.value)
    return (getattr(annotation, "attr", None) or getattr(annotation, "id", None)) in _NEVER_ARRAYS


def _defaults_to_none(function: Function, parameter: _ast.arg) -> bool:
    spec = function.node.args
    positional = [*spec.posonlyargs, *spec.args]
    named = dict(zip(spec.kwonlyargs, function.kw_defaults, strict=True))
    named.update(zip(reversed(positional), reversed(function.defaults), strict=False))
    default = named.get(parameter)
    return default is not None and is_none(default)


def declared_result(frame: Frame, function: Function, result: Value, receiver: Value | None = None) -> Value:
    """What a call gives, where nothing is known of it as the function's annotation says.

    ``receiver``: what a method was called on, as far as it is in view.
    """
    returns = getattr(function.node, "returns", None)
    if result is not UNKNOWN or returns is None:
        return result
    if function.owner is not None and _is_self(returns):
        if isinstance(receiver, Instance) and not isinstance(receiver, Reference):
            return some_object(frame.interpreter, receiver.cls, receiver.members or (receiver.cls,))
        return some_object(frame.interpreter, function.owner)
    return object_of(_home(frame, function), returns)


def _is_self(annotation: _ast.expr) -> bool:
    """``typing.Self``"""
    return (getattr(annotation, "attr", None) or getattr(annotation, "id", None)) == "Self"


def _home(frame: Frame, function: Function) -> Frame:
    return function.closure or frame.interpreter.part(ModuleFrames).get(function.module, frame)  # type: ignore[return-value]


def declared_field(frame: Frame, value: Instance, name: str) -> Value:
    """``name: Class`` in the body of the object's class or of one above it."""
    for cls in order(value.cls):
        annotation = _annotations(frame, cls).get(name)
        if annotation is not None:
            home = frame.interpreter.part(ModuleFrames).get(cls.module, frame)
            return object_of(with_type_parameters(home, cls.node), annotation)
    return UNKNOWN


def _annotations(frame: Frame, cls: ClassValue) -> dict[str, _ast.expr]:
    known = frame.interpreter.part(_Annotations)
    if cls not in known:
        known[cls] = {
            one.target.id: one.annotation
            for one in cls.node.body
            if isinstance(one, _ast.AnnAssign) and isinstance(one.target, _ast.Name)
        }
    return known[cls]
