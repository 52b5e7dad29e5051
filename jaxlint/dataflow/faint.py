"""Faint values: nobody reads them, or only to work out others that are faint in turn."""

from __future__ import annotations

import _ast

from jaxlint.dataflow.index import flow_of
from jaxlint.dataflow.order import may_both_run
from jaxlint.dataflow.scopes import names_of
from jaxlint.syntax.binders import FUNCTIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from jaxlint.syntax.module import Module

    Where = tuple[int, ...]  # (2, 1): the second item of the third
    Place = tuple[Module, _ast.AST | None, _ast.AST]  # module, function and call
    Ask = Callable[[Module, _ast.Call], str]

# What a call does with what it is given: does no more than give a value that comes of it, or one that comes of its
# structure and shapes alone; or, as far as is known, anything.
HANDS_ON, IGNORES, LOOKS = "hands on", "ignores", "looks"
_MAKES = ("__init__", "__post_init__")  # what is kept in `self` is part of what the call of the class gives
_COMPUTES = (_ast.BinOp, _ast.UnaryOp, _ast.Compare, _ast.BoolOp, _ast.Await)
_HOLDS = (_ast.Dict, _ast.Set)
ABOUT = ("shape", "dtype", "ndim", "size", "itemsize", "nbytes", "weak_type")  # of an array: none of its numbers
_MOST = 100  # expressions that are followed


class LookedAt(Exception):
    """Somebody reads it, or may do so where nothing is in view."""


def is_faint(calls: Sequence[Place], beside: _ast.AST, ask: Ask, kind: type[Fate] | None = None) -> bool:
    """Of what the last call gives: it is dropped, as are the results of the others that come of it.

    Each call leads into the function that the next one stands in.  What the first one's function hands on, or keeps,
    counts as read.  ``beside``: a node of that function; what runs on other paths alone than that one reads nothing.
    ``ask``: what a call that leads nowhere in view does with its arguments; ``kind``: what counts as reading.
    """
    results: list[Where] = [()]
    below: _ast.AST | None = None  # the function that this call leads into
    try:
        for module, function, node in reversed(calls):
            if not isinstance(node, _ast.Call):
                return False
            if below is not None and not is_plain_call(node, below):
                results = [()] if results else []
            fate = (kind or Fate)(module, function, beside if node is calls[0][2] else None, ask)
            for where in results:
                if below is not None and _is_of_a_base(node):
                    fate.keep()
                else:
                    fate.follow(node, where)
            results, below = fate.returned, function
    except LookedAt:
        return False
    return not results


def is_plain_call(call: _ast.Call, function: _ast.AST) -> bool:
    """It gives what the function returns, and not what a transform makes of that."""
    name = getattr(call.func, "attr", None) or getattr(call.func, "id", None)
    return name is not None and name == getattr(function, "name", None)


def _is_of_a_base(call: _ast.Call) -> bool:
    """``super().__init__(key)``: it gives nothing, and keeps what it makes in the object."""
    return getattr(call.func, "attr", None) in _MAKES


class Fate:
    """What becomes of values inside one function; ``returned``: where they are in its result."""

    def __init__(self, module: Module, function: _ast.AST | None, beside: _ast.AST | None, ask: Ask) -> None:
        self.module = module
        self.function = function
        self._beside = None if beside is None else module.statement_of(beside)
        self.ask = ask
        self.seen: set[tuple[_ast.AST, Where]] = set()
        self.returned: list[Where] = []

    def follow(self, value: _ast.AST, where: Where) -> None:
        """Of an expression, or of a part of what it gives, to all that has it further on."""
        ways = [(value, where)]
        for way in ways:
            if way in self.seen:
                continue
            self.seen.add(way)
            if len(self.seen) > _MOST:
                raise LookedAt
            ways += self.further(*way)

    def keep(self) -> None:
        """In the object that is being made, and nowhere else."""
        if getattr(self.function, "name", None) not in _MAKES:
            raise LookedAt
        self.returned.append(())

    def further(self, node: _ast.AST, where: Where) -> list[tuple[_ast.AST, Where]]:
        parent = self.module.parents[node]
        if isinstance(parent, _ast.Expr):
            return []
        if isinstance(parent, (_ast.Assign, _ast.AnnAssign)) and parent.value is not node:
            raise LookedAt  # it says where something is written
        if isinstance(parent, _ast.Return) or (isinstance(parent, FUNCTIONS) and parent is self.function):
            self.returned.append(where)
            return []
        if isinstance(parent, _ast.Assign):
            return self.bound(parent.targets, where)
        if isinstance(parent, (_ast.AnnAssign, _ast.NamedExpr)):
            further = [(parent, where)] if isinstance(parent, _ast.NamedExpr) else []
            return further + self.bound([parent.target], where)
        return _around(self.module, parent, node, where, self.ask)

    def bound(self, targets: Sequence[_ast.AST], where: Where) -> list[tuple[_ast.AST, Where]]:
        further = []
        for target in targets:
            if isinstance(target, (_ast.Tuple, _ast.List)):
                further += self._unpacked(target.elts, where)
            elif isinstance(target, _ast.Starred):
                further += self.bound([target.value], ())
            elif isinstance(target, _ast.Name):
                further += [(read, where) for read in self.reads(target)]
            elif self._is_own(target):
                self.keep()
            else:
                raise LookedAt  # it is kept in an object
        return further

    def _is_own(self, target: _ast.AST) -> bool:
        """``self.weight``"""
        spec: _ast.arguments | None = getattr(self.function, "args", None)
        own = spec.args[:1] if spec is not None else []
        return isinstance(target, _ast.Attribute) and getattr(target.value, "id", None) in [one.arg for one in own]

    def _unpacked(self, targets: list[_ast.expr], where: Where) -> list[tuple[_ast.AST, Where]]:
        starred = any(isinstance(one, _ast.Starred) for one in targets)
        if not where or starred:
            return self.bound(targets, ())
        return self.bound(targets[where[0] : where[0] + 1], where[1:])

    def reads(self, target: _ast.Name) -> list[_ast.AST]:
        if target.id == "_":
            return []
        if self.function is None or target.id in names_of(self.function).declared:
            raise LookedAt  # other modules, or functions, may read it
        reads = flow_of(self.function).reaching.reads(target)
        if any(self.module.function_of(read) is not self.function for read in reads):
            raise LookedAt
        return [read for read in reads if self._is_on_the_way(read)]

    def _is_on_the_way(self, read: _ast.AST) -> bool:
        if self._beside is None or self.function is None:
            return True
        return may_both_run(self.function, self.module.statement_of(read), self._beside)


def _around(module: Module, parent: _ast.AST, node: _ast.AST, where: Where, ask: Ask) -> list[tuple[_ast.AST, Where]]:
    """The expression that an expression is a part of, as far as it does no more than give a value."""
    if isinstance(parent, _ast.keyword):
        node, parent = parent, module.parents[parent]
    if isinstance(parent, (_ast.Tuple, _ast.List)):
        starred = any(isinstance(one, _ast.Starred) for one in parent.elts)
        return [(parent, () if starred else (parent.elts.index(node), *where))]  # type: ignore[arg-type]
    if isinstance(parent, _ast.Subscript) and parent.value is node:
        return _item(parent, where)
    call = module.parents[parent]
    if isinstance(parent, _ast.Attribute) and isinstance(call, _ast.Call) and call.func is parent:
        parent = call  # a method of the value: `keys.reshape(2, -1)`
    told = ask(module, parent) if isinstance(parent, _ast.Call) else LOOKS
    if told != LOOKS:
        return [(parent, ())] if told == HANDS_ON else []
    if isinstance(parent, _ast.Attribute) and parent.attr in ABOUT:
        return []
    if isinstance(parent, _ast.IfExp) and parent.test is not node:
        return [(parent, where)]
    if isinstance(parent, _ast.BinOp) and isinstance(parent.op, _ast.Mult) and _is_zero(parent.left, parent.right):
        return []  # ``0 * normal(key)``
    if isinstance(parent, (*_COMPUTES, *_HOLDS, _ast.Attribute, _ast.Starred, _ast.Slice, _ast.Subscript)):
        return [(parent, ())]
    raise LookedAt


def _is_zero(*nodes: _ast.expr) -> bool:
    return any(isinstance(one, _ast.Constant) and type(one.value) in (int, float) and not one.value for one in nodes)


def _item(node: _ast.Subscript, where: Where) -> list[tuple[_ast.AST, Where]]:
    """``result[0]`` of what is in another item is nothing of it."""
    index = getattr(node.slice, "value", None)
    if not where or type(index) is not int:
        return [(node, ())]
    return [(node, where[1:])] if index == where[0] else []
