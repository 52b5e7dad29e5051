"""Where in the user's own files an error comes from."""

from __future__ import annotations

import ast
import os
import re

from jaxlint.diagnostic import Problem
from jaxlint.discovery.read import read
from jaxlint.discovery.walk import shown
from jaxlint.syntax.parse import NotParsed, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.explain.traceback import Frame, Traceback
    from jaxlint.text.source import Source

_NOT_THEIRS = re.compile(r"site-packages|dist-packages|[/\\]lib[/\\]python3|^<|[/\\]importlib[/\\]")
_LEAKED = re.compile(r"created on line\s+(?P<path>\S+?):(?P<line>\d+)")


class Place:
    """A line of a file that is there; ``stale``: it no longer reads as it did when the program ran."""

    __slots__ = ("function", "line", "path", "source", "stale")

    def __init__(self, path: str, line: int, source: Source, function: str = "", stale: bool = False) -> None:
        self.path = path
        self.line = line
        self.source = source
        self.function = function
        self.stale = stale

    def statement(self) -> range:
        """The lines of the statement that the line is in; of one with a body, those above it."""
        try:
            tree = parse(self.source).tree
        except NotParsed:
            return range(self.line, self.line + 1)
        best = range(self.line, self.line + 1)
        width = len(self.source.starts) + 1
        for node in ast.walk(tree):
            if isinstance(node, ast.stmt):
                lines = _own_lines(node)
                if self.line in lines and len(lines) <= width:
                    best, width = lines, len(lines)
        return best


def _own_lines(node: ast.stmt) -> range:
    decorators = getattr(node, "decorator_list", [])
    first = min([node.lineno, *(one.lineno for one in decorators)])
    body = getattr(node, "body", None) or getattr(node, "cases", None)
    if not body:
        return range(first, (node.end_lineno or node.lineno) + 1)
    head = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
    return range(first, max(first + 1, head.lineno))


def places(traceback: Traceback, folder: str) -> list[Place]:
    """The innermost of the user's own lines first.  ``folder``: where the traceback lies."""
    found = [_place(frame, folder) for frame in reversed(traceback.frames)]
    return [place for place in found if place is not None]


def leaked_at(traceback: Traceback, folder: str) -> Place | None:
    """Where a leaked value was made, as JAX's message says."""
    from jaxlint.explain.traceback import Frame

    named = _LEAKED.search(traceback.message)
    return None if named is None else _place(Frame(named["path"], int(named["line"])), folder)


def _place(frame: Frame, folder: str) -> Place | None:
    if _NOT_THEIRS.search(frame.path) or frame.line < 1:
        return None
    for path in _candidates(frame.path, folder):
        if not os.path.isfile(path):
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
