"""What a call gave before: exactly, or, once a function was run often enough on values of one kind, roughly."""

from __future__ import annotations

import _ast

from jaxlint.syntax.module import walk
from jaxlint.tracing.aval import Aval, unknown_aval
from jaxlint.tracing.joining import join
from jaxlint.tracing.kinds import captured, rough_key
from jaxlint.tracing.value import (
    UNKNOWN,
    Array,
    BoundMethod,
    Const,
    Function,
    Generator,
    Instance,
    Mapping,
    Partial,
    Reference,
    Sequence,
    Static,
    Traced,
    Transformed,
    Value,
)

_RUNS = 2  # of one function on values of one kind, after a first one on any


class Summaries:
    """``exact``: by signature.  Rough ones forget shapes and numbers."""

    __slots__ = ("_met", "_names", "_rough", "_runs", "_setting", "drawn", "exact", "refused")

    def __init__(self) -> None:
        self.exact: dict[object, Value] = {}
        self.refused: dict[object, frozenset[str]] = {}  # signature -> what it raises for certain, to a try around
        self.drawn: dict[object, dict[str, str]] = {}  # rough signature -> parameters used up as keys, and by what
        self._rough: dict[object, Value] = {}
        self._runs: dict[object, int] = {}
        self._setting: dict[_ast.AST, bool] = {}
        self._met: set[_ast.AST] = set()
        self._names: dict[_ast.AST, list[str]] = {}

    def _sets_attributes(self, node: _ast.AST) -> bool:
        found = self._setting.get(node)
        if found is None:
            found = self._setting[node] = any(map(_is_attribute, _targets(node)))
        return found

    def names_in(self, node: _ast.AST) -> list[str]:
        """The names that a function's text mentions, each once."""
        found = self._names.get(node)
        if found is None:
            found = self._names[node] = list({name.id: None for name in walk(node) if isinstance(name, _ast.Name)})
        return found

    def kind(self, function: Function, context: str, caught: object, bound: dict[str, Value]) -> object:
        """What calls that do the same have in common; None at a function's first run, as most have no other."""
        if function.node not in self._met:
            self._met.add(function.node)
            return None
        if self._sets_attributes(function.node):
            return None  # what it leaves in the object can't be remembered
        kinds = tuple([rough_key(value) for value in bound.values()])
        return (function.node, context, caught, kinds, captured(function))

    def rough(self, signature: object) -> Value | None:
        """The result of earlier runs on values of this kind, once there were enough of them."""
        return widened(self._rough[signature]) if self._runs.get(signature, 0) >= _RUNS else None

    def note(self, signature: object, result: Value) -> None:
        if isinstance(result, (Function, Partial, Transformed, BoundMethod)):
            return  # what it closes over differs from call to call, and making it is cheap
        before = self._rough.get(signature)
        self._rough[signature] = result if before is None else _merged(before, result)
        self._runs[signature] = self._runs.get(signature, 0) + 1


_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


def _targets(node: _ast.AST) -> list[_ast.AST]:
    """What the statements of a function write to; no expression is looked into."""
    found: list[_ast.AST] = []
    stack = [node]
    while stack:
        statement = stack.pop()
        for block in _BLOCKS:
            below = getattr(statement, block, None)
            if type(below) is list:
                stack.extend(below)
        found.extend(getattr(statement, "targets", ()))
        for item in getattr(statement, "items", ()):
            if item.optional_vars is not None:
                found.append(item.optional_vars)
        target = getattr(statement, "target", None)
        if target is not None:
            found.append(target)
    return found


def _is_attribute(target: _ast.AST) -> bool:
    if isinstance(target, (_ast.Tuple, _ast.List)):
        return any(map(_is_attribute, target.elts))
    if isinstance(target, _ast.Starred):
        return _is_attribute(target.value)
    return isinstance(target, _ast.Attribute)


def _merged(before: Value, after: Value) -> Value:
    """What holds of both results; of two objects of one class, the attributes that both have."""
    if isinstance(before, Reference) or isinstance(after, Reference):
        return join(before, after)
    if isinstance(before, Instance) and isinstance(after, Instance) and before.cls is after.cls:
        shared = before.attributes.keys() & after.attributes.keys()
        fields = {
            name: join(before.attributes[name], after.attributes[name]) for name in after.attributes if name in shared
        }
        return Instance(after.cls, fields, True)
    return join(before, after)


def widened(value: Value, depth: int = 4) -> Value:
    """The same kind of value, without its shape or number."""
    if isinstance(value, Traced):
        aval = _forgotten(value.aval)
        return Traced(aval, value.origin, value.concrete, value.staged, value.evidence)
    if isinstance(value, Array):
        return Array(_forgotten(value.aval), value.numpy)
    if isinstance(value, Const) and isinstance(value.value, (int, float)) and not isinstance(value.value, bool):
        return Static(type(value.value).__name__)
    if depth and isinstance(value, Generator):
        return Generator(widened(value.element, depth - 1), value.catching, value.context)
    if depth and isinstance(value, Sequence):
        items = None if value.items is None else [widened(item, depth - 1) for item in value.items]
        return Sequence(value.type, items, widened(value.element, depth - 1))
    if depth and isinstance(value, Mapping):
        known = value.items
        named = None if known is None else {key: widened(item, depth - 1) for key, item in known.items()}
        return Mapping(named, widened(value.element, depth - 1))
    if depth and isinstance(value, Reference):
        return value.with_content(widened(value.content, depth - 1))
    if depth and isinstance(value, Instance):
        fields = {name: widened(item, depth - 1) for name, item in value.attributes.items()}
        return Instance(value.cls, fields, value.open)
    return UNKNOWN if depth == 0 else value


def _forgotten(aval: Aval) -> Aval:
    return Aval(aval.kind, (), aval.dtype) if aval.shape == () else unknown_aval(aval.kind)
