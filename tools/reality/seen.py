"""What a value is at run time, without asking it anything that runs code of the package."""

from __future__ import annotations

import json
import sys
import types
from dataclasses import dataclass
from typing import Any

_DEPTH = 3  # of containers
_ITEMS = 12
_TEXT = 40  # characters of a constant
_LAYERS = {"DynamicJaxprTracer": "staged", "BatchTracer": "vmap", "JVPTracer": "grad", "LinearizeTracer": "grad"}
_INNER = {"vmap": "val", "grad": "primal"}
_TRACES = {"DynamicJaxprTrace": "abstract", "BatchTrace": "vmap", "JVPTrace": "grad", "LinearizeTrace": "grad"}
_CALLABLE = (types.FunctionType, types.BuiltinFunctionType, types.MethodType, type)


@dataclass(frozen=True)
class Seen:
    """``kind``: tracer, ref, array, numpy, int, tuple, object ...; ``layers`` of a tracer, outermost first."""

    kind: str
    layers: tuple[str, ...] = ()
    dtype: str | None = None
    shape: tuple[int, ...] | None = None
    value: str | None = None  # repr of a short constant
    items: tuple[Seen, ...] = ()  # of a container; the first ones of a long one
    keys: tuple[str, ...] = ()  # of a dict, beside the items
    length: int | None = None
    classes: tuple[str, ...] = ()  # of an object: its class, and those that it inherits from

    @property
    def abstract(self) -> bool:
        """A tracer whose number JAX does not know."""
        return "staged" in self.layers or "vmap" in self.layers

    def holds_tracer(self) -> bool:
        return bool(self.layers) or any(item.holds_tracer() for item in self.items)

    def __str__(self) -> str:
        if self.dtype is not None:
            shape = "?" if self.shape is None else ",".join(map(str, self.shape))
            return f"{'/'.join([*self.layers, self.kind])} {self.dtype}[{shape}]"
        if self.length is not None:
            more = ", ..." if self.length > len(self.items) else ""
            parts = [f"{key}: {item}" for key, item in zip(self.keys, self.items, strict=True)] if self.keys else []
            return f"{self.kind}({', '.join(parts or map(str, self.items))}{more})"
        return " ".join(filter(None, [self.kind, self.value, *self.classes[:1]]))


def to_json(seen: Seen) -> dict[str, Any]:
    """Only what is not as the class has it by default."""
    row = {name: value for name, value in vars(seen).items() if value not in (None, ())}
    if seen.shape == ():
        row["shape"] = ()
    if seen.items:
        row["items"] = [to_json(item) for item in seen.items]
    return row


def from_json(row: dict[str, Any]) -> Seen:
    row = {name: tuple(value) if isinstance(value, list) else value for name, value in row.items()}
    return Seen(**{**row, "items": tuple(from_json(item) for item in row.get("items", ()))})


def text_of(seen: Seen) -> str:
    """Equal for what is equal."""
    return json.dumps(to_json(seen), sort_keys=True)


_kinds: dict[type, str] = {}


def _kind(cls: type) -> str:
    """Of a type, by the names of its bases: JAX need not be there."""
    found = _kinds.get(cls)
    if found is None:
        found = _kinds[cls] = _find_kind(cls)
    return found


def _find_kind(cls: type) -> str:
    names = {(base.__module__.partition(".")[0], base.__name__) for base in cls.__mro__}
    for kind, module, name in (
        ("tracer", "jax", "Tracer"),
        ("array", "jaxlib", "ArrayImpl"),
        ("array", "jaxlib", "Array"),
        ("array", "jax", "ArrayImpl"),
        ("array", "jax", "PRNGKeyArray"),
        ("ref", "jax", "Ref"),
        ("numpy", "numpy", "ndarray"),
        ("numpy", "numpy", "generic"),
        ("dtype", "numpy", "dtype"),
    ):
        if (module, name) in names:
            return kind
    for base in (bool, int, float, complex, str, bytes, tuple, list, dict, set, frozenset, slice, range):
        if cls is base or (base in (tuple, dict) and base in cls.__mro__):
            return base.__name__
    if cls is type(None):
        return "None"
    if issubclass(cls, types.ModuleType):
        return "module"
    return "callable" if issubclass(cls, _CALLABLE) or cls.__name__ in ("PjitFunction", "partial") else "object"


def describe(value: Any, depth: int = _DEPTH) -> Seen:  # noqa: ANN401
    """What a value is."""
    cls: type = type(value)
    kind = _kind(cls)
    if kind in ("tracer", "array", "numpy", "ref"):
        return _array(kind, value)
    if kind in ("int", "bool", "float", "str"):
        text = repr(value)
        return Seen(kind, value=text if len(text) <= _TEXT else None)
    if kind in ("tuple", "list"):
        items = tuple(describe(item, depth - 1) for item in list(value)[:_ITEMS]) if depth else ()
        named = () if cls in (tuple, list) else _class_names(cls)
        return Seen(kind, items=items, length=len(value), classes=named)
    if kind == "dict":
        pairs = list(dict.items(value))[:_ITEMS] if depth else []
        keys = tuple(repr(key)[:_TEXT] if type(key) in (str, int) else "?" for key, _ in pairs)
        return Seen(kind, items=tuple(describe(item, depth - 1) for _, item in pairs), keys=keys, length=len(value))
    return Seen(kind, classes=_class_names(cls) if kind == "object" else ())


def _class_names(cls: type) -> tuple[str, ...]:
    return tuple(base.__name__ for base in cls.__mro__[:-1])


def _array(kind: str, array: object) -> Seen:
    """``kind`` of a tracer whose aval is that of a Ref: ref."""
    layers: list[str] = []
    value: Any = array
    aval = value
    if kind == "tracer":
        aval = value.aval
        kind = "ref" if type(aval).__name__ == "AbstractRef" else kind
        while layer := _LAYERS.get(type(value).__name__):
            layers.append(layer)
            value = getattr(value, _INNER.get(layer, ""), None)
        layers = layers or ["staged"]
    shape = getattr(aval, "shape", None)
    known = None if shape is None else tuple(size if type(size) is int else -1 for size in shape)
    return Seen(kind, tuple(layers), str(getattr(aval, "dtype", "?")), known)


def context() -> str:
    """abstract, vmap, grad or eager: what JAX does with an operation now."""
    core = sys.modules.get("jax._src.core")
    if core is None:
        return "eager"
    trace, found = core.trace_ctx.trace, set()
    while trace is not None:
        found.add(_TRACES.get(type(trace).__name__))
        trace = getattr(trace, "parent_trace", None)
    return next((one for one in ("abstract", "vmap", "grad") if one in found), "eager")


_ABSENT = object()


def follow(value: object, attributes: list[str]) -> tuple[object, bool]:
    """``value.a.b`` where no property has to run for it; whether it could be followed."""
    for name in attributes:
        if _kind(type(value)) not in ("object", "tuple", "dict"):
            return None, False
        value = _attribute(value, name)
        if value is _ABSENT:
            return None, False
    return value, True


def _attribute(value: object, name: str) -> object:
    cls = type(value)
    on_class = next((vars(base)[name] for base in cls.__mro__ if name in vars(base)), _ABSENT)
    if type(on_class) in (types.MemberDescriptorType, _FIELD):
        try:
            return object.__getattribute__(value, name)
        except AttributeError:
            return _ABSENT
    if on_class is not _ABSENT and hasattr(type(on_class), "__set__"):
        return _ABSENT
    try:
        own = object.__getattribute__(value, "__dict__")
    except AttributeError:
        own = {}
    if type(own) is dict and name in own:
        return own[name]
    return on_class if _kind(type(on_class)) in ("int", "float", "bool", "str", "None") else _ABSENT


def _field_type() -> type:
    from collections import namedtuple

    return type(vars(namedtuple("Named", "field"))["field"])


_FIELD = _field_type()
