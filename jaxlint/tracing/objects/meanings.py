"""What the names in an annotation stand for: aliases of the project, unions, type variables by their bound."""

from __future__ import annotations

import _ast

from jaxlint.tracing.calls.models import modelled
from jaxlint.tracing.calls.modules import resolve
from jaxlint.tracing.objects.classes import alternatives
from jaxlint.tracing.running.environment import Frame
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.value import UNKNOWN, ClassValue, Const, Imported, Library, Partial, Value

VARIABLE = "typing:variable"
_SAME = ("Annotated", "Final", "ClassVar", "InitVar", "PyTree", "Required", "NotRequired")
_DEEPEST = 6  # aliases of aliases


def meanings(frame: Frame, annotation: _ast.expr, depth: int = _DEEPEST) -> list[Value]:
    """The classes that an annotation names, one by one: of ``A | B``, ``Optional["A"]``, and of what stands for them.

    ``frame``: where it stands.  UNKNOWN among them is what can't be found out.
    """
    parts = _parts(annotation)
    return [one for part in parts for one in meant(frame, evaluate(frame, part), depth)]


def meant(frame: Frame, value: Value, depth: int = _DEEPEST) -> list[Value]:
    """The same of an annotation's value."""
    if depth == 0:
        return [UNKNOWN]
    if isinstance(value, Imported):
        value = resolve(frame, value)
    if isinstance(value, Const) and isinstance(value.value, str):
        parsed = parsed_annotation(value.value)
        return [UNKNOWN] if parsed is None else meanings(frame, parsed, depth - 1)
    inner = alternatives(value) if isinstance(value, Partial) else None
    if isinstance(value, Partial) and isinstance(value.func, Library) and value.func.name.startswith("typing:"):
        inner = value.args
    return [value] if inner is None else [one for part in inner for one in meant(frame, part, depth - 1)]


def _parts(annotation: _ast.expr) -> list[_ast.expr]:
    """``A | B``, ``Optional[A]``, ``"A"``: A and B; of ``A[T]`` it is the class that counts."""
    if isinstance(annotation, _ast.Constant) and isinstance(annotation.value, str):
        parsed = parsed_annotation(annotation.value)
        return [] if parsed is None else _parts(parsed)
    if isinstance(annotation, _ast.BinOp) and isinstance(annotation.op, _ast.BitOr):
        return [*_parts(annotation.left), *_parts(annotation.right)]
    if not isinstance(annotation, _ast.Subscript):
        return [annotation]
    head = head_of(annotation)
    parts = annotation.slice.elts if isinstance(annotation.slice, _ast.Tuple) else [annotation.slice]
    if head in ("Optional", "Union"):
        inner = [one for part in parts for one in _parts(part)]
        return [*inner, *([_ast.Constant(None)] if head == "Optional" else [])]
    if head in _SAME:
        return _parts(parts[0]) if parts else []
    return [annotation.value]


def head_of(annotation: _ast.Subscript) -> str | None:
    """``list`` of ``list[int]``."""
    return getattr(annotation.value, "attr", None) or getattr(annotation.value, "id", None)


def parsed_annotation(text: str) -> _ast.expr | None:
    """``"jax.Array"``, ``"int | None"``."""
    try:
        return compile(text, "<annotation>", "eval", _ast.PyCF_ONLY_AST).body  # type: ignore[attr-defined, no-any-return]
    except (SyntaxError, ValueError):
        return None


def with_type_parameters(frame: Frame, node: _ast.AST) -> Frame:
    """Where the annotations of ``def f[T: Solver](...)`` and ``class Box[T]`` are read: T is known there."""
    parameters = getattr(node, "type_params", None)
    if not parameters:
        return frame
    inner = frame.nested()
    inner.owner = frame.owner
    for one in parameters:
        bound = getattr(one, "bound", None)
        limits = [] if bound is None else bound.elts if isinstance(bound, _ast.Tuple) else [bound]
        inner.variables[one.name] = Partial(Library(VARIABLE), [evaluate(frame, limit) for limit in limits], {})
    return inner


def class_named(frame: Frame, annotation: _ast.expr) -> ClassValue | None:
    """The class, in view or of a model, that an annotation names."""
    named = meanings(frame, annotation)
    value = named[0] if len(named) == 1 else UNKNOWN
    if isinstance(value, Library):
        value = modelled(frame.interpreter, value.name) or value
    return value if isinstance(value, ClassValue) else None


def refers(frame: Frame, part: _ast.AST) -> bool:
    """Does a part of an annotation name a class of references?"""
    if isinstance(part, _ast.Constant) and isinstance(part.value, str):
        named = parsed_annotation(part.value)
        return named is not None and refers(frame, named)
    cls = class_named(frame, part) if isinstance(part, (_ast.Name, _ast.Attribute)) else None
    return cls is not None and cls.reference is not None
