"""``value.name`` for every kind of value."""

from __future__ import annotations

import _ast

from jaxlint.knowledge import api
from jaxlint.knowledge.api import lookup
from jaxlint.knowledge.libraries.array_classes import NOT_OF_TRACERS, RAISING_METHODS
from jaxlint.knowledge.libraries.layers import ACTIVATION_HOMES
from jaxlint.knowledge.libraries.plain_objects import OBJECT
from jaxlint.knowledge.references import VIEWS
from jaxlint.knowledge.transforms import DECORATOR
from jaxlint.tracing.calls.invocation import Arguments, call_value
from jaxlint.tracing.calls.modules import resolve
from jaxlint.tracing.calls.several import one_of, side_by_side
from jaxlint.tracing.expressions.lacking import check_attribute
from jaxlint.tracing.objects.classes import class_attribute, type_of
from jaxlint.tracing.objects.declared import declared_field, declared_result
from jaxlint.tracing.objects.held import held_by
from jaxlint.tracing.objects.members import declared_kind, grouped, is_descriptor, member_kind, ways_of
from jaxlint.tracing.objects.special_methods import special
from jaxlint.tracing.operations.arrays import operation
from jaxlint.tracing.operations.facts import attribute_lacking, prove_shaped
from jaxlint.tracing.operations.references import may_be_ref
from jaxlint.tracing.running.environment import set_meanwhile
from jaxlint.tracing.values.aval import AnyShape, Aval, dtype_as
from jaxlint.tracing.values.constants import library_name
from jaxlint.tracing.values.dtypes import dtype_attribute
from jaxlint.tracing.values.enumerations import enumeration_of, names_of, own_attribute
from jaxlint.tracing.values.hierarchy import class_member, is_stub, order, set_by_constructor, sets_attribute
from jaxlint.tracing.values.holding import prove_array, prove_indexed
from jaxlint.tracing.values.joining import static_type
from jaxlint.tracing.values.shapes import shape_value
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import (
    UNKNOWN,
    Array,
    BoundMethod,
    ClassValue,
    Const,
    Container,
    Function,
    Imported,
    Indexed,
    Instance,
    Library,
    Mapping,
    Partial,
    Reference,
    Sequence,
    Several,
    Static,
    Traced,
    Transformed,
    TypeOf,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

# A pytree of the user's may have fields of other names; these say array.
_ARRAY_ONLY = frozenset(
    """shape ndim T at astype reshape ravel flatten squeeze sum item tolist cumsum argmax argmin argsort nonzero max min
    mean std var any all prod dot block_until_ready addressable_shards addressable_data copy_to_host_async""".split()
)
# Methods of NumPy's arrays that those of JAX lack or refuse.
_METHODS_OF_NUMPY = frozenset("fill put itemset resize partition tobytes __array__".split())
# What libraries add to the record classes of theirs.
_RECORD_METHODS = ("replace", "_replace", "apply", "init")
# What a Variable holds, by the names of its property; the methods stand in its model.
CONTENTS = ("value", "raw_value")
# Of a jax.Ref, beside what says its shape and dtype.
_METHODS_OF_REFERENCES = VIEWS | frozenset("at get set swap addupdate".split())
_OF_REFERENCES = frozenset("at shape ndim size dtype T reshape transpose".split())  # beside arrays
_OF_AVALS = ("shape", "dtype", "ndim", "size", "weak_type")  # what the type of an array says of it
_SAME_MODULE = {"jax.numpy.ndarray": "jax.Array", "jax.experimental.pjit.pjit": "jax.jit"}


def attribute(frame: Frame, node: _ast.AST, value: Value, name: str) -> Value:
    if name == "__class__":
        return type_of(value)
    if value is UNKNOWN:
        return UNKNOWN
    if type(value) is Library:
        return library_attribute(value, name)
    if type(value) is Traced or type(value) is Array:
        return _array_attribute(frame, node, value, name)
    if type(value) is Instance:
        return instance_attribute(frame, node, value, name)
    if isinstance(value, Reference):
        return _reference_attribute(frame, node, value, name)
    if isinstance(value, Imported):
        return imported_attribute(frame, value, name)
    if isinstance(value, ClassValue):
        return _class_attribute(frame, value, name)
    if isinstance(value, Container):
        return BoundMethod(value, name)
    if isinstance(value, Several):
        return _of_each_class(frame, value, name)
    if isinstance(value, Transformed):
        return BoundMethod(value, name) if value.transform != DECORATOR else UNKNOWN
    if isinstance(value, Function) and name == "__name__":
        return Const(value.name) if value.wrapped is None else UNKNOWN
    if enumeration_of(value) is not None:
        return _member_attribute(frame, node, value, name)  # type: ignore[arg-type]
    if isinstance(value, BoundMethod) and value.name == "super()":
        return _inherited(frame, node, value, name)
    if isinstance(value, BoundMethod) and value.name == "at[]":
        if name == "get":
            return BoundMethod(value.selected, "at[]") if isinstance(value, Indexed) else UNKNOWN
        if name in VIEWS:  # arrays have no such: it is what one refers to
            return BoundMethod(value.receiver, name) if may_be_ref(value.receiver) else UNKNOWN
        return value  # every update gives an array like the one before
    if isinstance(value, Partial) and isinstance(value.func, Library) and value.func.name == "functools:dispatched":
        return Partial(Library("functools:register"), value.args, {}) if name == "register" else UNKNOWN
    if isinstance(value, Partial):
        return {"func": value.func, "args": Sequence("tuple", value.args)}.get(name, UNKNOWN)
    if isinstance(value, Static) and value.type == "aval":
        known = isinstance(value.dim, (Traced, Array)) and name in _OF_AVALS
        return _array_attribute(frame, node, value.dim, name) if known else UNKNOWN  # type: ignore[arg-type]
    if isinstance(value, Static) and value.type == "dtype":
        return dtype_attribute(value, name) or UNKNOWN
    if static_type(value) is not None and static_type(value) not in ("NoneType", "object"):
        return BoundMethod(value, name)
    return class_attribute(value, name) if isinstance(value, TypeOf) else UNKNOWN


def _member_attribute(frame: Frame, node: _ast.AST, value: Const, name: str) -> Value:
    """Of a member of an enumeration; one that is a number or a text has the methods of those, too."""
    own = own_attribute(value, name)
    if own is not None:
        return own
    found = class_member(enumeration_of(value), name)  # type: ignore[arg-type]
    if found is not None:
        return bind_member(frame, node, value, found, name)
    return BoundMethod(value, name) if hasattr(value.value, name) else UNKNOWN


def library_attribute(value: Library, name: str) -> Value:
    dotted = value.name + "." + name
    if dotted.startswith(("layer:", OBJECT)):  # an object of a library's class: its parameters are not followed
        return Library(dotted) if name == "apply" and not dotted.startswith(OBJECT) else UNKNOWN
    if dotted.startswith(ACTIVATION_HOMES) and lookup("jax.nn." + name) is not None:
        return Library("jax.nn." + name)
    return library_name(_SAME_MODULE.get(dotted, dotted))


def imported_attribute(frame: Frame, value: Imported, name: str) -> Value:
    """``module.name`` of a module of the project."""
    if value.attribute is not None:
        return UNKNOWN
    found = resolve(frame, Imported(value.module, name))
    return UNKNOWN if isinstance(found, Imported) and found.attribute is not None else found


def _array_attribute(frame: Frame, node: _ast.AST, value: Traced | Array, name: str) -> Value:
    if name in _ARRAY_ONLY:
        prove_shaped(frame, value)
    if isinstance(value, Traced) and not value.is_array:
        if name in ("items", "keys", "values") or (name == "copy" and not frame.interpreter.is_member(name)):
            return BoundMethod(value, name)
        if name not in _ARRAY_ONLY or frame.interpreter.is_member(name):
            return Static("dtype", value) if name == "dtype" else UNKNOWN
        (prove_indexed if name in _OF_REFERENCES else prove_array)(value)
    if name in NOT_OF_TRACERS and isinstance(value, Traced) and _is_asked(frame, node, name):
        attribute_lacking(frame, node, value, name)
    aval = value.aval
    if aval.kind == "k":  # a raw key has an axis more than a typed one
        aval = Aval("k", AnyShape(), aval.dtype)
    if name == "shape":
        return shape_value(aval.shape)
    if name in ("dtype", "aval") and not _numpy(value):
        return Static(name, value)
    if name == "dtype":
        return Static("dtype", value)
    if name == "ndim" and aval.rank is not None:
        return Const(aval.rank)
    if name == "size" and isinstance(aval.shape, tuple) and all(isinstance(size, int) for size in aval.shape):
        total = 1
        for size in aval.shape:
            total *= size  # type: ignore[operator]
        return Const(total)
    known = api.attribute(name) or ""
    if known.startswith("static "):  # known to every tracer without its numbers
        return Static(known.removeprefix("static "), ("size", aval.shape) if name == "size" else None)
    if name in ("T", "mT"):
        shape = tuple(reversed(aval.shape)) if isinstance(aval.shape, tuple) and name == "T" else AnyShape()
        turned = Aval(aval.kind, shape, aval.dtype)
        result = Array(turned, True) if _numpy(value) else operation(frame, node, [value], turned)
        if isinstance(result, Traced) and isinstance(value, Traced):
            result.evidence = value.evidence  # that of a reference refers to the same array
        return result
    if name in ("real", "imag"):
        kind = aval.kind if aval.kind in ("b", "i") else "f"
        part = Aval(kind, aval.shape, dtype_as(kind, aval))
        return operation(frame, node, [value], part) if not _numpy(value) else UNKNOWN
    if name == "at" or name in _METHODS_OF_NUMPY or lookup(f"jax.Array.{name}") is not None:
        return BoundMethod(value, name)
    check_attribute(frame, node, value, name)
    return value if name == "value" and not _numpy(value) else UNKNOWN  # of the variable that it stands for


def _is_asked(frame: Frame, node: _ast.AST, name: str) -> bool:
    """Written as an attribute; of a method, it is the call that raises."""
    if not isinstance(node, _ast.Attribute) or not isinstance(node.ctx, _ast.Load):
        return False
    return name not in RAISING_METHODS or getattr(frame.module.parents.get(node), "func", None) is node


def _reference_attribute(frame: Frame, node: _ast.AST, value: Reference, name: str) -> Value:
    """A Variable has its content's attributes beside its own; a Ref tells its shape, and has methods."""
    if value.is_variable:
        if name in CONTENTS:
            return value.content
        if name in value.attributes or class_member(value.cls, name) is not None:
            return instance_attribute(frame, node, value, name)
        return attribute(frame, node, value.content, name)
    if name in _METHODS_OF_REFERENCES:
        return BoundMethod(value, name)
    if name == "T":
        return value.with_content(attribute(frame, node, value.content, name))
    if isinstance(value.content, (Traced, Array)) and name in ("shape", "dtype", "ndim", "size"):
        return _array_attribute(frame, node, value.content, name)
    return UNKNOWN


def _numpy(value: Value) -> bool:
    return isinstance(value, Array) and value.numpy


def attributes_of(value: Instance) -> Mapping:
    """``vars(x)``: what is written to it, the object has."""
    if value.open and not value.made:
        return Mapping(None)
    value.open = True  # a name that is not known may be written
    known = Mapping(value.attributes, UNKNOWN, value.depth)  # type: ignore[arg-type]  # one and the same
    known.born = value.born
    return known


def instance_attribute(frame: Frame, node: _ast.AST, value: Instance, name: str) -> Value:
    found = value.attributes.get(name)
    if found is not None:
        return found
    if name == "__dict__":
        return attributes_of(value)
    ways = ways_of(value, name)
    if not ways:
        if name in _RECORD_METHODS and value.cls.fields is not None:
            return BoundMethod(value, name)
        known = _declared_or_held(frame, value, name)
        return _asked_for(frame, node, value, name) if known is UNKNOWN and not value.open else known
    if len(ways) == 1:
        return _read(frame, node, *ways[0], name)
    if all(isinstance(member, Function) and member_kind(member) == "property" for _, member in ways):
        reads = [(member, lambda one=one, member=member: _read(frame, node, one, member, name)) for one, member in ways]
        return side_by_side(frame, node, reads)  # type: ignore[arg-type]
    return one_of([_read(frame, node, receiver, member, name) for receiver, member in ways])


def _asked_for(frame: Frame, node: _ast.AST, value: Instance, name: str) -> Value:
    """What ``__getattr__`` gives for an attribute that the object has not."""
    return UNKNOWN if name.startswith("__") else special(frame, node, value, "getattr", Const(name)) or UNKNOWN


def _read(frame: Frame, node: _ast.AST, receiver: Instance, member: Value, name: str) -> Value:
    cls = receiver.cls
    is_default = name in (cls.fields or ()) and not isinstance(member, Function)
    made_otherwise = any(not isinstance(one, (Library, Partial)) for one in cls.decorators)
    if cls.fields is None and made_otherwise and receiver.open and isinstance(member, (Array, Const)):
        return _declared_or_held(frame, receiver, name)  # a decorator of the user's may make a field of it
    if receiver.open and (is_default or isinstance(member, Const)):
        known = UNKNOWN if is_default else _unless_set(member)  # type: ignore[arg-type]
        return _declared_or_held(frame, receiver, name) if known is UNKNOWN else known
    if not isinstance(member, Function) and _may_be_replaced(frame, receiver, name):
        return set_meanwhile(member, UNKNOWN)
    if isinstance(member, Function) and name in (receiver.cls.fields or ()):
        return member  # the default of a field lies in the object, and is no method
    return bind_member(frame, node, receiver, member, name)


def _may_be_replaced(frame: Frame, receiver: Instance, name: str) -> bool:
    """An object that was there before the trace: a method may have set on it what the class only has a default for.

    Or the constructor has, out of view.
    """
    if frame.context.stage == EAGER or receiver.traced:
        return False
    return any(sets_attribute(cls, name) or name in set_by_constructor(cls) for cls in order(receiver.cls))


def _declared_or_held(frame: Frame, value: Instance, name: str) -> Value:
    declared = declared_field(frame, value, name)
    return held_by(frame, value, name) if declared is UNKNOWN and value.open else declared


def _unless_set(default: Const) -> Value:
    """What a class says of an attribute, where the object was made out of view, or is one of a subclass."""
    if default.value is None:
        return UNKNOWN
    return Static("bool") if isinstance(default.value, bool) else default


def bind_member(frame: Frame, node: _ast.AST, receiver: Value, member: Value, name: str) -> Value:
    """What a class member becomes when it is read through an object."""
    frame.interpreter.journal.read(member)
    if isinstance(member, Function):
        kind = member_kind(member)
        if kind == "property" and _may_be_cached(frame, receiver, member):
            return declared_result(frame, member, UNKNOWN)
        if kind == "property":
            return call_value(frame, node, member, Arguments([receiver]))
        if kind == "static":
            return member
        return BoundMethod(receiver, name, member)
    if isinstance(member, Instance):  # a descriptor says itself what it gives
        return special(frame, node, member, "get", receiver, UNKNOWN) or member
    kind = declared_kind(member)
    is_bound = kind == "class" or (kind != "static" and is_descriptor(member))
    return BoundMethod(receiver, name, member) if is_bound else member


def _may_be_cached(frame: Frame, receiver: Value, member: Function) -> bool:
    """``@cached_property`` of an object that was there before the trace may have been asked before, too."""
    return frame.context.stage != EAGER and not getattr(receiver, "traced", False) and _is_cached(member)


def _is_cached(member: Function) -> bool:
    decorators = getattr(member.node, "decorator_list", ())
    return any("cached" in (getattr(one, "attr", None) or getattr(one, "id", None) or "") for one in decorators)


def _inherited(frame: Frame, node: _ast.AST, value: BoundMethod, name: str) -> Value:
    """A member that ``super()`` finds; among several bases, whose turn it is depends on the object's class."""
    receiver, owner = value.receiver, value.func
    if not isinstance(owner, ClassValue):
        return UNKNOWN
    if not isinstance(receiver, Instance):
        found = _next(receiver, owner, name) if isinstance(receiver, ClassValue) else None
        return UNKNOWN if found is None else bind_member(frame, node, receiver, found, name)
    classes = (receiver.cls,) if receiver.members is None else receiver.members
    ways = grouped(receiver, [(cls, _next(cls, owner, name)) for cls in classes])
    return one_of([bind_member(frame, node, one, member, name) for one, member in ways]) if ways else UNKNOWN


def _next(cls: ClassValue, owner: ClassValue, name: str) -> Value | None:
    """What the classes behind ``owner`` give, in the order of ``cls``."""
    classes = order(cls)
    behind = classes[classes.index(owner) + 1 :] if owner in classes else []
    found = [one.attributes[name] for one in behind if name in one.attributes]
    return found[0] if found else None


def _of_each_class(frame: Frame, value: Several, name: str) -> Value:
    """What one of several classes has by a name; a method that is there to be overridden is not meant."""
    if not all(isinstance(one, ClassValue) for one in value.values):
        return UNKNOWN
    found = [_class_attribute(frame, one, name) for one in value.values]  # type: ignore[arg-type]
    made = [one for one in found if not is_stub(one.func if isinstance(one, BoundMethod) else one)]
    return UNKNOWN if UNKNOWN in made else one_of(made or found)


def _class_attribute(frame: Frame, cls: ClassValue, name: str) -> Value:
    if name in ("__name__", "__qualname__"):
        return Const(cls.node.name) if name == "__name__" else Static("str")
    if name == "__members__":
        return names_of(cls)
    member = class_member(cls, name)
    frame.interpreter.journal.read(member)
    if member is None:
        return UNKNOWN
    return BoundMethod(cls, name, member) if declared_kind(member) == "class" else member
