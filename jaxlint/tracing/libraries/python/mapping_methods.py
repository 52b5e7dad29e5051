"""Methods of dictionaries."""

from __future__ import annotations

from jaxlint.tracing.calls.several import looked_up
from jaxlint.tracing.compiled.traces import removed, written
from jaxlint.tracing.expressions.mutation import held
from jaxlint.tracing.operations.facts import concretize
from jaxlint.tracing.operations.iteration import part_of
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.value import NONE, UNKNOWN, Const, Mapping, Sequence, Several, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    import _ast

    from jaxlint.tracing.calls.invocation import Arguments
    from jaxlint.tracing.running.environment import Frame


def mapping_method(frame: Frame, node: _ast.AST, receiver: Mapping, name: str, arguments: Arguments) -> Value:
    if name == "items" and receiver.items is not None:
        pairs: list[Value] = [Sequence("tuple", [Const(key), value]) for key, value in receiver.items.items()]
        return Sequence("view", pairs)
    if name == "items":
        return Sequence("view", None, Sequence("tuple", [UNKNOWN, receiver.element]))
    if name == "values":
        return Sequence("view", receiver.rows, receiver.element)
    if name == "keys":
        keys: list[Value] | None = None if receiver.items is None else [Const(key) for key in receiver.items]
        return Sequence("view", keys)
    if name not in ("get", "copy"):
        Heap.write(receiver)
    if name in ("pop", "popitem", "clear"):
        removed(frame, receiver)
    if name in ("get", "pop", "setdefault"):
        return _mapping_get(frame, node, receiver, name, arguments)
    if name == "copy":
        return receiver.like(receiver.rows, receiver.element)
    if name == "update" and _updated(frame, node, receiver, arguments):
        return NONE
    if name in ("update", "clear", "popitem"):
        receiver.items, receiver.element = None, UNKNOWN
    return UNKNOWN


def argument_as_mapping(receiver: Traced, name: str) -> Value:
    """items(), keys() and values() of a jit argument that is a dict, then: a pytree, whose values are pytrees."""
    if receiver.evidence is not None:
        receiver.evidence.refute()
    if name == "keys":
        return Sequence("view", None, part_of(receiver, may_be_key=True))
    part = part_of(receiver)
    return Sequence("view", None, {"items": Sequence("tuple", [UNKNOWN, part]), "values": part}[name])


def _mapping_get(frame: Frame, node: _ast.AST, receiver: Mapping, name: str, arguments: Arguments) -> Value:
    key = arguments.get(0) or UNKNOWN
    concretize(frame, node, key, "hash", even_grad=True)
    if receiver.items is None or not isinstance(key, Const):
        found = looked_up(receiver.rows or [], key)
        if name != "get":
            receiver.items, receiver.element = None, UNKNOWN
        return found if isinstance(found, Several) else UNKNOWN
    absent = UNKNOWN if receiver.grows and name != "setdefault" else arguments.get(1) or NONE
    found = receiver.items.get(key.value) or absent
    if name != "get" and frame.condition.branches > receiver.depth:
        receiver.items, receiver.element = None, UNKNOWN
    elif name == "pop":
        receiver.items.pop(key.value, None)
    elif name == "setdefault":
        if key.value not in receiver.items:
            written(frame, node, receiver, key.value, found)
        receiver.items.setdefault(key.value, held(receiver, found))
    return found


def _updated(frame: Frame, node: _ast.AST, receiver: Mapping, arguments: Arguments) -> bool:
    """``d.update(other, name=value)`` where all of it is known, on the straight way."""
    given = arguments.get(0)
    if receiver.items is None or frame.condition.branches > receiver.depth or not arguments.complete:
        return False
    new: dict[object, Value] = {}
    if isinstance(given, Mapping) and given.items is not None:
        new.update(given.items)
    elif given is not None and not (isinstance(given, Sequence) and given.items == []):
        return False
    new.update(arguments.keywords)
    for name, value in new.items():
        written(frame, node, receiver, name, value)
        receiver.items[name] = held(receiver, value)
    return True
