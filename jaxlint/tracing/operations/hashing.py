"""What Python cannot hash: where hash(value) raises for certain, and what of it is to blame."""

from __future__ import annotations

import _ast

from jaxlint.tracing.values.hierarchy import library_name, order
from jaxlint.tracing.values.holding import is_data
from jaxlint.tracing.values.joining import leaves
from jaxlint.tracing.values.value import (
    FIELDS,
    Array,
    ClassValue,
    Const,
    Function,
    Instance,
    Mapping,
    Reference,
    Sequence,
    Value,
)

_UNHASHABLE = {"list": "a list", "set": "a set"}  # nor can views of dicts, but nobody passes them
_DATACLASSES = ("dataclasses.dataclass",)
# Decorators that leave a class the hash that it has.
_HARMLESS = ("jax.tree_util.register_dataclass", "jax.tree_util.register_pytree_node_class",
             "jax.tree_util.register_static", "functools.total_ordering")  # fmt: skip
_KNOWN = (*_DATACLASSES, *_HARMLESS)
_DEEPEST = 4


def unhashable_part(value: Value, depth: int = _DEEPEST) -> str | None:
    """What it is that has no hash: ``a list``, ``a tuple containing a dict``; None where it may have one."""
    if isinstance(value, Sequence):
        if value.type != "tuple" or depth == 0:
            return _UNHASHABLE.get(value.type)
        inner = _first(value.items or [], depth)
        return inner and f"a tuple containing {inner}"
    if isinstance(value, Mapping):
        return "a dict"
    if isinstance(value, Array):
        if not value.numpy:
            return "a JAX array"
        return "a NumPy array" if value.aval.rank else None  # NumPy's scalars have a hash
    if isinstance(value, Instance) and not isinstance(value, Reference) and value.members is None:
        return None if value.optional else _object(value, depth)
    return None


def _first(values: list[Value], depth: int) -> str | None:
    return next((found for one in values if (found := unhashable_part(one, depth - 1)) is not None), None)


def _object(value: Instance, depth: int) -> str | None:
    """By the first of its classes that says anything of the hash."""
    name = value.cls.node.name
    held = _leaf(value, depth) if value.cls.layout == FIELDS and value.made else None
    for cls in order(value.cls):
        if "__hash__" in cls.attributes:
            defined = cls.attributes["__hash__"]
            if isinstance(defined, Const) and defined.value is None:
                return f"an instance of `{name}`, whose `__hash__` is None"
            inner = _hashed_inside(value, defined, depth)
            return inner and f"an instance of `{name}`, whose `__hash__` hashes {inner}"
        if not all(library_name(one) in _KNOWN for one in cls.decorators) or cls.node.keywords:
            return None  # whatever they make of the class
        settings = _settings(cls)
        if settings is None and cls.fields is not None and cls.decorators:
            return None  # a dataclass, it is not known which
        compared, hashed = settings or (False, False)
        if hashed:
            inner = _first(_fields(value), depth) if depth and cls is value.cls else None
            return inner and f"an instance of the dataclass `{name}`, which contains {inner}"
        if compared:
            return f"an instance of the dataclass `{name}`, which is not frozen"
        if "__eq__" in cls.attributes:
            return f"an instance of `{name}`, which defines `__eq__` but no `__hash__`"
        if any(not isinstance(base, ClassValue) and library_name(base) != "builtins.object" for base in cls.bases):
            return held and f"an instance of `{name}`, which contains {held}"
    return None


def _hashed_inside(value: Instance, defined: Value, depth: int) -> str | None:
    """``return hash((self.x, self.n))`` asks each attribute."""
    body = defined.node.body if isinstance(defined, Function) and isinstance(defined.node, _ast.FunctionDef) else []
    last = body[-1] if body else None
    call = last.value if isinstance(last, _ast.Return) and len(body) <= 2 else None
    if not isinstance(call, _ast.Call) or getattr(call.func, "id", None) != "hash" or len(call.args) != 1:
        return None
    parameters = defined.node.args  # type: ignore[attr-defined]
    itself = [*parameters.posonlyargs, *parameters.args][0].arg
    for part in _parts_of(call.args[0]):
        plain = isinstance(part, _ast.Attribute) and isinstance(part.value, _ast.Name) and part.value.id == itself
        held = value.attributes.get(part.attr) if plain else None  # type: ignore[attr-defined]
        found = held and unhashable_part(held, depth - 1)
        if found:
            return found
    return None


def _parts_of(node: _ast.expr) -> list[_ast.expr]:
    return [part for one in node.elts for part in _parts_of(one)] if isinstance(node, _ast.Tuple) else [node]


def _leaf(value: Instance, depth: int) -> str | None:
    """The leaf of an equinox.Module that has no hash: equinox 0.13 hashes what the fields hold."""
    found = [leaf for name, item in value.attributes.items() if is_data(value, name, item) for leaf in leaves(item)]
    return next((part for one in found if (part := unhashable_part(one, depth - 1)) is not None), None)


def _settings(cls: ClassValue) -> tuple[bool, bool] | None:
    """Of a dataclass: does it compare by its fields, and is it hashed by them?  None where it is none."""
    for decorator, node in zip(cls.decorators, cls.node.decorator_list, strict=True):
        if library_name(decorator) not in _DATACLASSES:
            continue
        keywords = node.keywords if isinstance(node, _ast.Call) else []
        given = {one.arg: one.value.value if isinstance(one.value, _ast.Constant) else None for one in keywords}
        if None in given or None in given.values():
            return None
        compared = bool(given.get("eq", True))
        return compared, bool(given.get("unsafe_hash") or (compared and given.get("frozen")))
    return None


def _fields(value: Instance) -> list[Value]:
    """What the hash of a dataclass is made of; fields that a call declares may be left out of it."""
    cls = value.cls
    return [value.attributes[one] for one in cls.fields or [] if one in value.attributes and one not in cls.field_calls]
