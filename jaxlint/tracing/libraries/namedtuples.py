"""Classes made by a call: ``namedtuple("State", "x y")``."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calling import FUNCTIONS
from jaxlint.tracing.invocation import constant_of
from jaxlint.tracing.value import FIELDS, UNKNOWN, ClassValue, Sequence, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame
    from jaxlint.tracing.invocation import Arguments


def namedtuple(frame: Frame, node: _ast.AST, name: str, arguments: Arguments) -> Value:
    """``namedtuple("State", "x y")``, ``NamedTuple("State", [("x", Array)])``."""
    title, fields = constant_of(arguments.get(0, "typename")), _field_names(arguments.get(1, "field_names"))
    if not isinstance(title, str) or fields is None:
        return UNKNOWN
    statement = _ast.ClassDef(title, [], [], [], [], lineno=getattr(node, "lineno", 1), col_offset=0)
    cls = ClassValue(statement, frame.module, [], {})
    cls.fields, cls.layout = fields, FIELDS
    frame.interpreter.share.classes[statement] = cls
    defaults = arguments.get(-1, "defaults")
    if isinstance(defaults, Sequence) and defaults.items:
        cls.attributes.update(zip(fields[-len(defaults.items) :], defaults.items, strict=False))
    return cls


def _field_names(value: Value | None) -> list[str] | None:
    """Of ``"x y"``, ``"x, y"``, ``["x", "y"]`` and ``[("x", int), ("y", int)]``."""
    if isinstance(value, Sequence) and value.items is not None:
        pairs = [item.items[0] if isinstance(item, Sequence) and item.items else item for item in value.items]
        names = [constant_of(pair) for pair in pairs]
        return names if all(isinstance(one, str) for one in names) else None  # type: ignore[return-value]
    text = constant_of(value)
    return text.replace(",", " ").split() if isinstance(text, str) else None


FUNCTIONS["collections.namedtuple"] = FUNCTIONS["typing.NamedTuple"] = namedtuple
