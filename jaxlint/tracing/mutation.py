"""Writing into objects: items, attributes, list methods; strong where nothing branches, weak elsewhere."""

from __future__ import annotations

import _ast

from jaxlint.tracing.evaluate import evaluate
from jaxlint.tracing.event import Mutation
from jaxlint.tracing.expressions.subscripts import index_array
from jaxlint.tracing.facts import concretize, numpy_call, prove_array
from jaxlint.tracing.joining import element_of, join, static_type
from jaxlint.tracing.refusals import PLAIN, is_caught
from jaxlint.tracing.value import DEEPEST, UNKNOWN, Array, Const, Instance, Mapping, Sequence, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.environment import Frame


def set_item(frame: Frame, target: _ast.Subscript, base: Value, value: Value, use: str = "store") -> None:
    """``base[index] = value``."""
    if isinstance(base, (Traced, Array)):
        if not _is_name(frame, target.slice):
            _set_array_item(frame, target, base, value, use)
        return
    if isinstance(target.slice, _ast.Slice):
        if isinstance(base, Sequence):
            base.items, base.element = None, UNKNOWN
        return
    index = evaluate(frame, target.slice)
    if isinstance(base, Mapping):
        concretize(frame, target.slice, index, "hash", even_grad=True)
        _set_mapping_item(frame, base, index, held(base, value))
    elif isinstance(base, Sequence):
        _set_sequence_item(frame, target, base, index, held(base, value))


def held(base: Sequence | Mapping, value: Value) -> Value:
    """A value as a container may come to hold it: not too deep, and not around the container itself."""
    if not value.level:
        return value
    if value.level >= DEEPEST or _reaches(value, base):
        return UNKNOWN
    base.level = max(base.level, value.level + 1)
    return value


def _reaches(value: Value, base: Value) -> bool:
    """Does the base lie inside of a value?"""
    waiting, met = [value], set()
    while waiting:
        one = waiting.pop()
        if one is base:
            return True
        if one.level and id(one) not in met and isinstance(one, (Sequence, Mapping)):
            met.add(id(one))
            waiting += [one.element] if one.items is None else _items(one)
    return False


def _items(one: Sequence | Mapping) -> list[Value]:
    return list(one.items.values()) if isinstance(one, Mapping) and one.items else list(one.items or ())  # type: ignore[arg-type]


def _is_name(frame: Frame, index: _ast.expr) -> bool:
    """``x["loss"]``: a dict, whatever else was thought of ``x``."""
    plain = isinstance(index, (_ast.Constant, _ast.JoinedStr, _ast.Name))
    return plain and static_type(evaluate(frame, index)) == "str"


def _set_array_item(frame: Frame, target: _ast.Subscript, base: Traced | Array, value: Value, use: str) -> None:
    if isinstance(base, Array) and base.numpy:
        prove_array(value)
        if isinstance(value, Traced) and value.is_array:
            numpy_call(frame, target, value, "numpy.ndarray.__setitem__")
        index_array(frame, target, base, use)
        return
    if is_caught(frame, PLAIN):
        return
    before = len(frame.interpreter.events)
    index_array(frame, target, base, use)
    del frame.interpreter.events[before:]  # the write itself fails first
    event = Mutation(frame.module, frame.function, target, base, frame.context)
    event.target = target
    event.use = use
    frame.interpreter.note(event)


def _set_mapping_item(frame: Frame, base: Mapping, index: Value, value: Value) -> None:
    if base.items is None:
        base.element = join(base.element, value)
    elif not isinstance(index, Const):
        base.items, base.element = None, UNKNOWN
    elif frame.branches > base.depth and index.value in base.items:
        base.items[index.value] = join(base.items[index.value], value)
    elif frame.branches > base.depth:
        base.items, base.element = None, UNKNOWN
    else:
        base.items[index.value] = value


def _set_sequence_item(frame: Frame, target: _ast.Subscript, base: Sequence, index: Value, value: Value) -> None:
    if isinstance(index, Traced) and index.is_array and base.type == "list":
        concretize(frame, target.slice, index, "list-index")
    number = index.value if isinstance(index, Const) else None
    if base.items is None:
        base.element = join(base.element, value)
    elif isinstance(number, int) and -len(base.items) <= number < len(base.items):
        weak = frame.branches > base.depth
        base.items[number] = join(base.items[number], value) if weak else value
    else:
        base.element = join(element_of(base), value)
        base.items = None


def append(frame: Frame, base: Sequence, value: Value) -> None:
    value = held(base, value)
    if base.items is not None and frame.branches <= base.depth:
        base.items.append(value)
        return
    if base.items is None:
        base.element = join(base.element, value)
    else:
        base.element = join(element_of(base), value) if base.items else value
        base.items = None


def set_attribute(frame: Frame, target: _ast.AST, base: Value, value: Value) -> None:
    """``base.name = value``."""
    if not isinstance(base, Instance):
        return
    name = target.attr  # type: ignore[attr-defined]
    before = base.attributes.get(name)
    if before is not None and frame.branches > base.depth:
        value = join(before, value)
    base.attributes[name] = value
