"""Text to tree.  Uses the C parser straight: the ast module costs more to import than 1,000 lines to parse."""

from __future__ import annotations

import _ast
import sys
import warnings

from jaxlint.diagnostic import Problem
from jaxlint.syntax.module import Module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from jaxlint.text.source import Source


_DEEPEST = 1000


class NotParsed(Exception):
    """The file is not Python that this interpreter reads; carries the Problem for the user."""

    def __init__(self, problem: Problem) -> None:
        super().__init__(str(problem))
        self.problem = problem


def parse(source: Source, name: str | None = None, is_test: bool = False) -> Module:
    """Raise NotParsed, with line, where the text is no Python."""
    limit = sys.getrecursionlimit()
    # Python 3.11 makes as deep a tree as it lets functions call one another: always the same, wherever we are.
    sys.setrecursionlimit(_frames_in_use() + _DEEPEST)
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree: Any = compile(source.text, source.path, "exec", _ast.PyCF_ONLY_AST, dont_inherit=True)
    except SyntaxError as error:
        version = f"{sys.version_info.major}.{sys.version_info.minor}"
        problem = Problem(source.path, f"syntax error: {error.msg} (read as Python {version})", error.lineno)
        raise NotParsed(problem) from None
    except ValueError as error:
        raise NotParsed(Problem(source.path, f"can't be parsed: {error}")) from None
    except (RecursionError, MemoryError):
        raise NotParsed(Problem(source.path, "nested too deep to be parsed")) from None
    finally:
        sys.setrecursionlimit(limit)
    return Module(source, tree, name, is_test)


def _frames_in_use() -> int:
    frame, count = sys._getframe(), 0
    while frame.f_back is not None:
        frame, count = frame.f_back, count + 1
    return count
