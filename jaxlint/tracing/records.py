"""Classes whose annotated fields are their arguments: which, and which of them a transform leaves static."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.libraries.records import BASES, CONSTRUCTED, DECORATORS, STATIC_KEYWORD
from jaxlint.tracing.flattening import METHODS
from jaxlint.tracing.flattening import register as flatten
from jaxlint.tracing.invocation import constant_of
from jaxlint.tracing.value import ClassValue, Library, Partial, Value


def describe(cls: ClassValue) -> None:
    """Fill in ``fields``, ``static_fields`` and ``pytree`` of a class that has just been run."""
    for decorator in cls.decorators:
        method = METHODS.get(_name(decorator) or "")
        if method is not None:
            flatten(cls, cls.attributes.get(method) or cls.attributes.get("tree_flatten"))
            cls.unflatten = cls.attributes.get("tree_unflatten")
    kinds = [BASES.get(_name(base) or "") for base in cls.bases]
    kinds += [DECORATORS.get(_name(decorator) or "") for decorator in cls.decorators]
    parents = [base for base in cls.bases if isinstance(base, ClassValue) and base.fields is not None]
    if not parents and not any(kinds):
        return
    cls.pytree = cls.pytree or "pytree" in kinds or any(parent.pytree for parent in parents)
    if any(parent.unflatten is parent for parent in parents) or any(
        _name(one) in CONSTRUCTED for one in (*cls.bases, *cls.decorators)
    ):
        cls.unflatten = cls
    cls.fields = []
    for parent in parents:
        cls.fields += [name for name in parent.fields or [] if name not in cls.fields]
        cls.static_fields |= parent.static_fields
    for statement in cls.node.body:
        _add_field(cls, statement)
    for decorator in cls.decorators:
        if isinstance(decorator, Partial):
            register(cls, decorator.kwargs)


def _add_field(cls: ClassValue, statement: _ast.stmt) -> None:
    if not isinstance(statement, _ast.AnnAssign) or not isinstance(statement.target, _ast.Name):
        return
    assert cls.fields is not None
    name = statement.target.id
    if "ClassVar" in (getattr(statement.annotation, "id", None), getattr(statement.annotation, "attr", None)):
        return
    if name not in cls.fields:
        cls.fields.append(name)
    cls.annotations[name] = statement.annotation
    if isinstance(statement.value, _ast.Call):
        if _is_static(statement.value.keywords):
            cls.static_fields.add(name)
        # ``field(...)`` is no value; what it gives as default is not followed.
        cls.attributes.pop(name, None)


def _is_static(keywords: list[_ast.keyword]) -> bool:
    """``static=True``, ``pytree_node=False``, ``metadata=dict(static=True)``, ``metadata={"static": True}``."""
    for keyword in keywords:
        value = keyword.value
        if isinstance(value, _ast.Constant) and STATIC_KEYWORD.get(keyword.arg or "") is value.value:
            return True
        if keyword.arg == "metadata" and isinstance(value, _ast.Call) and _is_static(value.keywords):
            return True
        if keyword.arg == "metadata" and isinstance(value, _ast.Dict):
            names = [getattr(key, "value", None) for key in value.keys]
            return "static" in names
    return False


def register(cls: ClassValue, keywords: dict[str, Value]) -> None:
    """``register_dataclass(cls, data_fields=..., meta_fields=...)``."""
    meta = constant_of(keywords.get("meta_fields"))
    if isinstance(meta, tuple):
        cls.static_fields |= {name for name in meta if isinstance(name, str)}


def _name(value: Value) -> str | None:
    """The library name of a base or decorator, applied or not."""
    if isinstance(value, Partial):
        return _name(value.func)
    return value.name if isinstance(value, Library) else None
