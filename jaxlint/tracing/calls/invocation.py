"""Calls: the arguments of one, as values and as source, and the table of what can be called."""

from __future__ import annotations

import _ast

from jaxlint.tracing.running.evaluate import evaluate
from jaxlint.tracing.values.named_fields import fields_of
from jaxlint.tracing.values.value import UNKNOWN, Const, Container, Instance, Mapping, Sequence, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from jaxlint.tracing.running.environment import Frame

    Caller = Callable[[Frame, _ast.AST, Any, "Arguments"], Value]


class Arguments:
    """``nodes`` and ``keyword_nodes`` hold the source of each argument, where there is one.

    ``complete`` False: a ``*args`` or ``**kwargs`` of unknown content came along; ``rest`` then is like each of what
    may have filled positional parameters.
    """

    __slots__ = ("complete", "keyword_nodes", "keywords", "nodes", "positional", "rest")

    def __init__(
        self,
        positional: list[Value],
        keywords: dict[str, Value] | None = None,
        nodes: list[_ast.AST | None] | None = None,
        keyword_nodes: dict[str, _ast.AST] | None = None,
        complete: bool = True,
        rest: Value = UNKNOWN,
    ) -> None:
        self.positional = positional
        self.keywords = keywords or {}
        self.nodes: list[_ast.AST | None] = nodes if nodes is not None else [None] * len(positional)
        self.keyword_nodes = keyword_nodes or {}
        self.complete = complete
        self.rest = rest

    def get(self, position: int, name: str | None = None) -> Value | None:
        if 0 <= position < len(self.positional):
            return self.positional[position]
        return self.keywords.get(name) if name is not None else None

    def node(self, position: int, name: str | None = None) -> _ast.AST | None:
        if 0 <= position < len(self.nodes):
            return self.nodes[position]
        return self.keyword_nodes.get(name) if name is not None else None

    def node_of(self, name: str, parameters: list[str]) -> _ast.AST | None:
        """The source of what goes to a parameter of a function with these positional ones."""
        return self.node(parameters.index(name) if name in parameters else -1, name)

    def after(self, count: int) -> Arguments:
        """The arguments that follow the first ``count`` positional ones."""
        return Arguments(
            self.positional[count:], self.keywords, self.nodes[count:], self.keyword_nodes, self.complete, self.rest
        )

    def before(self, values: list[Value], keywords: dict[str, Value] | None = None) -> Arguments:
        """The same with others put in front: self, or what a partial has bound."""
        return Arguments(
            values + self.positional,
            {**(keywords or {}), **self.keywords},
            [*(None for _ in values), *self.nodes],
            self.keyword_nodes,
            self.complete,
            self.rest,
        )

    def mapped(self, change: Callable[[Value], Value]) -> Arguments:
        """The same with other values."""
        positional = [change(value) for value in self.positional]
        keywords = {name: change(value) for name, value in self.keywords.items()}
        return Arguments(positional, keywords, self.nodes, self.keyword_nodes, self.complete, self.rest)

    def among_others(self) -> Arguments:
        """The same, and some that are not known."""
        return Arguments(self.positional, self.keywords, self.nodes, self.keyword_nodes, complete=False)

    def values(self) -> list[Value]:
        return self.positional + list(self.keywords.values())


def arguments_of(frame: Frame, node: _ast.Call) -> Arguments:
    """Evaluate the arguments of a call, left to right."""
    positional: list[Value] = []
    nodes: list[_ast.AST | None] = []
    if _ast.Starred not in map(type, node.args):
        positional, nodes = [evaluate(frame, argument) for argument in node.args], list(node.args)
    keywords: dict[str, Value] = {}
    keyword_nodes: dict[str, _ast.AST] = {}
    complete = True
    rest: Value = UNKNOWN
    for argument in node.args[len(positional) :]:  # one by one, where a ``*args`` is among them
        value = evaluate(frame, argument)
        if type(argument) is not _ast.Starred:
            positional.append(value)
            nodes.append(argument)
            continue
        items = _spread(value)
        if items is None:
            complete, rest = False, _each(value) if argument is node.args[-1] else UNKNOWN
            break
        positional.extend(items)
        nodes.extend([argument] * len(items))
    for keyword in node.keywords:
        value = evaluate(frame, keyword.value)
        if keyword.arg is not None:
            keywords[keyword.arg] = value
            keyword_nodes[keyword.arg] = keyword.value
        elif isinstance(value, Mapping) and value.items is not None:
            for name, item in value.items.items():
                keywords[str(name)] = item
        else:
            complete, rest = False, rest if isinstance(_each(value), Traced) else UNKNOWN
    return Arguments(positional, keywords, nodes, keyword_nodes, complete, rest)


def _each(value: Value) -> Value:
    """What each of an unknown number of arguments is like; a key is another each time."""
    inner = value.element if isinstance(value, Container) and value.items is None else UNKNOWN
    return (
        Traced(inner.aval, inner.origin, inner.concrete, inner.staged, inner.evidence)
        if isinstance(inner, Traced)
        else UNKNOWN
    )


def _spread(value: Value) -> list[Value] | None:
    """What ``*value`` hands over one by one: the items of a tuple, the fields of a named one."""
    if isinstance(value, Sequence):
        return value.rows
    if isinstance(value, Instance) and "__iter__" not in value.cls.attributes:
        return fields_of(value)
    return None


def constant_of(value: Value | None) -> object:
    """A Python constant, or a tuple or list of them; None where it isn't known."""
    if isinstance(value, Const):
        return value.value
    if isinstance(value, Sequence) and value.items is not None:
        items = [constant_of(item) for item in value.items]
        return tuple(items)
    return None


CALLERS: dict[type[Value], Caller] = {}  # filled by the rooms, each for its kind of callable


def call_value(frame: Frame, node: _ast.AST, function: Value, arguments: Arguments) -> Value:
    """The result of ``function(...)``; UNKNOWN of what nobody knows how to call."""
    call = CALLERS.get(type(function))
    return UNKNOWN if call is None else call(frame, node, function, arguments)
