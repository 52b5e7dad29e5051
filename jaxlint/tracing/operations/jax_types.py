"""What is no JAX type: the leaves that no transform takes for an argument, measured on JAX 0.10.2.

Arrays, NumPy's and Python's numbers, None and pytrees of them are; strings, callables, sets, iterators and objects of
classes that nobody registered are not.
"""

from __future__ import annotations

import _ast

from jaxlint.knowledge.api import lookup
from jaxlint.knowledge.libraries.layers import WITH_FUNCTIONS
from jaxlint.knowledge.libraries.plain_objects import OBJECT
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.pytrees.registered import is_registered
from jaxlint.tracing.values.aval import Aval
from jaxlint.tracing.values.enumerations import enumeration_of
from jaxlint.tracing.values.hierarchy import class_member, is_abstract, library_name, order
from jaxlint.tracing.values.holding import is_data
from jaxlint.tracing.values.named_fields import fields_of
from jaxlint.tracing.values.shapes import dtype_of, shape_of
from jaxlint.tracing.values.value import (
    FIELDS,
    OPAQUE,
    SETS,
    Array,
    BoundMethod,
    ClassValue,
    Const,
    Container,
    Function,
    Generator,
    Instance,
    Library,
    Mapping,
    Partial,
    Reference,
    Sequence,
    Static,
    Traced,
    Transformed,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.interpreter import Interpreter

_CONSTANTS = {str: "a string", bytes: "bytes", type(...): "an Ellipsis"}
_STATIC = {"str": "a string", "dtype": "a dtype", "slice": "a slice", "range": "a range"}
_SEQUENCES = {"range": "a range", "generator": "a generator", "iterator": "an iterator", **dict.fromkeys(SETS, "a set")}
_FUNCTIONS = ("jax.jit", "jax.vmap", "jax.grad", "jax.value_and_grad")  # what these give is no pytree
# Bases and decorators that leave the objects of a class what they are.
_PLAIN = frozenset(
    """builtins.object abc.ABC typing.Generic flax.linen.Module dataclasses.dataclass attr.s attr.attrs
    attr.dataclass attr.define attr.mutable attr.frozen attrs.define attrs.mutable attrs.frozen
    functools.total_ordering""".split()
)
# What JAX, or a transform of another library, looks for in an object that is no pytree.
_SPECIAL = ("__jax_array__", "dtype", "shape", "aval", "__init_subclass__", "__getattr__", "__class_getitem__")
_DEEPEST = 4
_STRUCT = "ShapeDtypeStruct"


def described(value: Value) -> Aval | None:
    """Of an array, or of a ``jax.ShapeDtypeStruct``, which transforms and callbacks take in place of one."""
    if isinstance(value, (Traced, Array)):
        return value.aval
    if not isinstance(value, Instance) or value.cls.node.name != _STRUCT or not is_model(value.cls.module):
        return None
    kind, dtype = dtype_of(value.attributes.get("dtype"))
    return Aval(kind, shape_of(value.attributes.get("shape")), dtype)


def unsorted_keys(tree: Value, depth: int = _DEEPEST) -> str | None:
    """The keys of a dict in the tree, where they have no order that JAX could sort them by."""
    if depth == 0 or not isinstance(tree, Container) or tree.items is None:
        return None
    items = tree.items
    if isinstance(items, dict) and all(isinstance(key, (str, int, float, bytes, type(None))) for key in items):
        try:
            sorted(items)
        except TypeError:
            return ", ".join(map(repr, items))
    return next((found for one in tree.parts if (found := unsorted_keys(one, depth - 1)) is not None), None)


def invalid_part(interpreter: Interpreter, value: Value, depth: int = _DEEPEST) -> str | None:
    """What of it no transform takes, in words: ``a tuple containing a string``; None where it may be valid."""
    if isinstance(value, Const):
        enumeration = enumeration_of(value)
        if enumeration is not None and not isinstance(value.value, (int, float)):
            return f"a member of `{enumeration.node.name}`"
        return _CONSTANTS.get(type(value.value))
    if isinstance(value, Static):
        return _STATIC.get(value.type)
    if isinstance(value, Generator):
        return "a generator"
    if isinstance(value, Sequence):
        return _of_sequence(interpreter, value, depth)
    if isinstance(value, Mapping):
        if unsorted_keys(value, 1) is not None:
            return "a dict whose keys cannot be sorted"
        inner = _first(interpreter, value.rows or [], depth)
        return inner and f"a dict containing {inner}"
    if isinstance(value, ClassValue):
        return f"the class `{value.node.name}`"
    if isinstance(value, Instance):
        guessed = value.optional or value.members is not None or _is_guessed(value)
        return None if guessed else _of_object(interpreter, value, depth)
    if isinstance(value, Library) and value.name.startswith(OBJECT):
        return value.name.removeprefix(OBJECT)
    return "a function" if _is_function(value) else None


def invalid_receiver(interpreter: Interpreter, value: Value) -> str | None:
    """The same of what a method is called on: that it has the method says what it is."""
    if isinstance(value, Instance) and not value.optional:
        return _of_object(interpreter, value, _DEEPEST)
    return invalid_part(interpreter, value)


def _is_function(value: Value) -> bool:
    if isinstance(value, Partial):
        return not value.is_pytree
    if isinstance(value, BoundMethod):
        return isinstance(value.receiver, Instance) and value.receiver.cls.layout == OPAQUE
    if isinstance(value, Transformed):
        return value.transform in _FUNCTIONS
    if isinstance(value, Library):
        return value.name.startswith("jax.") and lookup(value.name) is not None
    return isinstance(value, Function) and not value.marks


def _of_sequence(interpreter: Interpreter, value: Sequence, depth: int) -> str | None:
    if value.type not in ("tuple", "list"):
        return _SEQUENCES.get(value.type)
    inner = _first(interpreter, value.items or [], depth)
    return inner and f"a {value.type} containing {inner}"


def _first(interpreter: Interpreter, values: list[Value], depth: int) -> str | None:
    if depth == 0:
        return None
    return next((found for one in values if (found := invalid_part(interpreter, one, depth - 1)) is not None), None)


def _of_object(interpreter: Interpreter, value: Instance, depth: int) -> str | None:
    name = value.cls.node.name
    if isinstance(value, Reference):
        return None
    if all(is_no_pytree(interpreter, cls) for cls in value.members or (value.cls,)):
        special = any(one in value.attributes for one in _SPECIAL)
        return None if special else f"an instance of `{name}`, which is not a registered pytree"
    if is_model(value.cls.module):
        told = value.cls.layout != OPAQUE  # the class says itself what of it is a leaf
        inner = None if told else _first(interpreter, fields_of(value) or [], depth)
        return inner and f"a named tuple containing {inner}"
    if not value.made or value.cls.layout != FIELDS or value.members is not None or value.cls.flattened:
        return None
    plain = _plain_fields(value.cls)
    for field, item in value.attributes.items():
        if field not in plain or not is_data(value, field, item):
            continue
        inner = layer_with_function(item) or _first(interpreter, [item], depth)
        if inner is not None:
            return f"an instance of `{name}`, whose field `{field}` is {inner}"
    return None


def layer_with_function(value: Value) -> str | None:
    """As it is made; the gradient of one has none, nor what a filter leaves of it, and they are the same value here."""
    name = value.name.removeprefix("layer:") if isinstance(value, Library) and ":" in value.name else ""
    return f"an `{name}`, which contains a function" if name in WITH_FUNCTIONS else None


def _plain_fields(cls: ClassValue) -> set[str]:
    """Those that no call declares, which may say anything of them."""
    statements = [node for one in order(cls) for node in one.node.body if isinstance(node, _ast.AnnAssign)]
    called = {getattr(node.target, "id", None) for node in statements if isinstance(node.value, _ast.Call)}
    return set(cls.fields or ()) - called - set(cls.field_calls)


def _is_guessed(value: Instance) -> bool:
    """Its constructor was not followed: it came a long way, through calls that may give other things as well."""
    return not value.attributes and class_member(value.cls, "__init__") is not None


def is_no_pytree(interpreter: Interpreter, cls: ClassValue) -> bool:
    """True where all that makes its objects is in view, and nothing of that registers it."""
    if cls.layout != OPAQUE or cls.reference is not None or is_model(cls.module) or is_abstract(cls):
        return False
    for one in order(cls):
        # An object of a class in view may decorate, too: what its __call__ does with the class is not followed.
        libraries = [*(base for base in one.bases if not isinstance(base, ClassValue)), *one.decorators]
        if any(library_name(base) not in _PLAIN for base in libraries) or one.node.keywords:
            return False
        if any(name in one.attributes or name in one.annotations for name in _SPECIAL):
            return False
    return not is_registered(interpreter, cls)
