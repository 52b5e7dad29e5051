"""Which names edits may leave without a reader, as far as the text before them tells: most leave none."""

from __future__ import annotations

import _ast
import re
from functools import lru_cache

from jaxlint.syntax.nodes import walk
from jaxlint.syntax.parse import parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.text.edit import Edit
    from jaxlint.text.source import Source

    Lines = tuple[int, int]  # first and last

_WORD = re.compile(r"[^\W\d]\w*")
_FUNCTIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef)
_LONGEST = 200  # characters of a string that may name something: an annotation, ``__all__``


def may_lose_their_readers(before: Source, edits: list[Edit], words: set[str]) -> set[str]:
    """Those that are read on edited lines alone, in the file, or in a function that binds them."""
    reads, bindings, functions = _names(before)
    edited = {line for edit in edits for line in _lines_of(before, edit)}
    around = list(dict.fromkeys([scope for line in sorted(edited) for scope in functions.get(line, ())]))
    found = set()
    for word in words:
        lines = reads.get(word, [])
        own = [scope for scope in around if _inside(bindings.get(word, []), scope)]
        parts = [lines, *(_inside(lines, scope) for scope in own)]
        if any(part and edited.issuperset(part) for part in parts):
            found.add(word)
    return found


def read_outside(before: Source, holds: Callable[[int], bool], words: set[str]) -> set[str]:
    """Those of the words that are read on a line that ``holds`` is not true of."""
    reads = _names(before)[0]
    return {word for word in words if not all(map(holds, reads.get(word, ())))}


def _inside(lines: list[int], scope: Lines) -> list[int]:
    return [line for line in lines if scope[0] <= line <= scope[1]]


def _lines_of(before: Source, edit: Edit) -> range:
    return range(before.position(edit.span.start)[0], before.position(edit.span.end)[0] + 1)


@lru_cache(maxsize=64)  # an editor asks it of the same files after each edit
def _names(source: Source) -> tuple[dict[str, list[int]], dict[str, list[int]], dict[int, list[Lines]]]:
    """Name -> the lines that it is read on, and those that it is bound on; line -> the functions around it."""
    reads: dict[str, list[int]] = {}
    bindings: dict[str, list[int]] = {}
    functions: dict[int, list[Lines]] = {}
    for node in walk(parse(source).tree):
        if isinstance(node, _ast.Name):
            (reads if isinstance(node.ctx, _ast.Load) else bindings).setdefault(node.id, []).append(node.lineno)
        elif isinstance(node, _ast.alias):
            bindings.setdefault((node.asname or node.name).partition(".")[0], []).append(node.lineno)
        elif isinstance(node, _ast.Constant) and isinstance(node.value, str) and len(node.value) < _LONGEST:
            for word in _WORD.findall(node.value):
                reads.setdefault(word, []).append(node.lineno)
        elif isinstance(node, _FUNCTIONS):
            scope = node.lineno, node.end_lineno or node.lineno
            for line in range(scope[0], scope[1] + 1):
                functions.setdefault(line, []).append(scope)
    return reads, bindings, functions
