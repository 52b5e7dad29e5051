"""Who asks for an argument that was donated: after the call, in the next iteration, or in the same call.

https://docs.jax.dev/en/latest/buffer_donation.html
"""

from __future__ import annotations

import _ast
import builtins
import math

from jaxlint.dataflow.copies import other_names
from jaxlint.dataflow.reads import FOUND, GOES_ON, place_of, reads_after
from jaxlint.syntax.binders import COMPREHENSIONS, declared, names_bound
from jaxlint.syntax.nodes import walk
from jaxlint.syntax.once import once_a_scope
from jaxlint.tracing.applied.settings import keyword_of
from jaxlint.tracing.applied.signature import name_of, positional_names, titled
from jaxlint.tracing.calls.invocation import Arguments
from jaxlint.tracing.events.keys import ITERATION
from jaxlint.tracing.events.raised import DELETED
from jaxlint.tracing.events.refusals import expects_error
from jaxlint.tracing.events.transforms import AFTERWARDS, DELETE, HELD, TWICE, DonatedReuse
from jaxlint.tracing.functions.calling import Donors
from jaxlint.tracing.operations.deleted import CERTAINLY, NO, asked_for
from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.running.reports import report_event
from jaxlint.tracing.transforms.donations.donated import (
    CERTAIN,
    KEPT,
    PERHAPS,
    Donated,
    donated,
    fate_of_part,
    fate_when_handed_on,
    is_used,
)
from jaxlint.tracing.transforms.donations.donors import always_runs, parameter_given
from jaxlint.tracing.transforms.donations.held_in import parts_of
from jaxlint.tracing.values.origin import Origin
from jaxlint.tracing.values.stage import EAGER
from jaxlint.tracing.values.value import UNKNOWN, Array, Container, Function, Instance, Library, Transformed, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.dataflow.reads import Place
    from jaxlint.tracing.running.environment import Frame

_LOOPS = (_ast.For, _ast.AsyncFor, _ast.While)
_TRIES = (_ast.Try, _ast.TryStar)


def note_reuse(frame: Frame, call: _ast.AST, transformed: Transformed, arguments: Arguments, result: Value) -> None:
    """Inside a trace nothing is donated; what is called in a way that is not in view, nobody knows."""
    if _is_plain(frame, call):
        found = donated(transformed, arguments, result)
        _look_at_all(frame, call, transformed, arguments, found, name_of(transformed))  # type: ignore[arg-type]


def note_handed_on(frame: Frame, call: _ast.AST, function: Function, arguments: Arguments, since: int) -> None:
    """What a caller gives for a parameter that the function donates; ``since``: what it did before does not count."""
    if not _is_plain(frame, call):
        return
    order = [one.arg for one in (*function.node.args.posonlyargs, *function.node.args.args)]
    for name, (transformed, inner, last) in frame.interpreter.share.part(Donors)[function.node].items():
        where = arguments.node_of(name, order)
        value = arguments.get(order.index(name) if name in order else -1, name)
        fate = KEPT if value is None else fate_when_handed_on(inner.fate, value)
        if where is not None and value is not None and fate != KEPT and last > since:
            one = Donated(where, value, fate, inner.name)
            _look_at_all(frame, call, transformed, arguments, [one], function.name)  # type: ignore[arg-type]


def note_deleted(frame: Frame, call: _ast.AST, array: Array) -> None:
    """``x.delete()`` gives the buffer back as a donation does."""
    place = place_of(call.func.value) if isinstance(call, _ast.Call) else None  # type: ignore[attr-defined]
    if place is not None and array.sure and not array.numpy and _is_plain(frame, call):
        one = Donated(call.func.value, array, CERTAIN, None)  # type: ignore[attr-defined]
        deleting = Transformed("jax.Array.delete", UNKNOWN, {}, frame.module, call, frame.context.stage)
        _Donation(frame, call, deleting, Arguments([]), one, one).look(place)  # type: ignore[arg-type]


def _is_plain(frame: Frame, call: _ast.AST) -> bool:
    """It is made where it is written, for certain, and nobody waits for it to fail."""
    if (
        frame.context.stage != EAGER
        or frame.context.has_alternatives
        or not frame.context.is_jitted
        or frame.condition.doubt
    ):
        return False
    if not isinstance(call, _ast.Call) or frame.is_class or not frame.context.handlers.isdisjoint(DELETED):
        return False
    if frame.module.function_of(call) is not frame.function or _is_of_library(frame, call):
        return False
    return not _is_changed(frame)


def _look_at_all(
    frame: Frame, call: _ast.Call, transformed: Transformed, arguments: Arguments, found: list[Donated], callee: str
) -> None:
    for one in found:
        held: list[Place] = []
        for part in parts_of(frame, one):
            donation = _Donation(frame, call, transformed, arguments, one, part)
            donation.callee = callee
            place = place_of(part.where)
            if place is None:
                continue
            if part is not one and place in held:
                donation.note(one.where, HELD, False)  # both have to be used
                break
            held.append(place)
            donation.look(place)
        name = parameter_given(frame, one.where)
        if name is not None:
            donors = frame.interpreter.share.part(Donors).setdefault(frame.function, {})  # type: ignore[arg-type]
            if always_runs(frame, call):
                donors[name] = (transformed, one, math.inf)
            else:
                perhaps = Donated(one.where, one.value, PERHAPS, one.name)
                donors[name] = (transformed, perhaps, frame.interpreter.steps)


def _is_changed(frame: Frame) -> bool:
    """By a decorator that is not in view: it may be one that traces."""
    decorators = getattr(frame.function, "decorator_list", [])
    return any(place_of(one) is not None and evaluate(frame, one) is UNKNOWN for one in decorators)


def _is_of_library(frame: Frame, call: _ast.Call) -> bool:
    """``jax.eval_shape(f, x)``, ``map(f, xs)``: it is another's call, with arguments that are not known here."""
    return place_of(call.func) is not None and isinstance(evaluate(frame, call.func), Library)


_declared_in = once_a_scope(declared)


class _Donation:
    """One place that is donated by one call, as the argument or a part of it."""

    def __init__(
        self,
        frame: Frame,
        call: _ast.Call,
        transformed: Transformed,
        arguments: Arguments,
        whole: Donated,
        one: Donated,
    ) -> None:
        self._frame = frame
        self._module = frame.module
        self._scope: _ast.AST = frame.function or frame.module.tree
        self._call = call
        self._transformed = transformed
        self._arguments = arguments
        self._one = one
        self._here = whole.where is one.where  # or the part was put into it before
        self.callee = name_of(transformed)

    def look(self, place: Place) -> None:
        if place[0] in _declared_in(self._module.tree):
            return
        if self._is_repeated(place):
            self.note(self._one.where, ITERATION, self._one.fate == CERTAIN)
        for name, certain in self._names(place).items():
            if not self._look_beside(name, certain):
                self._look_behind(name, certain)

    def _names(self, place: Place) -> dict[Place, bool]:
        """All that hold it; for certain?"""
        where = self._one.where
        if not isinstance(where, _ast.Name) or not self._here:
            return {place: True}
        others = other_names(self._module, self._scope, where)
        return {place: True, **{(name,): certain for name, certain in others.items()}}

    def _is_repeated(self, place: Place) -> bool:
        """``[f(x) for _ in range(3)]``"""
        node: _ast.AST = self._call
        while not isinstance(node, _ast.stmt):
            around = self._module.parents[node]
            if isinstance(around, COMPREHENSIONS):
                targets = names_bound([one.target for one in around.generators])
                return place[0] not in targets
            node = around
        return False

    def _look_beside(self, place: Place, same: bool) -> bool:
        """Another argument of the same call."""
        given: list[_ast.AST] = [*self._call.args, *[one.value for one in self._call.keywords]]
        others = [node for node in given if node is not self._one.where and place_of(node) == place]
        if not others or not self._here:
            return False
        later = max(others[0], self._one.where, key=given.index)
        self.note(later, TWICE, same and self._one.fate == CERTAIN and self._is_used(others[0]))
        return True

    def _is_used(self, node: _ast.AST) -> bool:
        order = positional_names(self._transformed.func) or []
        given = dict(zip(self._arguments.nodes, order, strict=False))
        named = {where: name for name, where in self._arguments.keyword_nodes.items()}
        name = given.get(node) or named.get(node)
        return name is not None and is_used(self._transformed, name)

    def _look_behind(self, place: Place, same: bool) -> None:
        certain: dict[_ast.AST, bool] = {}
        part: dict[_ast.AST, _ast.AST] = {}

        def ask(read: _ast.AST) -> str:
            part[read], value = self._part(read)
            asked = asked_for(self._frame, part[read], value)
            fate = self._fate(part[read], read)
            certain[read] = same and asked == CERTAINLY and fate == CERTAIN
            return GOES_ON if asked == NO or fate == KEPT else FOUND

        inside = set(walk(self._call))
        for read in reads_after(self._module, self._scope, self._call, place, ask):
            repeated = read in inside
            if repeated and self._one.value is UNKNOWN:
                continue  # what evaluates only, no result of it takes the memory
            if self._may_meet(read, repeated):
                self.note(part[read], ITERATION if repeated else AFTERWARDS, certain[read])

    def _part(self, read: _ast.AST) -> tuple[_ast.AST, Value]:
        """``state.params`` where ``state`` is read, as far as what it holds is in view."""
        value = self._one.value
        around = self._module.parents[read]
        while isinstance(value, (Instance, Container)) and place_of(around) is not None:
            inner = evaluate(self._frame, around)
            if not isinstance(inner, (Array, Instance, Container)):
                break
            read, value, around = around, inner, self._module.parents[around]
        return read, value

    def _fate(self, part: _ast.AST, whole: _ast.AST) -> str:
        """Of what is read; of a tree as a whole, nobody knows which parts are asked for."""
        steps = place_of(part)
        if part is not whole and steps is not None:
            return fate_of_part(self._one, self._transformed, steps[-1])
        return self._one.fate if isinstance(self._one.value, Array) else PERHAPS

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
        kinds = (_ast.If, _ast.IfExp, _ast.Match, _ast.match_case, _ast.ExceptHandler, _ast.BoolOp, *_TRIES)
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

    def note(self, node: _ast.AST, how: str, certain: bool) -> None:
        frame, transformed = self._frame, self._transformed
        keyword, at = keyword_of(transformed), self._one.where
        donates = Origin(f"`{keyword}` of {titled(transformed)} donates it", transformed.module, transformed.node)
        said = "it is donated here" if self._here else "it is stored in the donated pytree here"
        related = (donates,) if node is at else (donates, Origin(said, self._module, at))
        event = DonatedReuse(
            frame.point.at(self._module, frame.function),
            node,
            UNKNOWN,
            callee=self.callee,
            certain=certain,
            donated=at,
            given=self._call,
            how=DELETE if keyword is None else how,
            related=() if keyword is None else related,
        )
        report_event(frame, event)


def _field(around: _ast.AST, node: _ast.AST) -> str:
    """``body`` or ``orelse`` of what branches; an operand of ``and`` or ``or``."""
    if isinstance(around, _ast.BoolOp):
        return str(around.values.index(node))  # type: ignore[arg-type]
    for name in ("body", "orelse", "handlers", "finalbody"):
        held = getattr(around, name, None)
        if held is node or (isinstance(held, list) and any(one is node for one in held)):
            return name
    return ""


def _may_catch(handler: _ast.ExceptHandler) -> bool:
    """``except KeyboardInterrupt:`` does not; of a class that is not Python's own nobody knows."""
    kinds = handler.type.elts if isinstance(handler.type, _ast.Tuple) else [handler.type]
    names = {getattr(one, "id", "") for one in kinds}
    return not names.isdisjoint(DELETED) or not all(hasattr(builtins, name) for name in names)


def _is_expected(around: _ast.AST, field: str) -> bool:
    """A failure there is caught, or asked for."""
    if isinstance(around, _TRIES):
        return field == "body" and any(map(_may_catch, around.handlers))
    if isinstance(around, (_ast.With, _ast.AsyncWith)):
        contexts = [item.context_expr for item in around.items]
        return any(isinstance(one, _ast.Call) and expects_error(one) for one in contexts)
    return isinstance(around, _ast.Call) and expects_error(around)
