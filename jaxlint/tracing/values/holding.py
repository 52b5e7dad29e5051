"""How an object holds its attributes when it enters a transform: as leaves, or as part of its structure."""

from __future__ import annotations

from jaxlint.record import Record
from jaxlint.tracing.values.value import (
    ARRAYS,
    CONSTANT,
    DATA,
    UNKNOWN,
    UNSURE,
    Array,
    ClassValue,
    Const,
    Container,
    Function,
    Instance,
    Library,
    Reference,
    Traced,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def is_data(owner: Instance, name: str, value: Value) -> bool | None:
    """Does a transform trace what this attribute holds?  None where nobody in view can tell."""
    cls = owner.cls
    held = cls.held.get(name)
    if held is not None:
        return None if held == UNSURE else held == DATA
    if cls.layout == CONSTANT:
        return False
    if cls.flattened is not None:
        return None  # made anew, nobody knows how
    return holds_arrays(value) if cls.layout == ARRAYS else True


def holds_arrays(value: Value, depth: int = 4) -> bool:
    """An array, an object with arrays, or a container of such."""
    if isinstance(value, (Traced, Array)):
        return True
    if isinstance(value, Instance):
        return value.cls.pytree or isinstance(value, Reference)
    return depth > 0 and isinstance(value, Container) and any(holds_arrays(item, depth - 1) for item in value.parts)


class ArraysOnly(Record):
    """A change of leaves that passes by what is no array; ``whole``: the change where anything is a leaf."""

    whole: Callable[[Value], Value]

    def __call__(self, item: Value) -> Value:
        return self.whole(item) if isinstance(item, (Traced, Array)) else item


def leaves_only(owner: Instance, name: str, change: Callable[[Value], Value]) -> Callable[[Value], Value]:
    """What happens to the leaves below an attribute: numbers beside arrays may be no leaves."""
    if owner.cls.layout != ARRAYS or owner.cls.held.get(name) == DATA or isinstance(change, ArraysOnly):
        return change
    return ArraysOnly(change)


def whole(change: Callable[[Value], Value]) -> Callable[[Value], Value]:
    """The change below a Variable: anything that one holds is data."""
    return change.whole if isinstance(change, ArraysOnly) else change


def rebuilt(owner: Instance, change: Callable[[str, Value], Value]) -> Instance:
    """The object with other data; what may be data or not is unknown."""
    attributes: dict[str, Value] = {}
    for name, item in owner.attributes.items():
        data = is_data(owner, name, item)
        if data is None:
            attributes[name] = item if is_never_a_leaf(item) else UNKNOWN
        else:
            attributes[name] = change(name, item) if data else item
    return owner.again(attributes)


def with_what_stays(owner: Instance) -> Instance:
    """The object as any flattening hands it through: which of its other attributes are leaves, nobody can tell."""
    return owner.again({name: item for name, item in owner.attributes.items() if is_never_a_leaf(item)}, True)


def is_never_a_leaf(value: Value) -> bool:
    """None, strings and what is callable: JAX takes them as part of the structure only."""
    if isinstance(value, Const):
        return value.value is None or isinstance(value.value, str)
    return isinstance(value, (Function, ClassValue, Library))


def operand(value: Value) -> Value:
    """What operators and functions of arrays take in the place of a Variable; of a Ref, JAX refuses itself."""
    return value.content if type(value) is Reference and value.is_variable else value


def prove_array(value: Value) -> None:
    """Only an array can be used so: what is known as a pytree of unknown structure is an array after all."""
    value = operand(value)
    if isinstance(value, Traced) and value.evidence is not None:
        value.evidence.show()


def prove_indexed(value: Value, whole: bool = False) -> None:
    """An array, or a reference to one: both have a shape, and items.  ``whole``: ``x[...]``, as references are read."""
    if isinstance(value, Traced) and value.evidence is not None:
        value.evidence.show_indexed(whole)
