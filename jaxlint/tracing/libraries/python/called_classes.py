"""Classes made by a call: ``namedtuple("State", "x y")``, ``Enum("Side", "LEFT RIGHT")``."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calls.invocation import constant_of
from jaxlint.tracing.functions.calling import FUNCTIONS
from jaxlint.tracing.libraries.python.enumerated import auto
from jaxlint.tracing.values.enumerations import enumerate_members
from jaxlint.tracing.values.value import FIELDS, UNKNOWN, ClassValue, Library, Mapping, Sequence, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame


def namedtuple(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``namedtuple("State", "x y")``, ``NamedTuple("State", [("x", Array)])``."""
    title, fields = constant_of(arguments.get(0, "typename")), _field_names(arguments.get(1, "field_names"))
    if not isinstance(title, str) or fields is None:
        return UNKNOWN
    cls = _made(frame, node, title, [])
    cls.fields, cls.layout = fields, FIELDS
    defaults = arguments.get(-1, "defaults")
    if isinstance(defaults, Sequence) and defaults.items:
        cls.attributes.update(zip(fields[-len(defaults.items) :], defaults.items, strict=False))
    return cls


def enumeration(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``Enum("Side", "LEFT RIGHT")``, ``Enum("Side", {"LEFT": 1})``"""
    title, given = constant_of(arguments.get(0, "value")), arguments.get(1, "names")
    members: dict[str, Value] | None = None
    if isinstance(given, Mapping) and given.items is not None:
        members = {str(key): value for key, value in given.items.items()}
    elif not isinstance(given, Sequence) or not any(isinstance(one, Sequence) for one in given.items or [given]):
        names = _field_names(given)  # pairs have values of their own
        members = {one: auto(frame, node, name, arguments) for one in names or ()}
    if not isinstance(title, str) or not members:
        return UNKNOWN
    cls = _made(frame, node, title, [Library(name)])
    cls.attributes.update(members)
    enumerate_members(cls)
    return cls


def _made(frame: Frame, node: _ast.AST, title: str, bases: list[Value]) -> ClassValue:
    statement = _ast.ClassDef(title, [], [], [], [], lineno=getattr(node, "lineno", 1), col_offset=0)
    cls = frame.interpreter.share.classes[statement] = ClassValue(statement, frame.module, bases, {})
    return cls


def _field_names(value: Value | None) -> list[str] | None:
    """Of ``"x y"``, ``"x, y"``, ``["x", "y"]`` and ``[("x", int), ("y", int)]``."""
    if isinstance(value, Sequence) and value.items is not None:
        pairs = [item.items[0] if isinstance(item, Sequence) and item.items else item for item in value.items]
        names = [constant_of(pair) for pair in pairs]
        return names if all(isinstance(one, str) for one in names) else None  # type: ignore[return-value]
    text = constant_of(value)
    return text.replace(",", " ").split() if isinstance(text, str) else None


for _kind in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"):
    FUNCTIONS["enum." + _kind] = enumeration
FUNCTIONS["collections.namedtuple"] = FUNCTIONS["typing.NamedTuple"] = namedtuple
