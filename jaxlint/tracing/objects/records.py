"""What a class says of its objects: its fields, and how a transform holds each of them."""

from __future__ import annotations

import _ast

from jaxlint.knowledge.libraries.records import (
    ANNOTATIONS,
    BASES,
    BUILT_ANEW,
    CONSTANTS,
    DECORATORS,
    NO_FIELDS,
    OBJECTS,
    PASSED_ON,
    REFERENCES,
)
from jaxlint.tracing.calls.invocation import constant_of
from jaxlint.tracing.pytrees.constructors import check_record, check_unflatten
from jaxlint.tracing.pytrees.flattening import METHODS
from jaxlint.tracing.pytrees.flattening import register as flatten
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.hierarchy import class_member, library_name
from jaxlint.tracing.values.value import (
    ARRAYS,
    CONSTANT,
    DATA,
    FIELDS,
    OPAQUE,
    STATIC,
    UNKNOWN,
    UNSURE,
    ClassValue,
    Field,
    Partial,
    Value,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.running.environment import Frame

_LAYOUTS = (FIELDS, ARRAYS, CONSTANT)
_CALLING = ("jax.tree_util.register_dataclass", "flax.struct.dataclass")  # they unflatten by the constructor
# Libraries whose functions give plain values.
_NO_FIELDS = ("jax.", "numpy.", "math.", "builtins.", "optax.")


def describe(frame: Frame, cls: ClassValue) -> None:
    """Fill in what is known of a class whose body has just been run, in the frame around it."""
    parents = [base for base in cls.bases if isinstance(base, ClassValue)]
    names = [library_name(base) for base in cls.bases]
    decorators = [library_name(decorator) for decorator in cls.decorators]
    cls.reference = next((kind for kind in map(_refers, cls.bases) if kind is not None), None)
    for parent in parents:
        cls.held.update(parent.held)
        cls.field_calls.update(parent.field_calls)
    kinds = [BASES[name] for name in names if name in BASES]
    kinds += [DECORATORS[name] for name in decorators if name in DECORATORS]
    objects = [OBJECTS[name] for name in names if name in OBJECTS]
    given = [*kinds, *objects, *(CONSTANT for one in decorators if one in CONSTANTS)]
    layouts = [*given, *(parent.layout for parent in parents if parent.flattened is None)]
    cls.layout = next((one for one in reversed(_LAYOUTS) if one in layouts), OPAQUE)
    cls.built_anew = any(name in BUILT_ANEW for name in (*names, *decorators)) or any(
        parent.built_anew for parent in parents
    )
    if kinds or any(parent.fields is not None for parent in parents):
        _inherit_fields(cls, parents)
    if cls.fields is not None or cls.layout != OPAQUE:
        _declare_all(frame, cls)
    for decorator, name in zip(cls.decorators, decorators, strict=True):
        method = METHODS.get(name)
        if method is not None:
            flatten(cls, class_member(cls, method) or class_member(cls, "tree_flatten"))
            check_unflatten(frame, cls, class_member(cls, "tree_unflatten"))
        if isinstance(decorator, Partial):
            register(cls, decorator.kwargs)
        if name in _CALLING:
            check_record(frame, cls.node, cls)


def _inherit_fields(cls: ClassValue, parents: list[ClassValue]) -> None:
    cls.fields = []
    for parent in reversed(parents):
        cls.fields += [name for name in parent.fields or [] if name not in cls.fields]


def _declare_all(frame: Frame, cls: ClassValue) -> None:
    """``name: annotation = value`` in the body of a class; after ``_: KW_ONLY``, fields are passed by name."""
    keywords = list(cls.node.keywords)
    for decorator in cls.node.decorator_list:
        keywords += decorator.keywords if isinstance(decorator, _ast.Call) else []
    by_name = any(_asks_names(keyword) for keyword in keywords)
    for statement in cls.node.body:
        if not isinstance(statement, _ast.AnnAssign) or not isinstance(statement.target, _ast.Name):
            continue
        annotation = statement.annotation
        head = annotation.value if isinstance(annotation, _ast.Subscript) else annotation
        said = getattr(head, "attr", None) or getattr(head, "id", None)
        by_name = by_name or said == "KW_ONLY"
        if said not in NO_FIELDS:
            _declare(frame, cls, statement, head)
            if by_name:
                cls.field_calls.setdefault(statement.target.id, Field()).by_name = True
            if said == PASSED_ON:
                cls.field_calls.setdefault(statement.target.id, Field()).passed_on = True


def _refers(base: Value) -> str | None:
    """``array`` or ``variable`` where its objects refer to something that is written in place."""
    return base.reference if isinstance(base, ClassValue) else REFERENCES.get(library_name(base))


def _asks_names(keyword: _ast.keyword) -> bool:
    value = keyword.value
    return keyword.arg == "kw_only" and isinstance(value, _ast.Constant) and value.value is True


def _declare(frame: Frame, cls: ClassValue, statement: _ast.AnnAssign, head: _ast.expr) -> None:
    assert isinstance(statement.target, _ast.Name)
    name, annotation = statement.target.id, statement.annotation
    cls.field_calls.pop(name, None)
    if cls.fields is not None and name not in cls.fields:
        cls.fields.append(name)
    cls.annotations[name] = annotation
    cls.held.pop(name, None)
    if head is not annotation:
        held = ANNOTATIONS.get(library_name(evaluate(frame, head)))
        if held is not None:
            cls.held[name] = held
    if isinstance(statement.value, _ast.Call):
        _declared_by_call(cls, name, evaluate(frame, statement.value.func))


def _declared_by_call(cls: ClassValue, name: str, function: Value) -> None:
    """``name: annotation = field(...)``; a call that nobody in view defines may have declared anything."""
    value = cls.attributes.pop(name, UNKNOWN)
    plain = library_name(function).startswith(_NO_FIELDS)
    if isinstance(value, Field):
        cls.field_calls[name] = value
        if value.default is not None:
            cls.attributes[name] = value.default
        if value.held is not None:
            cls.held[name] = value.held
    elif value is not UNKNOWN or plain:
        cls.attributes[name] = value
    else:
        cls.held[name] = UNSURE


def register(cls: ClassValue, keywords: dict[str, Value]) -> None:
    """``register_dataclass(cls, data_fields=..., meta_fields=...)``."""
    for keyword, held in (("data_fields", DATA), ("meta_fields", STATIC)):
        names = constant_of(keywords.get(keyword))
        if isinstance(names, tuple):
            cls.held.update({name: held for name in names if isinstance(name, str)})
        elif keyword in keywords:
            cls.held.update({name: UNSURE for name in cls.fields or [] if name not in cls.held})
