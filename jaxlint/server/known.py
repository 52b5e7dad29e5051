"""What the tracer knows of the names in a document, worked out when somebody first asks."""

from __future__ import annotations

import _ast

from jaxlint.syntax.nodes import walk
from jaxlint.text.span import Span
from jaxlint.tracing.values.value import Array, Traced, Value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from jaxlint.engine.verdicts import Values
    from jaxlint.server.joined import Layout

_KINDS = (_ast.Name, _ast.Attribute, _ast.Call, _ast.Subscript, _ast.arg)
_SCOPES = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.Lambda)


class Known:
    """Of one text; offsets and spans are those in it."""

    def __init__(self, values: Values, layout: Layout) -> None:
        self.source = layout.source
        self._layout = layout
        self._tree = values.module.tree
        self._value_of = values.value_of

    def at(self, offset: int) -> tuple[_ast.AST, Value | None] | None:
        """The smallest expression around a character."""
        best: tuple[int, _ast.AST] | None = None
        offset = self._layout.outer(offset)
        for node in walk(self._tree):
            if isinstance(node, _KINDS):
                span = self._span(node)
                if span.start <= offset < span.end and (best is None or span.end - span.start < best[0]):
                    best = (span.end - span.start, node)
        return None if best is None else (best[1], self.value(best[1]))

    def value(self, node: _ast.AST) -> Value | None:
        """Of a name that is bound, what it holds where it is read first."""
        found = self._value_of(node)
        name = _bound(node)
        if found is not None or name is None:
            return found
        line = node.lineno  # type: ignore[attr-defined]
        reads = [one for one in self._reads(node, name) if one.lineno >= line and self._value_of(one) is not None]
        return self._value_of(min(reads, key=lambda one: (one.lineno, one.col_offset))) if reads else None

    def bound(self) -> Iterator[tuple[_ast.AST, Value]]:
        """Parameters and names that are assigned to, with what they hold; but nobody reads ``_``."""
        for node in walk(self._tree):
            if _bound(node) not in (None, "_"):
                value = self.value(node)
                if value is not None:
                    yield node, value

    def span(self, node: _ast.AST) -> Span | None:
        """None where it is in another text of the file."""
        return self._layout.inner(self._span(node))

    def _span(self, node: _ast.AST) -> Span:
        """Of a parameter without its annotation."""
        span = self._layout.whole.span(node)
        return Span(span.start, span.start + len(node.arg)) if isinstance(node, _ast.arg) else span

    def text(self, node: _ast.AST) -> str:
        span = self._span(node)
        return " ".join(self._layout.whole.text[span.start : span.end].split())

    def _reads(self, node: _ast.AST, name: str) -> Iterator[_ast.Name]:
        """In the innermost function around it."""
        whole = self._layout.whole
        start = whole.span(node).start
        around = [one for one in walk(self._tree) if isinstance(one, _SCOPES) and whole.span(one).covers(start)]
        home = max(around, key=lambda one: whole.span(one).start, default=self._tree)
        for one in walk(home):
            if isinstance(one, _ast.Name) and isinstance(one.ctx, _ast.Load) and one.id == name:
                yield one


def told(value: Value | None) -> str:
    """As ``jaxlint trace`` says it, in short."""
    if value is None:
        return "not reached"
    said = repr(value).removesuffix(" ?[...]")
    if isinstance(value, (Array, Traced)) and value.aval.kind == "k":  # any other one is concrete
        said = said.removeprefix("concrete ").removesuffix("[...]").removesuffix("[]")
    return said


def _bound(node: _ast.AST) -> str | None:
    if isinstance(node, _ast.arg):
        return node.arg
    return node.id if isinstance(node, _ast.Name) and isinstance(node.ctx, _ast.Store) else None
