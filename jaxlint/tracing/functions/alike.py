"""Do two runs come to the same?  New objects of one stand for those of the other; older ones stand for themselves."""

from __future__ import annotations

import _ast

from jaxlint.syntax.binders import FUNCTIONS
from jaxlint.syntax.nodes import walk
from jaxlint.syntax.once import once_a_scope
from jaxlint.tracing.values.aval import Aval
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.trace import Trace
from jaxlint.tracing.values.value import Array, Const, Scope, Static, Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

_ATOMS = frozenset([int, float, complex, bool, str, bytes, type(None), type(...)])
_WITHOUT_IDENTITY = frozenset([tuple, Array, Aval, Const, Origin, Static, Traced])
_INCIDENTAL = frozenset(["born", "_looked", "_number", "_state", "_version"])  # when it was made, and made a key of
_OF_TRACES = frozenset(["given", "handed", "since"])  # the same, and ids of what the caller had
_OF_SCOPES = ("closure", "function", "module", "owner")  # what may still be asked of a body that has run
_MISSING = object()


def are_alike(one: object, other: object, since: int) -> bool:
    """``since``: what was made after that is new.  Anything that the tracer makes may be in them."""
    found = _Alike(since)
    return found.are(one, other) and all(found.are_same_sets(*sets) for sets in found.sets)


class _Alike:
    """``sets``: to compare in the end, when it is known which new object stands for which."""

    __slots__ = ("_others", "_pairs", "_since", "sets")

    def __init__(self, since: int) -> None:
        self._since = since
        self._pairs: dict[int, object] = {}  # by the id of what one run has made: what the other has in its place
        self._others: set[int] = set()
        self.sets: list[tuple[Any, Any]] = []

    def are(self, one: Any, other: Any) -> bool:  # noqa: ANN401
        if one is other:
            return True
        kind = type(one)
        if kind is not type(other):
            return False
        if kind in _ATOMS:
            return bool(one == other)
        if isinstance(one, (_ast.AST, type)):
            return False
        if kind not in _WITHOUT_IDENTITY:
            known = self._pairs.get(id(one), _MISSING)
            if known is not _MISSING:
                return known is other
            older = min(getattr(made, "born", self._since) for made in (one, other)) < self._since
            if older or id(other) in self._others:
                return False
            self._pairs[id(one)] = other
            self._others.add(id(other))
        return self._have_same_parts(one, other)

    def _have_same_parts(self, one: Any, other: Any) -> bool:  # noqa: ANN401
        if isinstance(one, Scope):
            return self._are_same_scopes(one, other)
        if isinstance(one, (tuple, list)):
            return len(one) == len(other) and all(map(self.are, one, other))
        if isinstance(one, (set, frozenset)):
            self.sets.append((one, other))
            return len(one) == len(other)
        if isinstance(one, dict) and (len(one) != len(other) or not self._are_same_items(one, other)):
            return False
        names = _fields(one)
        if not names and not isinstance(one, dict):
            return bool(one == other)
        return all(self.are(getattr(one, name, None), getattr(other, name, None)) for name in names)

    def _are_same_items(self, one: dict[object, object], other: dict[object, object]) -> bool:
        return all(map(self.are, one, other)) and all(map(self.are, one.values(), other.values()))

    def _are_same_scopes(self, one: Scope, other: Scope) -> bool:
        names = read_inside(one.function) if one.function is not None else sorted({*one.variables, *other.variables})
        return all(self.are(getattr(one, name), getattr(other, name)) for name in _OF_SCOPES) and all(
            self.are(ours.get(name), theirs.get(name))
            for name in names
            for ours, theirs in ((one.variables, other.variables), (one.bindings, other.bindings))
        )

    def are_same_sets(self, one: set[object], other: set[object]) -> bool:
        return all(item in other or self._pairs.get(id(item)) in other for item in one)


@once_a_scope
def read_inside(function: _ast.AST) -> list[str]:
    """The names that functions in this one mention."""
    inner = [one for one in walk(function) if one is not function and isinstance(one, FUNCTIONS)]
    return sorted({name.id for one in inner for name in walk(one) if isinstance(name, _ast.Name)})


def _fields(one: object) -> Iterable[str]:
    incidental = _OF_TRACES if isinstance(one, Trace) else _INCIDENTAL
    slots = [name for cls in type(one).__mro__ for name in _slots(cls) if name not in incidental]
    return [*slots, *getattr(one, "__dict__", ())]


def _slots(cls: type) -> tuple[str, ...]:
    slots = cls.__dict__.get("__slots__", ())
    return (slots,) if isinstance(slots, str) else tuple(slots)
