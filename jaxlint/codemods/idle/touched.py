"""What edits touch of a text: its imports and the statements around the edits; all else is blank, each in its place."""

from __future__ import annotations

import _ast
import re
from bisect import bisect_left
from functools import lru_cache

from jaxlint.syntax.nodes import first_line, walk
from jaxlint.syntax.parse import parse
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.text.source import Source

_WRITTEN = re.compile(r"[^\r\n]")
_DEFINITIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef)
_IMPORTS = (_ast.Import, _ast.ImportFrom)


class Touched:
    """``text``: what ``made`` lead to, with blanks for what is far from them: an offset in it is one in the whole."""

    __slots__ = ("_before", "_blocks", "text")

    def __init__(self, before: Source, made: list[Edit]) -> None:
        text, blank, blocks = _blocks(before)
        ends = [block.end for block in blocks]
        near: dict[Span, None] = {}
        for edit in made:
            for block in blocks[bisect_left(ends, edit.span.start) :]:
                if block.start > edit.span.end:
                    break
                near[block] = None
        self._before = before
        self._blocks = list(near)
        shown = apply_edits(blank, [Edit(block, text[block.start : block.end]) for block in near])
        self.text = apply_edits(shown, made)

    def holds(self, line: int) -> bool:
        """Does a line of the text before stand in what is shown, beside the imports?"""
        start = self._before.starts[line - 1]
        return any(block.start <= start < block.end for block in self._blocks)


@lru_cache(maxsize=4)
def _blocks(source: Source) -> tuple[str, str, list[Span]]:
    """The text; the same with its imports alone; and where the statements at its top stand, as whole lines."""
    lines: list[tuple[int, int]] = []
    imports: set[int] = set()
    for statement in parse(source).tree.body:
        first, last = first_line(statement), statement.end_lineno or statement.lineno
        if lines and first <= lines[-1][1]:
            first, last = lines[-1][0], max(last, lines.pop()[1])
        lines.append((first, last))
        if not isinstance(statement, _DEFINITIONS) and any(isinstance(one, _IMPORTS) for one in walk(statement)):
            imports.add(first)
    starts = [*source.starts, len(source.text)]
    spans = {first: Span(starts[first - 1], starts[last]) for first, last in lines}
    text = source.text
    kept = [Edit(span, text[span.start : span.end]) for first, span in spans.items() if first in imports]
    return text, apply_edits(_WRITTEN.sub(" ", text), kept), list(spans.values())
