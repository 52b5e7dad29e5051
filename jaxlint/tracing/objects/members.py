"""What the class of an object has by a name, and how it was declared there."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.transforms import UNBOUND
from jaxlint.tracing.calls.several import one_of
from jaxlint.tracing.values.hierarchy import class_member, is_stub
from jaxlint.tracing.values.value import (
    BoundMethod,
    ClassValue,
    Function,
    Instance,
    Library,
    Partial,
    Transformed,
    Value,
)


def ways_of(value: Instance, name: str) -> list[tuple[Instance, Value]]:
    """What the class of an object has by a name, and the object as one that has it; several where subclasses differ."""
    if value.members is None:
        found = class_member(value.cls, name)
        return [] if found is None else [(value, found)]
    return grouped(value, [(one, class_member(one, name)) for one in value.members])


def grouped(value: Instance, found: list[tuple[ClassValue, Value | None]]) -> list[tuple[Instance, Value]]:
    """By what is found; methods that are there to be overridden are no way where there is another."""
    groups: dict[int, tuple[Value, list[ClassValue]]] = {}
    for cls, held in found:
        if held is not None:
            groups.setdefault(id(held), (held, []))[1].append(cls)
    made = [group for group in groups.values() if not is_stub(group[0])] or list(groups.values())
    return [(value if len(made) == 1 else _narrowed(value, classes), held) for held, classes in made]


def _narrowed(value: Instance, classes: list[ClassValue]) -> Instance:
    cls = classes[0] if len(classes) == 1 else value.cls
    return Instance(cls, dict(value.attributes), value.open, value.depth, tuple(classes))


def method_of(value: Instance, name: str) -> Value | None:
    """A special method of an object, ready to be called."""
    ways = [
        member if is_static(member) else BoundMethod(receiver, name, member)
        for receiver, member in ways_of(value, name)
    ]
    return one_of(ways) if ways else None


def declared_kind(member: Value) -> str:
    """How a method was declared, be it above what transforms the function; "" of what is none."""
    while isinstance(member, (Transformed, Partial)):
        member = member.func
    return member_kind(member) if isinstance(member, Function) else ""


def is_static(member: Value) -> bool:
    """It takes no object: what is called is the member itself, special methods too."""
    return declared_kind(member) == "static"


def is_descriptor(member: Value) -> bool:
    """A method by another name.  functools.partial is none, nor are the classes of custom_jvp and its kin."""
    if isinstance(member, Partial):
        return isinstance(member.func, Library) and ":" in member.func.name  # lru_cache, contextmanager
    return isinstance(member, Transformed) and member.transform not in UNBOUND


def member_kind(function: Function) -> str:
    """How a method was declared: method, static, class or property."""
    for decorator in getattr(function.node, "decorator_list", ()):
        name = getattr(decorator, "id", None) or getattr(decorator, "attr", None)
        if name == "staticmethod":
            return "static"
        if name == "classmethod":
            return "class"
        if name in ("property", "cached_property"):
            return "property"
    return "method"


def is_property(function: Function) -> bool:
    """A plain one: a cached one can be set."""
    decorators = getattr(function.node, "decorator_list", ())
    return any(isinstance(one, _ast.Name) and one.id == "property" for one in decorators)
