"""Imports that a fix leaves without a use."""

from __future__ import annotations

import _ast
import os
import re
import sys
from functools import lru_cache

from jaxlint.syntax.nodes import walk
from jaxlint.syntax.parse import NotParsed, parse
from jaxlint.text.edit import Edit
from jaxlint.text.source import Source
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection

_WORD = re.compile(r"[^\W\d]\w*")
_NAME = re.compile(r"(?<![\w.])[^\W\d]\w*")  # no attribute
_IMPORT_LINE = re.compile(r"^[ \t]*(?:import|from)\b.*", re.MULTILINE)
_SEMICOLON = re.compile(r"[ \t]*;[ \t]*(?=[^\s#])")
_FUNCTIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef)


def idle_imports(
    before: Source, after: str, shown: str | None = None, words: set[str] | None = None, elsewhere: Collection[str] = ()
) -> list[Edit]:
    """Edits of ``after`` that take away the imports, at the top and in functions, that only ``before`` made use of.

    ``shown``: the part of it that is looked at, each word in its place; ``elsewhere``: words that the rest reads.
    ``words``: those that may have gone, where that is known.  What a package imports for others stays, as does a line
    with a comment.
    """
    shown = after if shown is None else shown
    imported = {word for line in _IMPORT_LINE.findall(shown) for word in _WORD.findall(line)}
    gone = imported if words is None else imported & words
    if not gone or os.path.basename(before.path) == "__init__.py":
        return []
    try:
        (used_before, once), new = _uses(before), parse(Source(before.path, shown)).tree
    except NotParsed:
        return []
    whole = Source(before.path, after)
    idle = (gone & used_before) - _used(new) - set(elsewhere)
    edits = [_without(whole, statement, idle) for statement in new.body if idle]
    for name, (imports, used) in _used_by_function(new).items():
        inner = (gone & once.get(name, ([], set()))[1]) - used
        edits += [_without(whole, one, inner) for one in imports if inner]
    return [edit for edit in dict.fromkeys(edits) if edit is not None]  # a function inside another says it again


@lru_cache(maxsize=4)
def _uses(before: Source) -> tuple[set[str], dict[str, tuple[list[_ast.stmt], set[str]]]]:
    """The names that are read, in all and by function."""
    tree = parse(before).tree
    return _used(tree), _used_by_function(tree)


def _used_by_function(tree: _ast.Module) -> dict[str, tuple[list[_ast.stmt], set[str]]]:
    """Of the functions of one name: imports that may go, and the names that are read."""
    found: dict[str, tuple[list[_ast.stmt], set[str]]] = {}
    for node in walk(tree):
        if isinstance(node, _FUNCTIONS):
            own = [one for below in walk(node) for one in _imports_beside_others(below)]
            if own:
                imports, used = found.setdefault(node.name, ([], set()))
                imports += [one for one in own if one not in imports]
                used |= _used(node)
    return found


def _imports_beside_others(node: _ast.AST) -> list[_ast.stmt]:
    bodies = [getattr(node, field, None) for field in ("body", "orelse", "finalbody")]
    lists = [body for body in bodies if isinstance(body, list) and len(body) > 1]
    return [one for body in lists for one in body if isinstance(one, (_ast.Import, _ast.ImportFrom))]


def words_gone(before: str, edits: list[Edit]) -> set[str]:
    """Words that edits take from a text, at one place at least; as an attribute, a word is no name any more."""
    old = {word for edit in edits for word in _WORD.findall(before[edit.span.start : edit.span.end])}
    return old - {word for edit in edits if edit.span.start < edit.span.end for word in _NAME.findall(edit.replacement)}


def _used(tree: _ast.AST) -> set[str]:
    """Names that are read, and words of strings: annotations, ``__all__``."""
    found = set()
    for node in walk(tree):
        if isinstance(node, _ast.Name):
            found.add(node.id)
        elif isinstance(node, _ast.Constant) and isinstance(node.value, str) and len(node.value) < 200:
            found.update(_WORD.findall(node.value))
    return found


def _without(source: Source, statement: _ast.stmt, idle: set[str]) -> Edit | None:
    if isinstance(statement, _ast.ImportFrom):
        if statement.level or not _is_library(statement.module or ""):
            return None
        head = f"from {statement.module} import "
    elif isinstance(statement, _ast.Import):
        head = "import "
    else:
        return None
    kept = [alias for alias in statement.names if not _is_idle(statement, alias, idle)]
    if len(kept) == len(statement.names):
        return None
    span = source.span(statement)
    line, _ = source.position(span.start)
    whole = source.line(line).rstrip("\r\n")
    rest = _SEMICOLON.match(source.text, span.end)
    if rest is not None and not kept and not source.line(line)[: span.start - source.starts[line - 1]].strip():
        return Edit(Span(span.start, rest.end()), "")
    if source.text[span.start : span.end] != whole.lstrip(" \t"):
        return None  # a comment, or more on the line, or several of them
    if kept:
        names = [alias.name + (f" as {alias.asname}" if alias.asname else "") for alias in kept]
        return Edit(span, head + ", ".join(names))
    starts, end = source.starts, len(source.text)
    low, high = starts[line - 1], starts[line] if line < len(starts) else end
    opens = whole != whole.lstrip() and source.line(line - 1).rstrip().endswith(":")
    alone = (_is_blank(source, line - 1) or opens) and _is_blank(source, line + 1)
    if alone and line < len(starts):  # its section went with it
        high = starts[line + 1] if line + 1 < len(starts) else end
    return Edit(Span(low, high), "")


def _is_blank(source: Source, line: int) -> bool:
    return not 1 <= line <= len(source.starts) or not source.line(line).strip()


def _is_idle(statement: _ast.stmt, alias: _ast.alias, idle: set[str]) -> bool:
    name = alias.name if isinstance(statement, _ast.Import) else f"{statement.module}."  # type: ignore[attr-defined]
    return (alias.asname or alias.name.partition(".")[0]) in idle and _is_library(name)


def _is_library(name: str) -> bool:
    """Nobody imports it for what happens then, or from here."""
    top = name.partition(".")[0]
    return top in sys.stdlib_module_names or top in ("jax", "numpy", "scipy")
