"""What an object hands over where it is unpacked: the fields of a named tuple, one by one."""

from __future__ import annotations

from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.value import UNKNOWN, BoundMethod, Const, Function, Instance, Sequence, Value


def fields_of(value: Instance) -> list[Value] | None:
    """None where it is none.  A model of a library's says ``_fields``, and may have methods for them."""
    names = value.cls.fields
    if names is None:
        told = class_member(value.cls, "_fields")
        items = told.items if isinstance(told, Sequence) else None
        names = [str(one.value) for one in items or [] if isinstance(one, Const)] or None
    return None if names is None else [_field(value, name) for name in names]


def _field(value: Instance, name: str) -> Value:
    found = value.attributes.get(name)
    if found is None:
        method = class_member(value.cls, name)
        found = BoundMethod(value, name, method) if isinstance(method, Function) else UNKNOWN
    return found
