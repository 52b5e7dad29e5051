"""The stretch of a file that libcst gets to see: statements on lines of their own."""

from __future__ import annotations

import _ast
from bisect import bisect_left
from functools import lru_cache

import libcst as cst
from libcst.metadata import MetadataWrapper, PositionProvider

from jaxlint.codemods.concrete import NotRead, concrete
from jaxlint.codemods.layout import columns, laid_out
from jaxlint.syntax.nodes import first_line, indent_of
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.source import line_starts
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from libcst.metadata import CodeRange

    from jaxlint.codemods.target import Target
    from jaxlint.syntax.module import Module
    from jaxlint.text.source import Source

    Stretch = tuple[_ast.stmt, _ast.stmt]


class Segment:
    """Whole lines of a module as a libcst tree; ``offset`` + an offset in ``tree.code`` is an offset in the file."""

    __slots__ = ("_positions", "_starts", "offset", "text", "tree", "unit", "width")

    def __init__(self, tree: cst.Module, text: str, offset: int, unit: str, width: int) -> None:
        self.tree = tree
        self.text = text
        self.offset = offset
        self.unit = unit  # one step of indentation, as the file makes it
        self.width = width  # columns of its lines
        self._starts = line_starts(text)
        positions = MetadataWrapper(tree, unsafe_skip_copy=True).resolve(PositionProvider)
        self._positions: Mapping[cst.CSTNode, CodeRange] = positions

    def span(self, node: cst.CSTNode) -> Span:
        """Where a node stands in the segment's text, its own parentheses and comments not counted."""
        found = self._positions[node]
        starts = self._starts
        return Span(starts[found.start.line - 1] + found.start.column, starts[found.end.line - 1] + found.end.column)

    def difference(self, text: str, target: Target) -> Edit:
        """What turns the segment's text into another: in the target's place, and as much more as differs; of statements
        whole lines, where they have these to themselves.
        """
        low, high = target.start, target.end
        if target.run:
            below, above = self.text.rfind("\n", 0, low) + 1, self.text.find("\n", high) + 1
            low = low if self.text[below:low].strip() else below
            high = high if self.text[high:above].partition("#")[0].strip() else above
        return self._difference(text, low, high)

    def laid_out(self, edits: list[Edit]) -> list[Edit]:
        """The same edits of the file, or one where they make lines that a formatter would set anew."""
        text = apply_edits(self.text, edits)
        fresh = laid_out(self.text, text, self.width)
        if fresh != text:
            low, high = min(edit.span.start for edit in edits), max(edit.span.end for edit in edits)
            edits = [self._difference(fresh, low, high)]
        shift = self.offset
        return [Edit(Span(edit.span.start + shift, edit.span.end + shift), edit.replacement) for edit in edits]

    def _difference(self, text: str, low: int, high: int) -> Edit:
        old = self.text
        while not text.startswith(old[:low]):
            low -= 1
        while not text[low:].endswith(old[high:]):
            high += 1
        return Edit(Span(low, high), text[low : len(text) - len(old[high:])])


def stretch(module: Module, nodes: Sequence[_ast.AST]) -> Stretch | None:
    """First and last of the sibling statements that libcst has to see: those around an expression, or a run of them.

    A run brings what stands before and after it, which says whether it is all that its body holds.  Statements that
    share a line with others, or with what is around them, can't be read by themselves.
    """
    first, last = module.statement_of(nodes[0]), module.statement_of(nodes[-1])
    beside = 1 if isinstance(nodes[0], _ast.stmt) else 0
    while first is not None and last is not None:
        body = _body_of(module, first)
        low, high = _index(body, first), _index(body, last)
        if low is None or high is None:
            return None
        within = module.parents.get(first) is not module.tree
        low, high = _whole_lines(body, low - beside if within else low, high + beside if within else high)
        if not within or _stands_alone(module, body[low]):
            return body[low], body[high]
        parent = module.parents.get(first)
        first = last = None if parent is None else module.statement_of(parent)
        beside = 0
    return None


def _body_of(module: Module, statement: _ast.stmt) -> list[_ast.stmt]:
    """The list of statements that holds one."""
    parent = module.parents.get(statement)
    bodies = [getattr(parent, field, None) for field in ("body", "orelse", "finalbody")]
    return next((one for one in bodies if isinstance(one, list) and _index(one, statement) is not None), [])


def _index(body: list[_ast.stmt], statement: _ast.stmt) -> int | None:
    at = bisect_left(body, (statement.lineno, statement.col_offset), key=lambda one: (one.lineno, one.col_offset))
    return at if at < len(body) and body[at] is statement else None


def _whole_lines(body: list[_ast.stmt], low: int, high: int) -> tuple[int, int]:
    """Neighbours that share a line through ``;`` come along."""
    low, high = max(low, 0), min(high, len(body) - 1)
    while low and (body[low - 1].end_lineno or 0) >= first_line(body[low]):
        low -= 1
    while high + 1 < len(body) and first_line(body[high + 1]) <= (body[high].end_lineno or 0):
        high += 1
    return low, high


def _stands_alone(module: Module, statement: _ast.stmt) -> bool:
    """Not behind the colon of what is around it, nor an ``elif``, which is no statement of its own."""
    line = module.source.line(first_line(statement))
    own = line[: statement.col_offset] if first_line(statement) == statement.lineno else ""
    return not own.strip() and not (isinstance(statement, _ast.If) and line.lstrip().startswith("elif"))


def cut(module: Module, first: _ast.stmt, last: _ast.stmt) -> Segment | None:
    """Parse the lines from statement ``first`` to its sibling ``last``; None where libcst must not, or can't."""
    return _cut(module, module.source, first, last)


@lru_cache(maxsize=8)
def _cut(module: Module, source: Source, first: _ast.stmt, last: _ast.stmt) -> Segment | None:
    top, bottom = first_line(first), _closing_comments(module, last, last.end_lineno or last.lineno)
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
        return Segment(tree, header + text, start - len(header), module.indent_unit, columns(source.text))
    except (NotRead, RecursionError):
        return None


def newline_of(text: str) -> str | None:
    """The first line end of a text."""
    at = text.find("\n")
    if at < 0:
        return None
    return "\r\n" if text[at - 1 : at] == "\r" else "\n"


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
