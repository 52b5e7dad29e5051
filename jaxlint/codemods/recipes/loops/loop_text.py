"""The body of a loop as the body of a function: its own lines, some statements said differently."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.wording.lifting import spans_lines
from jaxlint.syntax.nodes import first_line, walk

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site


def lines_of(site: Site, body: list[ast.stmt], header: ast.AST, said: dict[ast.stmt, str]) -> str:
    """Statements at indentation zero with the comments between them; ``said``: new text for some of them.

    ``header``: what stands before them; the comments below it are theirs.
    """
    if not body:
        return ""
    _check_strings(body)
    above: int = header.end_lineno  # type: ignore[attr-defined]
    if body[0].lineno == above:  # a one-line suite
        return "\n".join([said.get(statement, site.text(statement)) for statement in body])
    indent = site.module.source.line(body[0].lineno)[: body[0].col_offset]
    if indent.strip():
        raise NoFix("the loop body begins behind other code on its line")
    return "\n".join([_dedented(row, indent) for row in _rows(site, body, said)])


def header_of(loop: ast.For | ast.While) -> ast.expr:
    """What stands between the keyword and the body."""
    return loop.iter if isinstance(loop, ast.For) else loop.test


def _rows(site: Site, body: list[ast.stmt], said: dict[ast.stmt, str]) -> list[str]:
    source = site.module.source
    first, last = first_line(body[0]), body[-1].end_lineno or 0
    while _is_comment(source.line(first - 1)):
        first -= 1
    start = source.starts[first - 1]
    end = source.starts[last - 1] + len(source.line(last))
    text = source.text
    for node in sorted(said, key=lambda node: source.span(node), reverse=True):
        span = source.span(node)
        if start <= span.start and span.end <= end:
            text = text[: span.start] + said[node] + text[span.end :]
            end += len(said[node]) - (span.end - span.start)
    return text[start:end].splitlines()


def _is_comment(row: str) -> bool:
    return row.strip().startswith("#")


def _dedented(row: str, indent: str) -> str:
    """Comments, and what brackets hold, may stand further to the left."""
    return row[len(indent) :] if row.startswith(indent) else row.lstrip()


def _check_strings(body: list[ast.stmt]) -> None:
    """A string over several lines would change with the indentation."""
    if any(spans_lines(part) for statement in body for part in walk(statement)):
        raise NoFix("the loop body contains a string that spans several lines")
