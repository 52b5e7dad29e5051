"""Who asks for an argument that was donated: after the call, in the next iteration, or in the same call.

https://docs.jax.dev/en/latest/buffer_donation.html
"""

from __future__ import annotations

import _ast

from jaxlint.dataflow.copies import other_names
from jaxlint.dataflow.places import FOUND, GOES_ON, place_of, reads_after
from jaxlint.syntax.binders import COMPREHENSIONS, declared, names_bound
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.context import EAGER
from jaxlint.tracing.deleted import CERTAINLY, NO, asked_for
from jaxlint.tracing.event import ITERATION, DonatedReuse
from jaxlint.tracing.origin import Origin
from jaxlint.tracing.refusals import DELETED, expects_error
from jaxlint.tracing.transforms.donated import CERTAIN, Donated, donated, keyword_of
from jaxlint.tracing.transforms.signature import name_of
from jaxlint.tracing.value import UNKNOWN, Mapping, Sequence, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.dataflow.places import Place
    from jaxlint.tracing.environment import Frame
    from jaxlint.tracing.invocation import Arguments

_LOOPS = (_ast.For, _ast.AsyncFor, _ast.While)
_TRIES = (_ast.Try, _ast.TryStar)


def note_reuse(frame: Frame, call: _ast.AST, transformed: Transformed, arguments: Arguments, result: Value) -> None:
    """Inside a trace nothing is donated; what is called in a way that is not in view, nobody knows."""
    interpreter = frame.interpreter
    if frame.context != EAGER or interpreter.alternatives or interpreter.without_jit or frame.in_doubt:
        return
    if not isinstance(call, _ast.Call) or frame.is_class or not frame.catching.isdisjoint(DELETED):
        return
    if frame.module.function_of(call) is not frame.function:
        return
    for one in donated(transformed, arguments, result):
        for part in _parts(one):
            _Donation(frame, call, transformed, part).look()


def _parts(one: Donated) -> list[Donated]:
    """``f((params, state))`` donates both."""
    node, value = one.where, one.value
    nodes: list[_ast.AST] = []
    values: list[Value] = []
    if isinstance(node, (_ast.Tuple, _ast.List)) and isinstance(value, Sequence) and value.items is not None:
        nodes, values = list(node.elts), value.items
    elif isinstance(node, _ast.Dict) and isinstance(value, Mapping) and value.items is not None:
        nodes, values = list(node.values), list(value.items.values())
    if not nodes or len(nodes) != len(values):
        return [one]
    pairs = zip(nodes, values, strict=True)
    return [part for inner, item in pairs for part in _parts(Donated(inner, item, one.fate))]


class _Donation:
    """One place that is donated by one call."""

    def __init__(self, frame: Frame, call: _ast.Call, transformed: Transformed, one: Donated) -> None:
        self._frame = frame
        self._module = frame.module
        self._scope: _ast.AST = frame.function or frame.module.tree
        self._call = call
        self._transformed = transformed
        self._one = one

    def look(self) -> None:
        place = place_of(self._one.where)
        if place is None or place[0] in declared(self._module.tree):
            return
        if self._is_repeated(place):
            self._note(self._one.where, ITERATION, True)
        for name in self._names(place):
            if not self._look_beside(name):
                self._look_behind(name)

    def _names(self, place: Place) -> list[Place]:
        """All that hold it."""
        where = self._one.where
        return [place, *((name,) for name in other_names(self._module, self._scope, where))] if isinstance(
            where, _ast.Name
        ) else [place]

    def _is_repeated(self, place: Place) -> bool:
        """``[f(x) for _ in range(3)]``"""
        node: _ast.AST = self._call
        while not isinstance(node, _ast.stmt):
            around = self._module.parents[node]
            if isinstance(around, COMPREHENSIONS):
                targets = names_bound([one.target for one in around.generators])  # type: ignore[attr-defined]
                return place[0] not in targets
            node = around
        return False

    def _look_beside(self, place: Place) -> bool:
        """Another argument of the same call."""
        given = [*self._call.args, *[one.value for one in self._call.keywords]]
        for node in given:
            if node is not self._one.where and place_of(node) == place and self._one.where in given:
                self._note(node, "twice", self._one.fate == CERTAIN)
                return True
        return False

    def _look_behind(self, place: Place) -> None:
        certain: dict[_ast.AST, bool] = {}

        def ask(read: _ast.AST) -> str:
            asked = asked_for(self._frame, read, self._one.value)
            certain[read] = asked == CERTAINLY and self._one.fate == CERTAIN
            return GOES_ON if asked == NO else FOUND

        inside = set(walk(self._call))
        for read in reads_after(self._module, self._scope, self._call, place, ask):
            if self._may_meet(read, read in inside):
                self._note(read, ITERATION if read in inside else "afterwards", certain[read])

    def _may_meet(self, read: _ast.AST, repeated: bool) -> bool:
        """Where the one runs, so does the other, sooner or later; nobody waits for it to fail."""
        if any(_is_expected(*around) for around in self._around(read)):
            return False
        if repeated:
            return not any(isinstance(node, (_ast.If, *_TRIES, _ast.Match)) for node, _ in self._around(read, _LOOPS))
        arms, others = self._arms(self._call), self._arms(read)
        shorter = min(len(arms), len(others))
        return arms[:shorter] == others[:shorter]

    def _arms(self, node: _ast.AST) -> list[tuple[_ast.AST, str]]:
        kinds = (_ast.If, _ast.IfExp, _ast.Match, _ast.match_case, _ast.ExceptHandler, *_TRIES)
        return [one for one in self._around(node) if isinstance(one[0], kinds)][::-1]

    def _around(self, node: _ast.AST, until: tuple[type, ...] = ()) -> list[tuple[_ast.AST, str]]:
        """What is around a node in the scope, innermost first, each with the part of it that the node stands in."""
        found: list[tuple[_ast.AST, str]] = []
        while node is not self._scope:
            around = self._module.parents[node]
            found.append((around, _field(around, node)))
            if isinstance(around, until):
                break
            node = around
        return found

    def _note(self, node: _ast.AST, how: str, certain: bool) -> None:
        frame, transformed = self._frame, self._transformed
        event = DonatedReuse(self._module, frame.function, node, UNKNOWN, frame.context)
        event.callee, event.how, event.certain = name_of(transformed), how, certain
        event.donated, event.given = self._one.where, self._call
        keyword = keyword_of(transformed)
        donates = Origin(f"`{keyword}` of `{event.callee}` donates it", transformed.module, transformed.node)
        here = Origin("it is donated here", self._module, self._one.where)
        event.related = (donates,) if node is self._one.where else (donates, here)
        frame.note(event)


def _field(around: _ast.AST, node: _ast.AST) -> str:
    """``body`` or ``orelse`` of what branches."""
    for name in ("body", "orelse", "handlers", "finalbody"):
        held = getattr(around, name, None)
        if held is node or (isinstance(held, list) and any(one is node for one in held)):
            return name
    return ""


def _is_expected(around: _ast.AST, field: str) -> bool:
    """A failure there is caught, or asked for."""
    if isinstance(around, _TRIES):
        return field == "body" and bool(around.handlers)
    if isinstance(around, (_ast.With, _ast.AsyncWith)):
        contexts = [item.context_expr for item in around.items]
        return any(isinstance(one, _ast.Call) and expects_error(one) for one in contexts)
    return isinstance(around, _ast.Call) and expects_error(around)
