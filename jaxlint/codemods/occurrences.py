"""Where in a segment a node may be that a target means, without a walk through the segment for each target."""

from __future__ import annotations

from bisect import bisect_left

import libcst as cst

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Protocol

    from jaxlint.codemods.target import Target
    from jaxlint.text.span import Span

    class Placed(Protocol):
        """A libcst tree that knows where its nodes stand."""

        tree: cst.Module

        def span(self, node: cst.CSTNode) -> Span: ...


_STATEMENTS = (cst.BaseStatement, cst.BaseSmallStatement)
_ENCLOSED = (cst.Tuple, cst.GeneratorExp)


class Occurrences:
    """The expressions of a segment by their place; a statement is looked at when a target stands in it."""

    def __init__(self, segment: Placed) -> None:
        self._segment = segment
        self._above: dict[cst.CSTNode, cst.CSTNode] = {}
        self._own: dict[cst.CSTNode, _Own] = {}

    def of(self, target: Target) -> Iterator[cst.CSTNode]:
        """The nodes that a target may mean, the outer before the inner."""
        statement: cst.CSTNode | None = self._segment.tree
        own = None
        while statement is not None:
            own = self._in(statement)
            statement = next((below for below in own.below if holds(self._segment, below, target)), None)
        if own is not None:
            yield from [node for node in own.candidates(target) if isinstance(node, target.twins)]

    def above(self, node: cst.CSTNode) -> list[cst.CSTNode]:
        """What is around a node, from the module down."""
        found: list[cst.CSTNode] = []
        while (parent := self._above.get(node)) is not None:
            found.append(parent)
            node = parent
        return found[::-1]

    def _in(self, statement: cst.CSTNode) -> _Own:
        """What stands in a statement, and in no other below it."""
        if statement not in self._own:
            own = self._own[statement] = _Own(self._segment)
            todo = [statement]
            while todo:
                node = todo.pop()
                children = node.children
                self._above.update(dict.fromkeys(children, node))
                todo += [child for child in reversed(children) if own.takes(child)]
            own.enclosed.sort(key=lambda found: found[0])
        return self._own[statement]


class _Own:
    """The expressions of one statement, and the statements below it."""

    def __init__(self, segment: Placed) -> None:
        self._segment = segment
        self._exact: dict[tuple[int, int], list[cst.CSTNode]] = {}
        self._indexed: dict[int, list[cst.CSTNode]] = {}
        self.enclosed: list[tuple[int, cst.CSTNode]] = []
        self.below: list[cst.CSTNode] = []

    def takes(self, node: cst.CSTNode) -> bool:
        """Note a node; False for one whose parts are another's."""
        if isinstance(node, _STATEMENTS):
            self.below.append(node)
            return False
        if isinstance(node, (cst.BaseExpression, cst.Slice)):
            span = self._segment.span(node)
            self._exact.setdefault((span.start, span.end), []).append(node)
            if isinstance(node, _ENCLOSED):
                self.enclosed.append((span.start, node))
            elif isinstance(node, cst.Subscript):
                self._indexed.setdefault(self._segment.span(node.slice[0]).start, []).append(node)
        return True

    def candidates(self, target: Target) -> Iterator[cst.CSTNode]:
        """By the span of the target, by the parentheses around it, and as an index without any."""
        yield from self._exact.get((target.start, target.end), ())
        if any(kind in _ENCLOSED for kind in target.twins):
            first = bisect_left(self.enclosed, target.start, key=lambda found: found[0])
            last = bisect_left(self.enclosed, target.end, key=lambda found: found[0])
            yield from (node for _, node in self.enclosed[first:last])
        if cst.Subscript in target.twins and cst.Tuple in target.twins:
            yield from self._indexed.get(target.start, ())


def holds(segment: Placed, statement: cst.CSTNode, target: Target) -> bool:
    """Does a target stand in a statement, or in a decorator above it?"""
    span = segment.span(statement)
    if not target.end <= span.end:
        return False
    start = span.start
    for decorator in getattr(statement, "decorators", ()):
        start = min(start, segment.span(decorator).start)
    return start <= target.start
