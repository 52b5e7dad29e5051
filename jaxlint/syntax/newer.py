"""Python newer than the one that runs us: the same program, written so that the older parser reads it.

Every node keeps its line and column.  What an older Python has no syntax for is overwritten, byte by byte, by a
stand-in of the same extent (`def f[T](x)` by `def f   (x)`, an f-string by a tuple of what it formats), and after
parsing the stand-ins are replaced by the nodes that were meant.  libcst reads the newer syntax.
"""

from __future__ import annotations

import _ast
import re
from bisect import bisect_right

import libcst as cst
from libcst.metadata import ByteSpanPositionProvider, MetadataWrapper

from jaxlint.syntax.formatted import Field, at, fields_of, joined, pieces_of, strings_of
from jaxlint.syntax.nodes import walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from jaxlint.syntax.formatted import Piece

    Place = tuple[int, int]  # line and column of an ast node

_BLANK = ord(" ")
_LINE_ENDS = b"\r\n"
_SPELLED_OUT = (cst.Name, cst.Attribute, cst.Call, cst.Subscript)


class NotRead(Exception):
    """``by_libcst``: there is a newer Python that reads it, but no older way to write it in as many bytes."""

    def __init__(self, *, by_libcst: bool = False) -> None:
        super().__init__()
        self.by_libcst = by_libcst


def parse_newer(text: str, parse: Callable[[str], _ast.Module]) -> _ast.Module:
    """The tree of ``text`` by way of ``parse``, the older parser.  Raise NotRead."""
    try:
        module = cst.parse_module(text)
    except (cst.ParserSyntaxError, cst.CSTValidationError, RecursionError):
        raise NotRead from None
    except Exception:  # libcst fails on some texts that it should read, as on a template string in a concatenation
        raise NotRead(by_libcst=True) from None
    if module.code != text:  # libcst drops form feeds: its places are not those of the text
        raise NotRead(by_libcst=True)
    try:
        standing_in = _StandIns(module)
        MetadataWrapper(module, unsafe_skip_copy=True).visit(standing_in)
        tree = parse(standing_in.bytes.decode())
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise NotRead(by_libcst=True) from None
    standing_in.put_right(tree)
    return tree


class _StandIns(cst.CSTVisitor):
    """Writes the stand-ins into ``bytes``, and remembers which node of the older tree stands for what."""

    METADATA_DEPENDENCIES = (ByteSpanPositionProvider,)

    def __init__(self, module: cst.Module) -> None:
        super().__init__()
        self.bytes = bytearray(module.code.encode())
        self._module = module
        self._starts = [match.end() for match in re.finditer(rb"\A|\r\n|\r|\n", self.bytes)]
        self._texts: dict[Place, list[Piece]] = {}  # by the tuple that stands for a formatted string
        self._sums: set[Place] = set()  # that stand for the exceptions of a handler
        self._unpacking: set[tuple[type, Place]] = set()  # comprehensions, by where their element stands
        self._parts: set[cst.CSTNode] = set()  # strings that were seen to with the one that they are a part of

    def put_right(self, tree: _ast.Module) -> None:
        """Replace the nodes that stand for others, the inner ones first."""
        for node in reversed(walk(tree)):
            for name in node._fields:
                value = getattr(node, name, None)
                if isinstance(value, list):
                    value[:] = [self._meant(one) for one in value]
                elif isinstance(value, _ast.expr):
                    setattr(node, name, self._meant(value))
            if isinstance(node, (_ast.ListComp, _ast.SetComp, _ast.GeneratorExp)):
                self._unpack(node)
            elif isinstance(node, _ast.ExceptHandler) and isinstance(node.type, _ast.BinOp):
                node.type = self._tuple(node.type)
        if self._texts or self._sums or self._unpacking:
            raise NotRead(by_libcst=True)

    def _meant(self, node: Any) -> Any:  # noqa: ANN401  any node, and what lists hold beside nodes
        pieces = self._texts.pop(_start(node), None) if isinstance(node, _ast.Tuple) else None
        return node if pieces is None else joined(pieces, node)

    def _tuple(self, node: _ast.BinOp) -> _ast.expr:
        if _start(node) not in self._sums:
            return node
        self._sums.remove(_start(node))
        elements, left = [node.right], node.left
        while isinstance(left, _ast.BinOp):
            elements.append(left.right)
            left = left.left
        return at(node, _ast.Tuple(elts=[left, *elements[::-1]], ctx=_ast.Load()))

    def _unpack(self, node: _ast.ListComp | _ast.SetComp | _ast.GeneratorExp) -> None:
        key = type(node), _start(node.elt)
        if key not in self._unpacking:
            return
        self._unpacking.remove(key)
        target = at(node.elt, _ast.Name(id="_each", ctx=_ast.Store()))
        node.generators.append(_ast.comprehension(target=target, iter=node.elt, ifs=[], is_async=0))
        node.elt = at(node.elt, _ast.Name(id="_each", ctx=_ast.Load()))

    # Where what stands

    def _span(self, node: cst.CSTNode) -> tuple[int, int]:
        span = self.get_metadata(ByteSpanPositionProvider, node)
        return span.start, span.start + span.length

    def _place(self, offset: int) -> Place:
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1]

    def _blank(self, start: int, end: int) -> None:
        for index in range(start, end):
            if self.bytes[index] not in _LINE_ENDS:
                self.bytes[index] = _BLANK

    def _blank_logical_line(self, start: int, end: int) -> None:
        """Where no bracket is open any more, so that a line has to say that it goes on in the next."""
        self._blank(start, end)
        for index in range(start, end - 1):
            if self.bytes[index] == _BLANK and self.bytes[index + 1] in _LINE_ENDS:
                self.bytes[index] = ord("\\")

    # Type parameters and aliases

    def visit_TypeParameters(self, node: cst.TypeParameters) -> None:
        self._blank_logical_line(*self._span(node))

    def leave_TypeAlias(self, original_node: cst.TypeAlias) -> None:
        start, _ = self._span(original_node)
        name = original_node.name.value.encode()
        _, named = self._span(original_node.name)
        end = self.bytes.index(b"=", named)
        self._blank_logical_line(start, end)
        self.bytes[start : start + len(name)] = name

    # Exceptions without parentheses: a sum stands for the tuple

    def visit_ExceptHandler(self, node: cst.ExceptHandler) -> None:
        self._caught(node.type)

    def visit_ExceptStarHandler(self, node: cst.ExceptStarHandler) -> None:
        self._caught(node.type)

    def _caught(self, kinds: cst.BaseExpression | None) -> None:
        if not isinstance(kinds, cst.Tuple) or kinds.lpar:
            return
        ends = []
        for element in kinds.elements:
            if not isinstance(element.value, _SPELLED_OUT):
                raise NotRead(by_libcst=True)
            ends.append(self._span(element.value)[1])
        for end in ends[:-1]:
            self.bytes[self.bytes.index(b",", end)] = ord("+")
        self._sums.add(self._place(self._span(kinds)[0]))

    # Imports that wait

    def visit_LazyImport(self, node: cst.LazyImport) -> None:
        self._eager(node, node.whitespace_after_lazy, b"import")

    def visit_LazyImportFrom(self, node: cst.LazyImportFrom) -> None:
        self._eager(node, node.whitespace_after_lazy, b"from")

    def _eager(self, node: cst.CSTNode, between: cst.SimpleWhitespace, word: bytes) -> None:
        start, _ = self._span(node)
        length = len("lazy") + len(between.value) + len(word)
        if "\n" in between.value or "\r" in between.value:
            raise NotRead(by_libcst=True)
        self.bytes[start : start + length] = word.ljust(length)

    # Comprehensions that unpack: one more `for` does it

    def visit_ListComp(self, node: cst.ListComp) -> None:
        self._unpacks(node.elt, _ast.ListComp)

    def visit_SetComp(self, node: cst.SetComp) -> None:
        self._unpacks(node.elt, _ast.SetComp)

    def visit_GeneratorExp(self, node: cst.GeneratorExp) -> None:
        self._unpacks(node.elt, _ast.GeneratorExp)

    def _unpacks(self, element: cst.BaseExpression, kind: type) -> None:
        if not isinstance(element, cst.StarredElement):
            return
        star, _ = self._span(element)
        self.bytes[star] = ord(" ")
        self._unpacking.add((kind, self._place(self._span(element.value)[0])))

    # Formatted strings: a tuple of what they format stands for them

    def visit_ConcatenatedString(self, node: cst.ConcatenatedString) -> None:
        self._text(node)

    def visit_FormattedString(self, node: cst.FormattedString) -> None:
        self._text(node)

    def visit_TemplatedString(self, node: cst.TemplatedString) -> None:
        self._text(node)

    def _text(self, node: cst.BaseString) -> None:
        if node in self._parts:
            return
        pieces = pieces_of(node)
        self._parts.update(strings_of(node))
        if not any(isinstance(one, Field) for one in pieces) and isinstance(node, cst.ConcatenatedString):
            return
        start, end = self._span(node)
        kept = [self._field(one) for one in fields_of(pieces)]
        edge = start
        for first, last in kept:
            self._blank(edge, first)
            self.bytes[last] = ord(",")
            edge = last + 1
        self._blank(edge, end)
        self.bytes[start], self.bytes[end - 1] = b"()"
        self._texts[self._place(start)] = pieces

    def _field(self, field: Field) -> tuple[int, int]:
        """From where to where the expression is written, parentheses of its own counted."""
        start, _ = self._span(field.node)
        before = self._written(field.node.whitespace_before_expression)
        first = start + 1 + before
        return first, first + self._written(field.node.expression)

    def _written(self, node: cst.CSTNode) -> int:
        """In bytes."""
        return len(self._module.code_for_node(node).encode())


def _start(node: _ast.expr) -> Place:
    return node.lineno, node.col_offset
