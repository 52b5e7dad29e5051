"""Text to tree.  Uses the C parser straight: the ast module costs more to import than 1,000 lines to parse."""

from __future__ import annotations

import _ast
import sys
import warnings

from jaxlint.diagnostic import Problem
from jaxlint.syntax.module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.text.source import Source


_DEEPEST = 1000
# What newer syntax looks like on the line that an older parser stops at: most syntax errors are plain mistakes.
_NEWER = (
    r"(?mi)^\s*(?:type\s+\w|(?:async\s+)?def\s+\w+\s*\[|class\s+\w+\s*\[|except\b|lazy\s)"
    r"""|\b(?:[ft]r?|r[ft])['"]|[\[({]\s*\*"""
)


class NotParsed(Exception):
    """The file is not Python that this interpreter reads; carries the Problem for the user."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def parse(source: Source, name: str | None = None, is_test: bool = False) -> Module:
    """Raise NotParsed, with line, where the text is no Python."""
    try:
        tree = _tree(source)
    except SyntaxError as error:
        raise NotParsed(_problem(source, error)) from None
    except ValueError as error:
        raise NotParsed(Problem(source.path, f"can't be parsed: {error}")) from None
    except (RecursionError, MemoryError):
        raise NotParsed(Problem(source.path, "nested too deep to be parsed")) from None
    return Module(source, tree, name, is_test)


def _tree(source: Source) -> _ast.Module:
    """Raise what ``compile`` raises of the text as it is."""
    try:
        return _compiled(source.text, source.path)
    except SyntaxError as error:
        if not _may_be_newer(source, error):
            raise
        from jaxlint.syntax.newer import NotRead, parse_newer  # costs 100 ms, and few files need it

        try:
            return parse_newer(source.text, lambda text: _compiled(text, source.path))
        except NotRead as refused:
            if refused.by_libcst:
                error.msg += ", which a newer Python may read"
            raise error from None


def _may_be_newer(source: Source, error: SyntaxError) -> bool:
    import re

    if error.lineno is None or error.msg.startswith("f-string"):
        return True
    first, last = error.lineno, max(error.end_lineno or 0, error.lineno)
    lines = [source.line(number) for number in range(first, min(last, len(source.starts)) + 1)]
    return re.search(_NEWER, "\n".join(lines)) is not None


def _compiled(text: str, path: str) -> _ast.Module:
    limit = sys.getrecursionlimit()
    # Python 3.11 makes as deep a tree as it lets functions call one another: always the same, wherever we are.
    sys.setrecursionlimit(_frames_in_use() + _DEEPEST)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return compile(text, path, "exec", _ast.PyCF_ONLY_AST, dont_inherit=True)  # type: ignore[return-value]
    finally:
        sys.setrecursionlimit(limit)


def _problem(source: Source, error: SyntaxError) -> Problem:
    version = f"{sys.version_info.major}.{sys.version_info.minor}"
    return Problem(source.path, f"syntax error: {error.msg} (read as Python {version})", error.lineno)


def _frames_in_use() -> int:
    frame, count = sys._getframe(), 0
    while frame.f_back is not None:
        frame, count = frame.f_back, count + 1
    return count
