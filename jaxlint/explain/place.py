"""Where in the user's own files an error comes from."""

from __future__ import annotations

import ast
import os
import re

from jaxlint.diagnostic import Problem
from jaxlint.discovery.read import read
from jaxlint.discovery.walk import shown
from jaxlint.explain.traceback import Frame
from jaxlint.syntax.parse import NotParsed, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from jaxlint.explain.traceback import Traceback
    from jaxlint.text.source import Source

_NOT_THEIRS = re.compile(r"site-packages|dist-packages|[/\\]lib[/\\]python3|^<|[/\\]importlib[/\\]")
_PYTHON = (".py", ".pyi", ".pyw", ".ipynb")
# What JAX's messages say of the value: where it was made, and for which function.
_MADE = re.compile(r"created on line\s+(?P<path>\S+?):(?P<line>\d{1,18})")
_TRACED = re.compile(
    r"(?:while tracing the function|when the value leaked was)\s+(?P<name>\S+)\s+at\s+(?P<path>\S+?):(?P<line>\d{1,18})"
)


class Place:
    """A line of a file that is there; ``stale``: it no longer reads as it did when the program ran."""

    __slots__ = ("_lines", "function", "line", "path", "source", "stale")

    def __init__(self, path: str, line: int, source: Source, function: str = "", stale: bool = False) -> None:
        self.path = path
        self.line = line
        self.source = source
        self.function = function
        self.stale = stale
        self._lines: range | None = None

    @property
    def lines(self) -> range:
        """Of the statement that the line is in; of one with a body, those above it."""
        if self._lines is None:
            around = (_own_lines(node) for node in _nodes(self.source) if isinstance(node, ast.stmt))
            alone = range(self.line, self.line + 1)
            self._lines = min((lines for lines in around if self.line in lines), key=len, default=alone)
        return self._lines

    def body(self) -> range:
        """All lines of the function that begins on the line; empty where none does."""
        functions = (node for node in _nodes(self.source) if isinstance(node, _FUNCTIONS))
        spans = (range(_first(node), (node.end_lineno or node.lineno) + 1) for node in functions)
        return next((span for span in spans if span[0] == self.line), range(0))


_FUNCTIONS = ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda


def _nodes(source: Source) -> Iterable[ast.AST]:
    try:
        return ast.walk(parse(source).tree)
    except NotParsed:
        return ()


def _first(node: ast.stmt | ast.Lambda) -> int:
    decorators: list[ast.expr] = getattr(node, "decorator_list", [])
    return min([node.lineno, *(one.lineno for one in decorators)])


def _own_lines(node: ast.stmt) -> range:
    first = _first(node)
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if not body:
        return range(first, (node.end_lineno or node.lineno) + 1)
    head = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return range(first, max(first + 1, head.lineno))


def places(traceback: Traceback, folder: str) -> list[Place]:
    """The innermost of the user's own lines first.  ``folder``: where the traceback lies."""
    found = [_place(frame, folder) for frame in reversed(traceback.frames)]
    return [place for place in found if place is not None]


def named(traceback: Traceback, folder: str) -> list[Place]:
    """The user's lines that JAX's message names: where the value was made, and the function that was traced."""
    found = (pattern.search(traceback.message) for pattern in (_MADE, _TRACED))
    frames = [Frame(one["path"], int(one["line"])) for one in found if one is not None]
    return [place for frame in frames if (place := _place(frame, folder)) is not None]


def ended(traceback: Traceback, running: list[Place], folder: str) -> str:
    """Name of the traced function that a value belongs to, if that function is no longer running; else empty."""
    traced = _TRACED.search(traceback.message)
    whole = len(running) > 1 or any(place.function == "<module>" for place in running)  # not the last frame alone
    place = _place(Frame(traced["path"], int(traced["line"])), folder) if traced is not None and whole else None
    body = place.body() if place is not None else range(0)
    if traced is None or place is None or not body:
        return ""
    return "" if any(one.path == place.path and one.line in body for one in running) else traced["name"]


def _place(frame: Frame, folder: str) -> Place | None:
    if _NOT_THEIRS.search(frame.path) or frame.line < 1:
        return None
    for path in _candidates(frame.path, folder):
        if not (path.endswith(_PYTHON) and os.path.isfile(path)):  # a log may name any file
            continue
        source = read(path)
        if isinstance(source, Problem):
            continue
        known = frame.line <= len(source.starts)
        stale = not known or (bool(frame.code) and not _reads(source, frame))
        elsewhere = os.path.abspath(path) != os.path.abspath(os.path.expanduser(frame.path))
        if elsewhere and stale:  # another file, that only has the name
            continue
        name = shown(path)
        return Place(name, min(frame.line, len(source.starts)), source, frame.function, stale)
    return None


def _reads(source: Source, frame: Frame) -> bool:
    """Python shows the first line of a statement for some of its other lines."""
    here = source.line(frame.line).split()
    if not here:
        return False
    return here[:1] == frame.code.split()[:1] or " ".join(here) in " ".join(frame.code.split())


def _candidates(path: str, folder: str) -> list[str]:
    """The path as it is, seen from here or from the traceback, and its ends: it may come from another machine."""
    path = os.path.expanduser(path)
    found = [path, os.path.join(folder, path)]
    parts = path.replace("\\", "/").split("/")
    return found + ["/".join(parts[at:]) for at in range(1, len(parts))]
