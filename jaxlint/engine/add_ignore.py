"""``--add-ignore``: a comment at each finding, so that the next run finds nothing."""

from __future__ import annotations

import ast
import tokenize

from jaxlint.diagnostic import Diagnostic, Problem, internal_error
from jaxlint.syntax.directives import Directive, directives
from jaxlint.syntax.parse import parse
from jaxlint.syntax.tokens import tokens
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.text.source import Source

# Before Python 3.12 an f-string is one token.
_STARTS = {getattr(tokenize, name) for name in ("FSTRING_START", "TSTRING_START") if hasattr(tokenize, name)}
_ENDS = {getattr(tokenize, name) for name in ("FSTRING_END", "TSTRING_END") if hasattr(tokenize, name)}


def add_ignores(
    sources: dict[str, Source], diagnostics: list[Diagnostic], reason: str
) -> tuple[dict[str, Source], int, list[Problem]]:
    """The new texts of the files that have findings, how many of these are silenced, and what went wrong."""
    files: dict[str, list[Diagnostic]] = {}
    for one in diagnostics:
        files.setdefault(one.location.path, []).append(one)
    made: dict[str, Source] = {}
    problems: list[Problem] = []
    count = 0
    for path, found in files.items():
        try:
            new = _with_comments(sources[path], found, reason)
            if new is None:
                problems.append(Problem(path, "no comments added: they would change the program"))
                continue
        except Exception as error:
            problems.append(internal_error(path, "--add-ignore", error))
            continue
        made[path] = new
        count += len(found)
    return made, count, problems


def _with_comments(source: Source, found: list[Diagnostic], reason: str) -> Source | None:
    """None where the file would not be the same program."""
    places = _Places(source)
    codes: dict[int, set[str]] = {}  # by the line that a comment goes to the end of; negative: above that line
    for one in found:
        codes.setdefault(places.of(one), set()).add(one.code)
    written = {line: one for one in directives(source).all if (line := _own_line(one)) is not None}
    edits = [_edit(source, line, names, written.get(line), reason) for line, names in codes.items()]
    new = source.having(apply_edits(source.text, edits))
    same = ast.dump(parse(new).tree) == ast.dump(parse(source).tree)
    return new if same else None


def _own_line(directive: Directive) -> int | None:
    """The line at whose end it stands, where it can take more codes."""
    lines = directive.lines
    takes = directive.kind == "ignore" and bool(directive.words) and lines is not None and len(lines) == 1
    return lines.start if takes and lines is not None else None


def _edit(source: Source, line: int, codes: set[str], written: Directive | None, reason: str) -> Edit:
    listed = ", ".join(sorted(codes))
    if written is not None and written.words:
        end = written.words[-1].span.end
        return Edit(Span(end, end), f", {listed}")
    comment = f"# jaxlint: ignore[{listed}]" + (f" -- {reason}" if reason else "")
    row = source.line(abs(line))
    start = source.starts[abs(line) - 1]
    if line > 0:
        return Edit(Span(start + len(row.rstrip()), start + len(row.rstrip())), f"  {comment}")
    indent = row[: len(row) - len(row.lstrip())]
    return Edit(Span(start, start), f"{indent}{comment}{_line_end(source)}")


def _line_end(source: Source) -> str:
    return "\r\n" if "\r\n" in source.text else "\r" if "\r" in source.text and "\n" not in source.text else "\n"


class _Places:
    """Where a comment about a finding can stand."""

    def __init__(self, source: Source) -> None:
        self._closed = _closed_lines(source)
        self._statements = sorted(
            (node.lineno, node.end_lineno or node.lineno)
            for node in ast.walk(parse(source).tree)
            if isinstance(node, ast.stmt)
        )

    def of(self, diagnostic: Diagnostic) -> int:
        """The line that it starts on, else that it ends on, else, as a negative number, the one to stand above."""
        location = diagnostic.location
        lines = [location.line]
        if not self._has_body(location.line):
            lines.append(location.end_line)
        free = [line for line in lines if line not in self._closed]
        return free[0] if free else -self._first(location.line)

    def _has_body(self, line: int) -> bool:
        return sum(first == line for first, _ in self._statements) > 1

    def _first(self, line: int) -> int:
        """Of the statement that the line is in."""
        around = [first for first, last in self._statements if first <= line <= last]
        return max(around, default=line)


def _closed_lines(source: Source) -> set[int]:
    """Lines at whose end no comment can stand: inside of a string, or before a continuation."""
    closed: set[int] = set()
    opened: list[int] = []
    for token in tokens(source):
        if token.type == tokenize.STRING:
            closed.update(range(token.start[0], token.end[0]))
        elif token.type in _STARTS:
            opened.append(token.start[0])
        elif token.type in _ENDS and opened:
            closed.update(range(opened.pop(), token.end[0]))
    ends = (line for line in range(1, len(source.starts) + 1) if source.line(line).endswith("\\"))
    return closed | set(ends)
