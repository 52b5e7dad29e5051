"""Numbers that are only reported: printed, logged or plotted, or asked to decide what is printed."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.faint import IGNORES, Fate, LookedAt, is_faint
from jaxlint.dataflow.index import flow_of
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.dataflow.faint import Ask, Place, Where
    from jaxlint.syntax.module import Module

    Way = tuple[_ast.AST, Where]

_COLLECTING = ("append", "extend")
_SELECTING = ("where", "select", "select_n")


def is_reported(place: Place, beside: _ast.AST, ask: Ask) -> bool:
    """Of what a call gives.  ``ask``: what a call does with its arguments; one that reports them ignores them."""
    return is_faint([place], beside, ask, Reported)


class Reported(Fate):
    """What becomes of values that somebody reads, and that no further result depends on."""

    def further(self, node: _ast.AST, where: Where) -> list[Way]:
        parent = self.module.parents[node]
        if isinstance(parent, (_ast.FormattedValue, _ast.JoinedStr)):
            return [(parent, ())]
        if isinstance(parent, _ast.IfExp):
            return [(parent, () if parent.test is node else where)]
        if isinstance(parent, _ast.Assert):
            return []
        if isinstance(parent, _ast.If) and all(map(self._says, (*parent.body, *parent.orelse))):
            return []
        if isinstance(parent, _ast.AugAssign) and isinstance(parent.target, _ast.Name):
            return self.bound([parent.target], ())
        if isinstance(parent, (_ast.For, _ast.comprehension)) and parent.iter is node:
            around = self.module.parents[parent]
            made = [(around, ())] if isinstance(parent, _ast.comprehension) else []
            return made + self.bound([parent.target], ())
        if isinstance(parent, (_ast.ListComp, _ast.GeneratorExp, _ast.SetComp)):
            return [(parent, ())]
        collected = self._collected(parent)
        return super().further(node, where) if collected is None else collected

    def _says(self, statement: _ast.AST) -> bool:
        """``print("passed")``"""
        call = getattr(statement, "value", None)
        if isinstance(statement, _ast.Expr) and isinstance(call, _ast.Call):
            return self.ask(self.module, call) == IGNORES
        return isinstance(statement, _ast.Pass)

    def _collected(self, call: _ast.AST) -> list[Way] | None:
        """``results.append(value)``: wherever the list is read."""
        if not isinstance(call, _ast.Call) or not isinstance(self.module.parents[call], _ast.Expr):
            return None
        held = call.func.value if isinstance(call.func, _ast.Attribute) else None
        if not isinstance(held, _ast.Name) or call.func.attr not in _COLLECTING:  # type: ignore[attr-defined]
            return None
        definitions = flow_of(self.function or self.module.tree).reaching.definitions(held) or [None]
        if any(not isinstance(one, _ast.Name) for one in definitions):
            raise LookedAt  # it was made elsewhere
        reads = [read for one in definitions for read in self.reads(one)]  # type: ignore[arg-type]
        return [(read, ()) for read in reads if not self._collects(read)]

    def _collects(self, read: _ast.AST) -> bool:
        above = self.module.parents[read]
        return isinstance(above, _ast.Attribute) and above.attr in _COLLECTING

    def reads(self, target: _ast.Name) -> list[_ast.AST]:
        """Of a script, too: what it reports, no other module imports."""
        if self.function is not None or target.id == "_":
            return super().reads(target)
        reads = flow_of(self.module.tree).reaching.reads(target)
        if any(self.module.function_of(read) is not None for read in reads):
            raise LookedAt
        return reads


class _Met(Reported):
    """All that comes of a value, as far as it is in view."""

    def further(self, node: _ast.AST, where: Where) -> list[Way]:
        try:
            return super().further(node, where)
        except LookedAt:
            return []


def meetings(one: Place, other: Place, ask: Ask) -> set[type[_ast.AST]]:
    """Where what comes of one call and what comes of another are put together: ``Sub`` where a difference is taken,
    ``IfExp`` where one of them is selected."""
    left, right = _both(one, other, ask)
    found = set[type[_ast.AST]]()
    for node in left & right:
        kind, operands = _operands(node)
        own = [operand for operand in operands if operand in left ^ right]
        if any(operand in left for operand in own) and any(operand in right for operand in own):
            found.add(kind)
    return found


def meet(one: Place, other: Place, ask: Ask) -> bool:
    """Something comes of both, as far as it is in view."""
    left, right = _both(one, other, ask)
    return not left.isdisjoint(right)


def _both(one: Place, other: Place, ask: Ask) -> tuple[set[_ast.AST], set[_ast.AST]]:
    """What comes of each of two calls in one function."""
    if one[1] is not other[1] or one[0] is not other[0]:
        return set(), set()
    return _met(one, other[2], ask), _met(other, one[2], ask)


def _operands(node: _ast.AST) -> tuple[type[_ast.AST], list[_ast.expr]]:
    if isinstance(node, _ast.BinOp):
        return type(node.op), [node.left, node.right]
    if isinstance(node, _ast.Compare):
        return _ast.Compare, [node.left, *node.comparators]
    if isinstance(node, _ast.IfExp):
        return _ast.IfExp, [node.body, node.orelse]
    if isinstance(node, _ast.Call) and getattr(node.func, "attr", None) in _SELECTING:
        return _ast.IfExp, node.args[1:]
    return _ast.AST, []


def _met(place: Place, beside: _ast.AST, ask: Ask) -> set[_ast.AST]:
    module, function, node = place
    fate = _Met(module, function, beside, ask)
    try:
        fate.follow(node, ())
    except LookedAt:
        return set()  # too much comes of it
    return {reached for reached, _ in fate.seen}


def acts(function: _ast.AST, module: Module, ask: Ask) -> bool:
    """It does more than give a value: a call is made for what it does, or something older than the call is written."""
    own = {node.id for node in walk(function) if isinstance(node, _ast.Name) and isinstance(node.ctx, _ast.Store)}
    for node in walk(function):
        if isinstance(node, (_ast.Global, _ast.Nonlocal)):
            return True
        written: _ast.AST | None = None
        if isinstance(node, (_ast.Attribute, _ast.Subscript)) and isinstance(node.ctx, _ast.Store):
            written = node
        elif isinstance(node, _ast.Expr) and isinstance(node.value, _ast.Call):
            written = node.value.func if ask(module, node.value) != IGNORES else None
        if written is not None and not _is_of(written, own):
            return True
    return False


def _is_of(node: _ast.AST, names: set[str]) -> bool:
    """``results.append``, ``table[i]``"""
    while isinstance(node, (_ast.Attribute, _ast.Subscript)):
        node = node.value
    return isinstance(node, _ast.Name) and node.id in names
