"""Writing into objects: items, attributes, list methods; strong where nothing branches, weak elsewhere."""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import walk
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.compiled.traces import removed, written
from jaxlint.tracing.events.shapes import Mutation
from jaxlint.tracing.expressions.attributes import CONTENTS
from jaxlint.tracing.expressions.subscripts import index_reference
from jaxlint.tracing.functions.functions import call_function
from jaxlint.tracing.objects.held import note_held
from jaxlint.tracing.objects.meanings import refers
from jaxlint.tracing.objects.members import is_property
from jaxlint.tracing.operations.facts import concretize, numpy_call
from jaxlint.tracing.operations.indexing import index_array
from jaxlint.tracing.operations.references import check_level, check_shared, may_be_ref, replace_content, stored
from jaxlint.tracing.pytrees.frozen import as_kept, check_data, check_frozen
from jaxlint.tracing.running.environment import set_meanwhile
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.reports import report
from jaxlint.tracing.values.heap import Heap
from jaxlint.tracing.values.hierarchy import class_member
from jaxlint.tracing.values.holding import prove_array, prove_indexed
from jaxlint.tracing.values.joining import CALLABLES, element_of, join, scalar_aval, static_type
from jaxlint.tracing.values.value import (
    DEEPEST,
    STATIC,
    UNKNOWN,
    UNSURE,
    Array,
    BoundMethod,
    ClassValue,
    Const,
    Container,
    Field,
    Function,
    Instance,
    Library,
    Mapping,
    Partial,
    Reference,
    Sequence,
    Several,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.tracing.running.environment import Frame


def set_item(frame: Frame, target: _ast.Subscript, base: Value, value: Value, use: str = "store") -> None:
    """``base[index] = value``."""
    if isinstance(base, (Traced, Array)):
        if not _may_be_name(frame, target.slice, base) and not _may_be_reference(target, base):
            _set_array_item(frame, target, base, value, use)
        return
    if isinstance(base, Reference):
        _set_reference_item(frame, target, base, value, use)
        return
    if isinstance(base, Container):
        Heap.write(base)
    if isinstance(target.slice, _ast.Slice):
        if isinstance(base, Sequence):
            base.items, base.element = None, UNKNOWN
            removed(frame, base)
        return
    index = evaluate(frame, target.slice)
    if isinstance(base, Container):
        if isinstance(index, Const):
            written(frame, target, base, index.value, value, frame.condition.branches <= base.depth)
        else:
            removed(frame, base)
    if isinstance(base, Mapping):
        concretize(frame, target.slice, index, "hash", even_grad=True)
        _set_mapping_item(frame, base, index, held(base, value))
    elif isinstance(base, Sequence):
        _set_sequence_item(frame, target, base, index, held(base, value))


def held(base: Container, value: Value) -> Value:
    """A value as a container may come to hold it: not too deep, and not around the container itself."""
    if not value.level:
        return value
    if value.level >= DEEPEST or _reaches(value, base):
        return UNKNOWN
    base.nesting = max(base.nesting, value.level + 1)
    return value


def _reaches(value: Value, base: Value) -> bool:
    """Does the base lie inside of a value?"""
    waiting, met = [value], set()
    while waiting:
        one = waiting.pop()
        if one is base:
            return True
        if one.level and id(one) not in met:
            met.add(id(one))
            waiting += _parts(one)
    return False


def _parts(value: Value) -> Iterable[Value]:
    """What a container holds, and a callable: a method its receiver."""
    if isinstance(value, Container):
        return value.parts
    if isinstance(value, BoundMethod):
        return [value.receiver]
    if isinstance(value, Partial):
        return [value.func, *value.args, *value.kwargs.values()]
    if isinstance(value, Several):
        return value.values
    return [value.func] if isinstance(value, Transformed) else []


def _set_reference_item(frame: Frame, target: _ast.Subscript, base: Reference, value: Value, use: str) -> None:
    """``ref[index] = value``: what a mutable array is for."""
    content = base.content
    check_level(frame, target, base)
    if base.is_variable and isinstance(content, Container):
        set_item(frame, target, content, value, use)
        return
    index_reference(frame, target, base, use)
    whole = isinstance(target.slice, _ast.Constant) and target.slice.value is ...
    names = [one.id for one in walk(target.slice) if isinstance(one, _ast.Name)]
    check_shared(frame, target, base, [value, *map(frame.lookup, names)])
    stored(frame, base, value, whole)


def _may_be_name(frame: Frame, index: _ast.expr, base: Traced | Array) -> bool:
    """``x["loss"]``: a dict, whatever else was thought of ``x``; an index that nobody knows may be a name, too."""
    if isinstance(index, (_ast.Slice, _ast.Tuple)):
        return False
    found = evaluate(frame, index)
    if static_type(found) == "str" or (isinstance(found, Library) and not found.name.startswith(("numpy.", "jax."))):
        return True  # a constant of another library
    return found is UNKNOWN and isinstance(base, Traced) and base.evidence is not None


def _may_be_reference(target: _ast.Subscript, base: Traced | Array) -> bool:
    """``x[...] = v`` of an argument that nobody describes: so one writes into a Variable or a Ref."""
    whole = isinstance(target.slice, _ast.Constant) and target.slice.value is ...
    return whole and isinstance(base, Traced) and base.evidence is not None


def _selects(frame: Frame, target: _ast.Subscript) -> bool:
    """A tracer as index: no dict and no list takes it; of an ``x_ref`` it selects what is written."""
    index = target.slice
    if getattr(target.value, "id", "").endswith("ref"):
        return False
    parts = [evaluate(frame, one) for one in (index.elts if isinstance(index, _ast.Tuple) else [index])]
    tracers = [one for one in parts if isinstance(one, Traced) and not one.concrete]
    return any(one.evidence is None or not one.evidence.may_be_key for one in tracers)


def _set_array_item(frame: Frame, target: _ast.Subscript, base: Traced | Array, value: Value, use: str) -> None:
    if isinstance(base, Array) and base.numpy:
        prove_array(value)
        if isinstance(value, Traced) and value.is_array:
            numpy_call(frame, target, value, "numpy.ndarray.__setitem__")
        index_array(frame, target, base, use)
        return
    if _is_declared_reference(frame, target.value):
        return
    noted = frame.interpreter.share.noted.standing()
    index_array(frame, target, base, use)
    if may_be_ref(base):
        return
    if _selects(frame, target):
        prove_indexed(base)
    frame.interpreter.share.noted.forget_since(noted)  # the write itself fails first
    report(frame, Mutation, target, base, target=target, use=use)


def _is_declared_reference(frame: Frame, node: _ast.expr) -> bool:
    """A parameter whose annotation says Variable or Ref: what is thought of its value does not count against that."""
    spec = getattr(frame.function, "args", None)
    if spec is None or not isinstance(node, _ast.Name):
        return False
    for parameter in (*spec.posonlyargs, *spec.args, *spec.kwonlyargs):
        if parameter.arg == node.id and parameter.annotation is not None:
            return any(refers(frame, part) for part in walk(parameter.annotation))
    return False


def _set_mapping_item(frame: Frame, base: Mapping, index: Value, value: Value) -> None:
    if base.items is None:
        base.element = join(base.element, value)
    elif not isinstance(index, Const):
        base.items, base.element = None, UNKNOWN
    elif frame.condition.branches > base.depth and index.value in base.items:
        base.items[index.value] = join(base.items[index.value], value)
    elif frame.condition.branches > base.depth:
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
        weak = frame.condition.branches > base.depth
        base.items[number] = join(base.items[number], value) if weak else value
    else:
        base.element = join(element_of(base), value)
        base.items = None


def append(frame: Frame, node: _ast.AST, base: Sequence, value: Value) -> None:
    Heap.write(base)
    value = held(base, value)
    written(frame, node, base, Heap.tick(), value, base.items is not None and frame.condition.branches <= base.depth)
    if base.items is not None and frame.condition.branches <= base.depth:
        base.items.append(value)
        return
    if base.items is None:
        base.element = join(base.element, value)
    else:
        base.element = join(element_of(base), value) if base.items else value
        base.items = None


def _declared(base: Instance, name: str, field: Field) -> Value:
    """``self.n = nnx.data(3)``: what no array would show is said of the attribute."""
    value = field.default or UNKNOWN
    if field.held == STATIC or scalar_aval(value) is not None:
        base.cls.held[name] = field.held or UNSURE
    return value


def set_attribute(frame: Frame, node: _ast.AST, base: Value, name: str, value: Value) -> None:
    """``base.name = value``."""
    if isinstance(base, ClassValue):
        _set_class_attribute(frame, base, name, value)
    if isinstance(base, Function) and name == "__signature__":
        base.signature = value
    if not isinstance(base, Instance):
        return
    Heap.write(base)
    if isinstance(base, Reference) and base.is_variable and name in CONTENTS:
        check_level(frame, node, base)
        replace_content(frame, base, value)
        return
    setter, member = class_member(base.cls, name + ".setter"), class_member(base.cls, name)
    if isinstance(setter, Function):
        call_function(frame, node, setter, Arguments([base, value]))
        return
    if isinstance(member, Function) and is_property(member):
        return  # it can't be set
    check_frozen(frame, node, base, name)
    check_data(frame, node, base, name, value)
    if isinstance(value, Field):
        value = _declared(base, name, value)
    value = as_kept(frame, base, value)
    before = base.attributes.get(name)
    written(frame, node, base, name, value, frame.condition.branches <= base.depth)
    if before is not None and frame.condition.branches > base.depth:
        value = join(before, value)
    base.attributes[name] = value
    note_held(frame, base, name, value)


def _set_class_attribute(frame: Frame, cls: ClassValue, name: str, value: Value) -> None:
    """What a module's body sets is there for whoever asks; what a function sets, it may have set by then, or not."""
    if frame.function is None and frame.condition.is_straight:
        cls.attributes[name] = value
        return
    before = class_member(cls, name)
    if before is not None and not isinstance(before, CALLABLES):
        cls.attributes[name] = set_meanwhile(before, value)


def set_any_attribute(frame: Frame, base: Value) -> None:
    """``setattr(base, name, value)`` of a name that is not known."""
    if isinstance(base, Instance) and not isinstance(base, Reference):
        Heap.write(base)
        removed(frame, base)
        base.attributes.update(dict.fromkeys(base.attributes, UNKNOWN))
        base.open = True
