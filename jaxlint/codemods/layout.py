"""New lines as a formatter would set them: black does it, one statement at a time."""

from __future__ import annotations

import ast
import io
import re
import tokenize
from functools import lru_cache

from jaxlint.syntax.nodes import first_line, indent_of, walk
from jaxlint.text.source import Source

_WIDTH = 88
_WIDEST = 120
_CODE = re.compile(r"([^#'\"]*[^#'\"\s])\s*(#.*)?")  # a row without strings, and the comment behind it


@lru_cache(maxsize=8)
def columns(text: str) -> int:
    """How long the lines of a file are: black's 88, or more where its own lines of code are longer."""
    found = [_CODE.fullmatch(row) for row in text.splitlines() if len(row) > _WIDTH]
    return min(max([_WIDTH, *(len(code[1]) for code in found if code)]), _WIDEST)


def laid_out(old: str, new: str, width: int, joins: bool = True) -> str:
    """``new``, with the statements that ``old`` does not have laid out anew where a line of theirs is too long.

    ``joins``: also those on several lines, if black would have left ``old`` as it is.
    """
    if "\r\n" in new:
        return laid_out(old.replace("\r\n", "\n"), new.replace("\r\n", "\n"), width, joins).replace("\n", "\r\n")
    rows, known = new.split("\n"), set(old.split("\n"))
    fresh = {number for number, row in enumerate(rows, 1) if row not in known}
    spread = joins and any(row.endswith(("(", "[", "{", ",")) for row in rows)
    long = {number for number in fresh if _columns_of(rows[number - 1]) > width}
    if "\r" in new or not (long or (fresh and spread)):
        return new
    ends = _starts_of_comments(new) if long else {}
    long = {number for number in long if _columns_of(rows[number - 1][: ends.get(number)].rstrip()) > width}
    parts = [node for node in walk(ast.parse(new)) if isinstance(node, ast.stmt)]
    stable: bool | None = None
    for node in sorted(parts, key=first_line, reverse=True):
        first, last = first_line(node), _last_of_head(node)
        if not fresh.intersection(range(first, last + 1)):
            continue
        wanted = not long.isdisjoint(range(first, last + 1))
        if not wanted and joins and last > first:
            stable = _set(old, width) == old if stable is None else stable
            wanted = stable
        if wanted:
            rows[first - 1 : last] = _statement(node, rows[first - 1 : last], width)
    return "\n".join(rows)


def _starts_of_comments(text: str) -> dict[int, int]:
    """The columns where comments begin, by line."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.start[0]: token.start[1] for token in tokens if token.type == tokenize.COMMENT}


def _last_of_head(node: ast.stmt) -> int:
    """The last line of a statement, or of what stands above its body."""
    body = getattr(node, "body", None)
    if not body:
        return node.end_lineno or node.lineno
    return first_line(body[0]) - 1  # before the statement itself, if both share a line


def _statement(node: ast.stmt, rows: list[str], width: int) -> list[str]:
    """The rows of one, as they were where they can't be taken by themselves."""
    indent = indent_of(rows[0]) if rows else ""
    if not all(row.startswith(indent) or not row.strip() for row in rows) or _holds_text(node, len(rows)):
        return rows
    below = ["    pass"] if getattr(node, "body", None) else []
    text = "\n".join([row[len(indent) :] for row in rows] + below) + "\n"
    enclosed = _enclosed(text)
    made = None if enclosed is None else _set(enclosed, width - _columns_of(indent))
    if made is None:
        return rows
    fresh = made.rstrip("\n").split("\n")
    kept = fresh[: len(fresh) - len(below)]
    if "\t" in indent:
        kept = [f"{indent_of(row).replace('    ', chr(9))}{row.lstrip(' ')}" for row in kept]
    return [f"{indent}{row}" if row else row for row in kept]


def _columns_of(row: str) -> int:
    """A tab is as wide as a step of indentation."""
    return len(row.expandtabs(4))


@lru_cache(maxsize=8)  # several statements share a line
def _enclosed(text: str) -> str | None:
    """A bare tuple in the parentheses that break it at its commas; None for more, or less, than one statement."""
    try:
        (statement,) = ast.parse(text).body
    except (SyntaxError, ValueError):
        return None  # it shares a line with another
    source = Source("<new>", text)
    value = getattr(statement, "value", None)
    if not isinstance(value, ast.Tuple) or not value.elts or value.col_offset < value.elts[0].col_offset:
        return text
    span = source.span(value)
    return f"{text[: span.start]}({text[span.start : span.end]}){text[span.end :]}"


def _holds_text(node: ast.stmt, rows: int) -> bool:
    """A string on several lines of its first rows: its indentation says something."""
    parts = [part for part in walk(node) if isinstance(part, (ast.Constant, ast.JoinedStr))]
    return any(part.lineno != part.end_lineno and part.lineno < first_line(node) + rows for part in parts)


def _set(text: str, width: int) -> str | None:
    """None for a text that black does not read."""
    from black import Mode, format_str
    from black.parsing import InvalidInput

    try:
        return format_str(text, mode=Mode(line_length=max(width, 1), string_normalization=False))
    except InvalidInput:
        return None
