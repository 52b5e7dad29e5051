"""isinstance(value, class), issubclass(type(value), class) and hasattr(value, name) where they are known."""

from __future__ import annotations

from jaxlint.knowledge.libraries.array_classes import JAX, TRACER, has_attribute, is_of_class, is_tracer_class
from jaxlint.knowledge.transforms import DECORATOR
from jaxlint.tracing.objects.classes import alternatives, asks_for_subclass, is_none, is_scalar, kind_of_array
from jaxlint.tracing.values.enumerations import enumeration_of
from jaxlint.tracing.values.hierarchy import is_protocol, order
from jaxlint.tracing.values.value import (
    Array,
    BoundMethod,
    ClassValue,
    Const,
    Container,
    Function,
    Instance,
    Library,
    Mapping,
    Partial,
    Reference,
    Sequence,
    Static,
    Traced,
    Transformed,
    TypeOf,
    Value,
)


def is_instance(value: Value, cls: Value) -> bool | None:
    """None where it can't be known."""
    several = alternatives(cls)
    if several is not None:
        answers = [is_instance(value, item) for item in several]
        if asks_for_subclass(cls) and kind_of_array(value) == TRACER:
            answers = [
                None if _accepts_tracers(answer, one) else answer for answer, one in zip(answers, several, strict=True)
            ]
        if True in answers:
            return True
        return None if None in answers else False
    if is_none(cls):
        return is_none(value) if _is_plain(value) else None
    if isinstance(cls, Library):
        return _library(value, cls.name)
    if isinstance(cls, ClassValue):
        if isinstance(value, Instance):
            return _is_one(value, cls)
        enumeration = enumeration_of(value)
        if enumeration is not None:
            return descends(enumeration, cls)
        return False if _is_plain(value) and _asks_nothing_else(cls) else None
    return None


def _accepts_tracers(answer: bool | None, cls: Value) -> bool:
    """``jax.Array`` says of a tracer that it is one of its own, and not of a tracer's class."""
    return answer is True and not (isinstance(cls, Library) and is_tracer_class(cls.name))


def is_subclass(asked: Value, cls: Value) -> bool | None:
    """issubclass of ``type(x)``, or of a class in view."""
    several = alternatives(cls)
    if several is not None:
        answers = [is_subclass(asked, item) for item in several]
        return True if True in answers else None if None in answers else False
    if isinstance(asked, TypeOf):
        answer = is_instance(asked.of, cls)
        return None if kind_of_array(asked.of) == TRACER and _accepts_tracers(answer, cls) else answer
    return descends(asked, cls) if isinstance(asked, ClassValue) else None


def _is_plain(value: Value) -> bool:
    return kind_of_array(value) is not None or isinstance(value, (Array, Const, Static))


def _asks_nothing_else(cls: ClassValue) -> bool:
    """No metaclass and no protocol that answers in a way of its own."""
    return not cls.node.keywords and not is_protocol(cls)


def descends(cls: Value, wanted: Value) -> bool | None:
    """Is it that class, or is one of its bases?  None where a base is not in view."""
    if type(cls) is not ClassValue:
        return True if cls is wanted else _is_that(cls, wanted)
    if type(wanted) is ClassValue:
        if wanted in (cls.order or order(cls)):
            return True
        if is_protocol(wanted):
            return None  # it asks for methods
    answers = [_is_that(one, wanted) for one in _out_of_view(cls)]
    if not answers:
        return False
    return True if True in answers else (None if None in answers else False)


def _out_of_view(cls: ClassValue) -> list[Value]:
    """Of all bases, and bases of those, the ones that are no classes in view."""
    if cls.out_of_view is None:
        cls.out_of_view = [base for one in order(cls) for base in one.bases if not isinstance(base, ClassValue)]
    return cls.out_of_view


def _is_that(cls: Value, wanted: Value) -> bool | None:
    """Of a base that is not in view."""
    if not isinstance(cls, Library):
        return None
    if isinstance(wanted, Library) and cls.name == wanted.name:
        return True
    if cls.name == "typing.NamedTuple":
        return isinstance(wanted, Library) and wanted.name in ("builtins.tuple", "builtins.object")
    return None


def _is_one(value: Instance, cls: Value) -> bool | None:
    """The same for all classes that the object may be of; None may come in its place."""
    answers = {descends(one, cls) for one in value.members or (value.cls,)}
    if value.optional:
        answers.discard(True)
        answers = answers or {None}
    return answers.pop() if len(answers) == 1 else None


def _library(value: Value, name: str) -> bool | None:
    if isinstance(value, (Traced, Array)):
        if isinstance(value, Array) and not value.sure:
            answers = {is_of_class(kind, name, is_scalar(value)) for kind in (JAX, TRACER)}
            return answers.pop() if len(answers) == 1 else None
        kind = kind_of_array(value)
        if kind is None:  # asked of a pytree of tracers, it guards the same code
            return True if is_of_class(TRACER, name) and is_tracer_class(name) else None
        return is_of_class(kind, name, is_scalar(value))
    if (
        isinstance(value, Static)
        and value.type == "aval"
        and name.rpartition(".")[2] in ("ShapedArray", "AbstractValue")
    ):
        return True
    if isinstance(value, Reference):
        plain = name.startswith("builtins.") and name != "builtins.object"
        return False if plain or is_of_class(TRACER, name) else None
    if isinstance(value, Instance) and name != "builtins.object":
        return _is_one(value, Library(name))
    if is_tracer_class(name):
        return False if isinstance(value, (Const, Static, Container, Function)) else None
    return _plain(value, name)


def _plain(value: Value, name: str) -> bool | None:
    if not name.startswith("builtins."):
        return None
    base = name.partition(".")[2]
    if isinstance(value, Const):
        actual = type(value.value)
        return base in [one.__name__ for one in actual.__mro__]
    if isinstance(value, Static):
        if base == value.type:
            return True
        return (
            False
            if value.type in ("int", "float", "str", "bool") and base != "object" and value.type != "bool"
            else None
        )
    if isinstance(value, Sequence):
        return True if base == value.type else (False if base in ("dict", "str", "int", "float") else None)
    if isinstance(value, Mapping):
        return True if base == "dict" else (False if base in ("list", "tuple", "str", "int", "float") else None)
    return None


def has(value: Value, name: Value | None) -> bool | None:
    """hasattr of an array."""
    kind = kind_of_array(value)
    known = kind is not None and isinstance(name, Const) and isinstance(name.value, str)
    return has_attribute(kind, name.value) if known else None  # type: ignore[arg-type, union-attr]


def asks_for_tracers(cls: Value | None) -> bool:
    several = None if cls is None else alternatives(cls)
    if several is not None:
        return any(map(asks_for_tracers, several))
    return isinstance(cls, Library) and is_tracer_class(cls.name)


def is_callable(value: Value | None) -> bool | None:
    """No array, number or container can be called."""
    plain = value is not None and _is_plain(value)
    if plain or isinstance(value, Container):
        return None if isinstance(value, Static) and value.type == "object" else False
    known = isinstance(value, (Function, BoundMethod, Partial, Transformed, ClassValue))
    return True if known and getattr(value, "transform", None) != DECORATOR else None
