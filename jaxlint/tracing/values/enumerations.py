"""Classes of ``enum``: each member is a constant that holds a member of a class just like it, made by Python's own."""

from __future__ import annotations

from jaxlint.record import Record
from jaxlint.tracing.values.hierarchy import class_member, order
from jaxlint.tracing.values.value import UNKNOWN, ClassValue, Const, Function, Library, Mapping, Static, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from enum import Enum
    from typing import Any

_KINDS = ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag")
_MIXED_IN = {"builtins.int": int, "builtins.str": str, "builtins.float": float}
_MAKING = ("__new__", "_missing_", "_generate_next_value_")  # they say what the values are
_ASKING = ("__eq__", "__bool__")  # members answer in a way of their own
_OWN = "_of_jaxlint_"


class _Made(Record):
    """``values``: what was written for each member, by its name; None where the class makes something else of it."""

    cls: ClassValue
    values: dict[str, Value] | None


def enumerate_members(cls: ClassValue) -> None:
    """Where the class is an enumeration, its members take the place of their values."""
    kinds, mixed_in = _roots(cls)
    if not kinds:
        return
    written = {name: value for name, value in cls.attributes.items() if _is_member(name, value)}
    made = _python_class(cls, kinds, mixed_in, written) if written else None
    if made is not None:
        setattr(made, _OWN, _Made(cls, None if _defines(cls, _MAKING) else written))
        cls.enumeration = made
    for name, value in written.items():  # what is not known may be a property, or ``nonmember(3)``
        cls.attributes[name] = UNKNOWN if made is None or value is UNKNOWN else Const(made[name])


def _roots(cls: ClassValue) -> tuple[set[str], list[type | None]]:
    """The classes of the module enum that it comes from, and those of numbers and texts; None among them: unknown."""
    libraries = [base for one in order(cls) for base in one.bases if not isinstance(base, ClassValue)]
    names = [base.name if isinstance(base, Library) else "" for base in libraries]
    kinds = {name.removeprefix("enum.") for name in names if name.startswith("enum.")}
    return kinds, [_MIXED_IN.get(one) for one in names if not one.startswith("enum.") and one != "builtins.object"]


def _is_member(name: str, value: Value) -> bool:
    return not name.startswith("_") and not isinstance(value, (Function, ClassValue, Library))


def _defines(cls: ClassValue, names: tuple[str, ...]) -> bool:
    return any(name in one.attributes for one in order(cls) for name in names)


def _python_class(
    cls: ClassValue, kinds: set[str], mixed_in: list[type | None], written: dict[str, Value]
) -> type[Enum] | None:
    """None where the class has more to it than its members."""
    if len(kinds) != 1 or not kinds.issubset(_KINDS) or len(mixed_in) > 1 or None in mixed_in:
        return None
    if _defines(cls, _ASKING):
        return None
    import enum

    values = [(name, value.value if isinstance(value, Const) else object()) for name, value in written.items()]
    try:
        made: type[Enum] = getattr(enum, kinds.pop())(
            cls.node.name, values, **({"type": mixed_in[0]} if mixed_in else {})
        )
        return made
    except (AttributeError, TypeError, ValueError):
        return None


def _made_of(value: object) -> _Made | None:
    return getattr(type(value), _OWN, None)


def enumeration_of(value: Value) -> ClassValue | None:
    """The class in view that a constant is a member of."""
    found = _made_of(value.value) if isinstance(value, Const) else None
    return None if found is None else found.cls


def members_of(cls: ClassValue) -> list[Value] | None:
    """All of them, in order; None where it is no enumeration, or some of its names may be no members."""
    if cls.enumeration is None or any(cls.attributes[name] is UNKNOWN for name in cls.enumeration.__members__):
        return None
    return [Const(one) for one in cls.enumeration]


def looked_up_by_value(cls: ClassValue, value: Value) -> Value:
    """``Mode("fast")``"""
    if enumeration_of(value) is cls:
        return value
    if not isinstance(value, Const) or getattr(cls.enumeration, _OWN).values is None:
        return Static("object")
    try:
        return Const(cls.enumeration(value.value))  # type: ignore[misc]
    except (TypeError, ValueError):
        return UNKNOWN


def looked_up_by_name(cls: ClassValue, name: Value) -> Value:
    """``Mode["FAST"]``"""
    if not isinstance(name, Const) or cls.enumeration is None:
        return Static("object")
    found = cls.enumeration.__members__.get(str(name.value))
    return UNKNOWN if found is None else Const(found)


def names_of(cls: ClassValue) -> Value:
    """``Mode.__members__``"""
    if cls.enumeration is None:
        return UNKNOWN
    return Mapping({name: Const(one) for name, one in cls.enumeration.__members__.items()})


def combined_members(compute: Callable[[Any, Any], object] | None, left: object, right: object) -> Const | None:
    """``Mode.READ | Mode.WRITE``; None where they are no flags of one class."""
    if compute is None or type(left) is not type(right) or _made_of(left) is None:
        return None
    try:
        found = compute(left, right)
    except TypeError:
        return None
    return Const(found) if type(found) is type(left) else None


def own_attribute(value: Const, name: str) -> Value | None:
    """What a member has besides what its class defines; None where it is something else, or no member."""
    made = _made_of(value.value)
    if made is None:
        return None
    if name in ("name", "_name_"):
        return Const(value.value.name)  # type: ignore[attr-defined]
    if name not in ("value", "_value_") or class_member(made.cls, name) is not None:
        return None
    if made.values is None:
        return UNKNOWN
    written = made.values.get(value.value.name)  # type: ignore[attr-defined]
    return Const(value.value.value) if written is None or isinstance(written, Const) else written  # type: ignore[attr-defined]
