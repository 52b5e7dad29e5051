"""Objects that a transform makes anew of tracers: what their classes check then, they check of tracers."""

from __future__ import annotations

from jaxlint.tracing.attributes import class_member, member_kind
from jaxlint.tracing.calling import call_value, construct
from jaxlint.tracing.invocation import Arguments
from jaxlint.tracing.joining import leaves
from jaxlint.tracing.value import UNKNOWN, ClassValue, Function, Instance, Sequence, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast
    from collections.abc import Iterable

    from jaxlint.tracing.environment import Frame


def rebuild(frame: Frame, node: _ast.AST, values: Iterable[Value]) -> None:
    """Run what makes new objects of the arguments' leaves, for what happens inside."""
    for value in values:
        for item in leaves(value):
            if isinstance(item, Instance) and item.cls.unflatten is not None:
                rebuild(frame, node, item.attributes.values())
                if any(isinstance(field, Traced) for field in item.attributes.values()):
                    _make_anew(frame, node, item, item.cls.unflatten)


def _make_anew(frame: Frame, node: _ast.AST, instance: Instance, unflatten: Value) -> None:
    cls, fields = instance.cls, instance.attributes
    if isinstance(unflatten, ClassValue):
        if class_member(cls, "__init__") is None and class_member(cls, "__post_init__") is None:
            return
        construct(frame, node, cls, Arguments([], {name: fields.get(name, UNKNOWN) for name in cls.fields or []}))
    elif isinstance(unflatten, Function) and cls.data_fields is not None:
        given = [UNKNOWN, Sequence("tuple", [fields.get(name, UNKNOWN) for name in cls.data_fields])]
        bound: list[Value] = [cls] if member_kind(unflatten) == "class" else []
        call_value(frame, node, unflatten, Arguments([*bound, *given]))
