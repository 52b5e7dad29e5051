"""Does what the tracer says of a value hold for what was seen?  If not, what is wrong with it, in words."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable
from typing import Any

from jaxlint.knowledge import models
from jaxlint.tracing.values.aval import Aval
from jaxlint.tracing.values.value import (
    Array,
    BoundMethod,
    ClassValue,
    Const,
    Function,
    Imported,
    Instance,
    Library,
    Mapping,
    Partial,
    Reference,
    Sequence,
    ShapeTuple,
    Static,
    Traced,
    Transformed,
    Unknown,
    Value,
)
from tools.reality.seen import Seen

_KINDS = {"bool": "b", "int": "i", "uint": "i", "float": "f", "bfloat": "f", "complex": "c", "key": "k"}
MODELS = os.path.dirname(models.__file__)
_SCALARS = ("int", "float", "bool", "complex", "str", "bytes", "None")
_ITERATORS = (("list_iterator",), ("tuple_iterator",), ("zip",), ("enumerate",), ("map",), ("filter",), ("reversed",))
_HOST = {  # what else passes for a Python type: NumPy's scalars among them
    "float": ("float", "int", "bool"),
    "int": ("int", "bool"),
    "object": ("object", "callable", "module", "dtype", *_SCALARS),
    "aval": ("object",),
    "dtype": ("dtype", "callable", "object", "str"),
    "set": ("set", "frozenset"),
    "NoneType": ("None",),
}


def mismatch(value: Value, seen: Seen) -> str | None:
    """None where they agree; UNKNOWN agrees with everything."""
    for kind, check in _CHECKS:
        if isinstance(value, kind):
            return check(value, seen)
    return None


def _is(seen: Seen) -> str:
    """A word for what was seen."""
    if seen.kind == "ref":
        return "a Ref"
    if seen.kind == "tracer":
        return "a tracer" if seen.abstract else "a tracer of grad"
    words = {"array": "a JAX array", "numpy": "a NumPy array", "object": "an object", "callable": "a function"}
    return words.get(seen.kind, f"a Python {seen.kind}")


def _traced(value: Traced, seen: Seen) -> str | None:
    sure = value.is_array
    if seen.kind == "tracer":
        if value.concrete and seen.abstract:
            return "traced by grad alone, and it is abstract"
        if not value.concrete and not seen.abstract:
            return "abstract, and it is a tracer of grad alone"
        return _aval(value.aval, seen) if sure else None
    if not sure and (seen.holds_tracer() or seen.kind in ("object", "dict", "list", "tuple")):
        return None
    return f"{'traced' if sure else 'traced, or a pytree'}, and it is {_is(seen)}"


def _array(value: Array, seen: Seen) -> str | None:
    if seen.kind == ("numpy" if value.numpy else "array") or (seen.kind == "tracer" and not value.sure):
        return _aval(value.aval, seen)
    return f"a concrete {'NumPy' if value.numpy else 'JAX'} array, and it is {_is(seen)}"


def _aval(aval: Aval, seen: Seen) -> str | None:
    head = (seen.dtype or "").rstrip("0123456789<>fry()")
    kind = "k" if (seen.dtype or "").startswith("key") else _KINDS.get(head)
    if aval.kind == "k" and seen.dtype == "uint32":
        return None
    if aval.kind is not None and kind is not None and aval.kind != kind:
        return f"of kind {aval.kind}, and it is of kind {kind}"
    if not isinstance(aval.shape, tuple) or seen.shape is None:
        return None
    if len(aval.shape) != len(seen.shape):
        return "of another rank"
    same = all(not isinstance(a, int) or a == b or b == -1 for a, b in zip(aval.shape, seen.shape, strict=True))
    return None if same else "of another size"


def _const(value: Const, seen: Seen) -> str | None:
    name = type(value.value).__name__.replace("NoneType", "None")
    if seen.kind != name:
        numpy = seen.kind == "numpy" and seen.shape == ()
        return None if numpy or name == "ellipsis" else f"a static {name}, and it is {_is(seen)}"
    if seen.value is not None and name in _SCALARS and seen.value != repr(value.value):
        return f"another {name}"
    return None


def _static(value: Static, seen: Seen) -> str | None:
    if seen.kind in _HOST.get(value.type, (value.type,)) or (seen.kind == "numpy" and seen.shape == ()):
        return None
    if value.type == "object" and not seen.layers and seen.kind not in ("array", "numpy"):
        return None
    return f"a static {value.type}, and it is {_is(seen)}"


def _sequence(value: Sequence, seen: Seen) -> str | None:
    if value.type in ("generator", "range") or seen.classes[:1] in _ITERATORS:
        return f"a {value.type}, and it is {_is(seen)}" if seen.layers else None
    if seen.kind not in _HOST.get(value.type, (value.type,)):
        return f"a Python {value.type}, and it is {_is(seen)}"
    if value.items is None:
        return _first(_inside(mismatch(value.element, item)) for item in seen.items)
    if seen.length is not None and seen.length != len(value.items):
        return f"a {value.type} of another length"
    return _first(_inside(mismatch(one, item)) for one, item in zip(value.items, seen.items, strict=False))


def _mapping(value: Mapping, seen: Seen) -> str | None:
    if seen.kind not in ("dict", "object"):
        return f"a Python dict, and it is {_is(seen)}"
    if value.items is None:
        return _first(_inside(mismatch(value.element, item)) for item in seen.items)
    known = dict(zip(seen.keys, seen.items, strict=False))
    return _first(_inside(mismatch(one, known[repr(k)])) for k, one in value.items.items() if repr(k) in known)


def _inside(text: str | None) -> str | None:
    return text and f"holds what is {text.removeprefix('holds what is ')}"


def _first(found: Iterable[str | None]) -> str | None:
    return next((one for one in found if one is not None), None)


def _reference(value: Reference, seen: Seen) -> str | None:
    if value.is_variable:
        return None if seen.kind == "object" else f"a Variable, and it is {_is(seen)}"
    if seen.kind != "ref":
        return f"a Ref, and it is {_is(seen)}"
    content = value.content
    return _aval(content.aval, seen) if isinstance(content, (Traced, Array)) and not seen.layers else None


def _instance(value: Instance, seen: Seen) -> str | None:
    if seen.kind in ("object", "tuple", "dict", "callable", "module"):
        of_model = value.cls.module.path.startswith(MODELS)  # which need not have the names that the library has
        right = of_model or not seen.classes or value.cls.node.name in seen.classes
        return None if right else "an object of another class"
    return f"an object, and it is {_is(seen)}"


def _function(value: Value, seen: Seen) -> str | None:
    if seen.layers or seen.kind in ("array", "numpy", "tuple", "list", "dict", *_SCALARS):
        return f"a function, and it is {_is(seen)}"
    return None


def _library(value: Library, seen: Seen) -> str | None:
    return f"something of a library, and it is {_is(seen)}" if seen.layers else None


def _shape(value: ShapeTuple, seen: Seen) -> str | None:
    return None if seen.kind == "tuple" else f"a shape, and it is {_is(seen)}"


def _nothing(value: Value, seen: Seen) -> str | None:
    return None


_CHECKS: list[tuple[type | tuple[type, ...], Callable[[Any, Seen], str | None]]] = [
    (Unknown, _nothing),
    (Traced, _traced),
    (Array, _array),
    (Const, _const),
    (Static, _static),
    (ShapeTuple, _shape),
    (Sequence, _sequence),
    (Mapping, _mapping),
    (Reference, _reference),
    (Instance, _instance),
    ((Function, Partial, BoundMethod, ClassValue, Transformed), _function),
    (Library, _library),
    (Imported, _nothing),
]
