"""The user's own lines, lifted out of their place to stand in another."""

from __future__ import annotations

import ast

from jaxlint.codemods.no_fix import NoFix
from jaxlint.codemods.recipes.analysis.bindings import body_of
from jaxlint.codemods.recipes.wording.quote import placed
from jaxlint.codemods.recipes.wording.wording import spliced
from jaxlint.syntax.nodes import executed, first_line, indent_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site

_STRING = "a change of indentation would change a multi-line string"


def lifted(site: Site, statements: list[ast.stmt]) -> str:
    """Statements with their comments, at indentation zero."""
    if any(spans_lines(part) for part in executed(statements)):
        raise NoFix(_STRING)
    return "\n".join(_run(site, run) for run in _runs(site, statements))


def flush(site: Site, node: ast.expr | ast.stmt) -> str:
    """A node whose further lines are indented as if its statement began a line."""
    text = site.text(node)
    if "\n" not in text:
        return text
    if any(spans_lines(part) for part in executed([node])):  # type: ignore[list-item]
        raise NoFix(_STRING)
    return _dedented(text, indentation(site, node))


def respelled(site: Site, statement: ast.stmt, parts: dict[ast.AST, str]) -> str:
    """A statement at indentation zero with some nodes below it said differently."""
    if any(spans_lines(part) for part in executed([statement])):
        return spliced(site, statement, parts)
    source, indent = site.module.source, indentation(site, statement)
    pieces, at = [], source.span(statement).start
    for part in sorted(parts, key=lambda part: source.span(part)):
        span = source.span(part)
        pieces += [_dedented(source.text[at : span.start], indent), placed(site, part, parts[part])]
        at = span.end
    return "".join([*pieces, _dedented(source.text[at : source.span(statement).end], indent)])


def argument(site: Site, node: ast.expr) -> str:
    """The text fit for an argument, which a walrus and ``a, b`` are not without parentheses."""
    text = flush(site, node)
    bare = isinstance(node, ast.Tuple) and not _is_enclosed(text)
    return f"({text})" if bare or isinstance(node, ast.NamedExpr) else text


def _is_enclosed(text: str) -> bool:
    """Is the first parenthesis closed by the last?"""
    try:
        ast.parse(f"({text[1:-1]}\n)", mode="eval")
    except SyntaxError:
        return False
    return text.endswith(")")


def indentation(site: Site, node: ast.AST) -> str:
    """What stands before the statement around a node."""
    statement = site.module.statement_of(node)
    return indent_of(site.module.source.line(statement.lineno)) if statement is not None else ""


def hanging(site: Site, node: ast.expr) -> str:
    """What stands before the first of the node's own lines."""
    return indent_of(site.module.source.line(node.lineno))


def _dedented(text: str, indent: str) -> str:
    first, *rest = text.replace("\r\n", "\n").split("\n")
    return "\n".join([first, *(_without(row, len(indent)) for row in rest)])


def _without(row: str, width: int) -> str:
    return row[min(width, len(indent_of(row))) :]


def spans_lines(node: ast.AST) -> bool:
    """A string of several lines would change with its indentation."""
    text = isinstance(node, ast.JoinedStr) or (isinstance(node, ast.Constant) and isinstance(node.value, (str, bytes)))
    return text and node.lineno != node.end_lineno  # type: ignore[attr-defined]


def _runs(site: Site, statements: list[ast.stmt]) -> list[list[ast.stmt]]:
    """Neighbours in one body, together."""
    runs: list[list[ast.stmt]] = []
    for node in statements:
        body = body_of(site, node)
        last = runs[-1][-1] if runs else None
        if last is not None and last in body and body.index(node) == body.index(last) + 1:
            runs[-1].append(node)
        else:
            runs.append([node])
    return runs


def _run(site: Site, run: list[ast.stmt]) -> str:
    source = site.module.source
    first, last = first_line(run[0]), run[-1].end_lineno or run[-1].lineno
    indent = indent_of(source.line(first))
    end = source.span(run[-1]).end
    tail = source.text[end : source.starts[last] if last < len(source.starts) else len(source.text)].strip()
    shares = source.offset(run[0].lineno, run[0].col_offset) != source.starts[run[0].lineno - 1] + len(indent)
    if (shares and first == run[0].lineno) or (tail and not tail.startswith("#")):
        return "\n".join(_dedented(site.text(node), indent) for node in run)
    rows = [_without(source.line(number), len(indent)) for number in range(first, last + 1)]
    rows = [row if row.strip() else "" for row in rows]
    if is_elif(site, run[0]):
        rows[0] = rows[0].removeprefix("el")
    return "\n".join([*_comments_above(site, first), *rows])


def _comments_above(site: Site, first: int) -> list[str]:
    """Those of the statement that begins in this line, with the empty lines between them and it."""
    rows: list[str] = []
    row = site.module.source.line(first - 1).strip() if first > 1 else "code"
    while not row or row.startswith("#"):
        first -= 1
        rows.insert(0, row)
        row = site.module.source.line(first - 1).strip() if first > 1 else "code"
    while rows and not rows[0]:
        del rows[0]
    return rows


def is_elif(site: Site, node: ast.stmt) -> bool:
    return isinstance(node, ast.If) and site.module.source.line(node.lineno).lstrip().startswith("elif")


def lines_between(site: Site, first: ast.stmt, node: ast.stmt) -> str:
    """The lines from the start of a statement to another inside it, at indentation zero."""
    if any(spans_lines(part) for part in executed([first])):
        raise NoFix(_STRING)
    source = site.module.source
    return "\n".join(_without(source.line(row), first.col_offset) for row in range(first.lineno, node.lineno))
