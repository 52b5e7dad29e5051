"""The stretch of a file that libcst gets to see: an outermost function, or a module-level statement."""

from __future__ import annotations

import _ast
from functools import lru_cache

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from jaxlint.codemods.concrete import NotRead, concrete
from jaxlint.syntax.nodes import first_line, indent_of
from jaxlint.text.source import line_starts
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from libcst.metadata import CodeRange

    from jaxlint.syntax.module import Module

_FUNCTIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef)


class Segment:
    """Whole lines of a module as a libcst tree; ``offset`` + an offset in ``tree.code`` is an offset in the file."""

    __slots__ = ("_positions", "_starts", "offset", "text", "tree", "unit")

    def __init__(self, tree: cst.Module, text: str, offset: int, unit: str) -> None:
        self.tree = tree
        self.text = text
        self.offset = offset
        self.unit = unit  # one step of indentation, as the file makes it
        self._starts = line_starts(text)
        positions = MetadataWrapper(tree, unsafe_skip_copy=True).resolve(PositionProvider)
        self._positions: Mapping[cst.CSTNode, CodeRange] = positions

    def span(self, node: cst.CSTNode) -> Span:
        """Where a node stands in the segment's text, its own parentheses and comments not counted."""
        found = self._positions[node]
        starts = self._starts
        return Span(
            starts[found.start.line - 1] + found.start.column,
            starts[found.end.line - 1] + found.end.column,
        )

    def line_start(self, offset: int) -> int:
        """Offset of the first character of the line that holds ``offset``."""
        return max(self.text.rfind("\n", 0, offset), self.text.rfind("\r", 0, offset)) + 1


def anchor(module: Module, node: _ast.AST) -> _ast.stmt | None:
    """The outermost function around a node, else the module-level statement around it."""
    outer: _ast.AST = node
    above = module.parents.get(node)
    function = None
    while above is not None and not isinstance(above, _ast.Module):
        if isinstance(above, _FUNCTIONS):
            function = above
        outer = above
        above = module.parents.get(above)
    found = function or outer
    return found if isinstance(found, _ast.stmt) else None


@lru_cache(maxsize=8)
def cut(module: Module, first: _ast.stmt, last: _ast.stmt) -> Segment | None:
    """Parse the lines from statement ``first`` to its sibling ``last``; None where libcst must not, or can't."""
    source = module.source
    top, bottom = _lines(module, first, last)
    start = source.starts[top - 1]
    end = source.starts[bottom] if bottom < len(source.starts) else len(source.text)
    text = source.text[start:end]
    indent = text[: len(text) - len(text.lstrip(" \t"))]
    newline = newline_of(text) or newline_of(source.text) or "\n"
    if not text.endswith(("\n", "\r")):
        text += newline
    header = f"if 1:{newline}" if indent else ""
    try:
        tree = concrete(header + text)
        if tree.code != header + text:
            return None
        return Segment(tree, header + text, start - len(header), module.indent_unit)
    except (NotRead, RecursionError):
        return None


def newline_of(text: str) -> str | None:
    """The first line end of a text."""
    at = text.find("\n")
    if at < 0:
        return None
    return "\r\n" if text[at - 1 : at] == "\r" else "\n"


def _lines(module: Module, first: _ast.stmt, last: _ast.stmt) -> tuple[int, int]:
    """First and last line of the segment; neighbours that share a line through ``;`` come along."""
    top = first_line(first)
    bottom = last.end_lineno or last.lineno
    if module.parents.get(first) is not module.tree:
        return top, _closing_comments(module, last, bottom)
    body = module.tree.body
    low, high = body.index(first), body.index(last)
    while low and (body[low - 1].end_lineno or 0) >= top:
        low -= 1
        top = min(top, body[low].lineno)
    while high + 1 < len(body) and body[high + 1].lineno <= bottom:
        high += 1
        bottom = body[high].end_lineno or bottom
    return top, _closing_comments(module, body[high], bottom)


def _closing_comments(module: Module, last: _ast.stmt, bottom: int) -> int:
    """The last of the comment lines below a statement that stand deeper than it, and so belong to its body."""
    source = module.source
    indent = len(indent_of(source.line(last.lineno)))
    for number in range(bottom + 1, len(source.starts) + 1):
        line = source.line(number)
        if line.strip() and not (line.lstrip().startswith("#") and len(indent_of(line)) > indent):
            break
        bottom = number if line.strip() else bottom
    return bottom
