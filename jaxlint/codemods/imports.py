"""Where a new import goes, and what it reads."""

from __future__ import annotations

import _ast

from jaxlint.syntax.module import first_line
from jaxlint.text.edit import Edit
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.syntax.module import Module

_IMPORTS = (_ast.Import, _ast.ImportFrom)
_DEFINITIONS = (_ast.FunctionDef, _ast.AsyncFunctionDef, _ast.ClassDef)


def import_edits(module: Module, wanted: list[tuple[str, str | None]], first: int, newline: str) -> list[Edit]:
    """One insertion with the imports that the module lacks; ``first``: where the earliest mended statement starts."""
    missing = sorted({_line(dotted, alias) for dotted, alias in wanted if not _is_bound(module, dotted, alias)})
    if not missing:
        return []
    at, before, after = _place(module, first, newline)
    return [Edit(Span(at, at), before + newline.join(missing) + after)]


def is_import(edit: Edit) -> bool:
    """An insertion of imports, which several fixes may share."""
    lines = edit.replacement.split()
    return edit.span.start == edit.span.end and bool(lines) and lines[0] == "import"


def merged(edits: list[Edit]) -> Edit:
    """One insertion that brings what several bring at the same place."""
    texts = [edit.replacement for edit in edits]
    first = texts[0]
    body = first.strip("\r\n")
    before, after = first[: first.index(body)], first[first.index(body) + len(body) :]
    newline = "\r\n" if "\r\n" in first else "\n"
    lines = sorted({line for text in texts for line in text.split(newline) if line})
    return Edit(edits[0].span, before + newline.join(lines) + after)


def _line(dotted: str, alias: str | None) -> str:
    return f"import {dotted}" if alias is None or alias == dotted else f"import {dotted} as {alias}"


def _is_bound(module: Module, dotted: str, alias: str | None) -> bool:
    """Is the very import there, at module level and at run time?"""
    return any(
        (name.name, name.asname) == (dotted, None if alias == dotted else alias)
        for statement in module.tree.body
        if isinstance(statement, _ast.Import)
        for name in statement.names
    )


def _place(module: Module, first: int, newline: str) -> tuple[int, str, str]:
    """Offset, and what to write before and after the imports."""
    body = module.tree.body
    text = module.source.text
    if not body:
        return (len(text), "" if not text or text.endswith("\n") else newline, newline)
    anchor = _anchor(module, first)
    if anchor < 0:
        beside = isinstance(body[0], _IMPORTS)
        return (_before_first(module), "", newline if beside else newline + newline)
    line = body[anchor].end_lineno or body[anchor].lineno
    for statement in body[anchor + 1 :]:
        if statement.lineno > line:
            break
        line = statement.end_lineno or statement.lineno
    starts = module.source.starts
    at = starts[line] if line < len(starts) else len(text)
    if at == len(text) and not text.endswith("\n"):
        return at, newline, ""
    if _is_docstring(body[anchor]):
        blank = not module.source.line(line + 1).strip() if line < len(starts) else True
        return at, newline, newline if blank else newline + newline
    return at, "", newline


def _anchor(module: Module, first: int) -> int:
    """Index of the statement after which the imports go: the last import ahead of the code, else the docstring."""
    found = -1
    for index, statement in enumerate(module.tree.body):
        if isinstance(statement, _DEFINITIONS) or module.source.span(statement).end > first:
            break
        if isinstance(statement, _IMPORTS) or (index == 0 and _is_docstring(statement)):
            found = index
    return found if not _is_mended(module, first) else _head(module)


def _is_mended(module: Module, first: int) -> bool:
    """Is the first thing that is mended an import itself?  Then the new one goes above them all."""
    spans = [module.source.span(statement) for statement in module.tree.body if isinstance(statement, _IMPORTS)]
    return any(span.start <= first < span.end for span in spans)


def _head(module: Module) -> int:
    """Index of the last statement that has to come first: the docstring, or an import from ``__future__``."""
    found = -1
    for index, statement in enumerate(module.tree.body):
        if getattr(statement, "module", None) != "__future__" and not (index == 0 and _is_docstring(statement)):
            break
        found = index
    return found


def _is_docstring(statement: _ast.stmt) -> bool:
    value = statement.value if isinstance(statement, _ast.Expr) else None
    return isinstance(value, _ast.Constant) and isinstance(value.value, str)


def _before_first(module: Module) -> int:
    """Above the first statement and the comments that belong to it, but below the head of the file."""
    source = module.source
    statement = module.tree.body[0]
    line = first_line(statement)
    top = line
    while top > 1 and source.line(top - 1).lstrip().startswith("#"):
        top -= 1
    found: int = source.starts[(line if top == 1 else top) - 1]
    return found
