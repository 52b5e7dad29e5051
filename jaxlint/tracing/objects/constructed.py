"""What the constructor of a class leaves in an object, whoever calls it: its arrays, layers and objects."""

from __future__ import annotations

from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.holding import holds_arrays
from jaxlint.tracing.values.value import ClassValue, Function, Instance, Library, Mapping, Sequence, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame


class _Constructed(dict[ClassValue, "dict[str, Value]"]):
    """The attributes, by class."""


def constructed(frame: Frame, cls: ClassValue) -> dict[str, Value]:
    """The attributes that are of one kind for all arguments; what is decided by them, and plain values, are left out.

    The constructor runs once, on nothing that is known, and what happens in it is not noted.
    """
    interpreter = frame.interpreter
    known = interpreter.share.part(_Constructed)
    if cls in known:
        return known[cls]
    known[cls] = {}
    if not isinstance(class_member(cls, "__init__"), Function):
        return {}

    made = frame.probe(lambda: call_value(frame, cls.node, cls, Arguments([], complete=False)), is_told=False)
    if isinstance(made, Instance):
        known[cls] = {name: item for name, item in made.attributes.items() if _is_kept(item)}
    return known[cls]


def _is_kept(value: Value) -> bool:
    if isinstance(value, Mapping):
        return value.items is not None and all(_is_kept(item) for item in value.items.values())
    if isinstance(value, Sequence):
        return value.items is not None and all(_is_kept(item) for item in value.items)
    return (isinstance(value, Library) and value.name.startswith("layer:")) or holds_arrays(value)
