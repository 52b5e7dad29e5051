"""What a finding is known by when lines have moved: its rule, the function that it is in, and what its line says."""

from __future__ import annotations

import ast
import os

from jaxlint.record import Record
from jaxlint.syntax.parse import NotParsed, parse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic
    from jaxlint.text.source import Source


class Mark(Record):
    """``function``: dotted, empty in the module's body; ``text``: the line without the spaces that formatters move."""

    path: str
    code: str
    function: str
    text: str

    def key(self) -> tuple[str, str, str, str]:
        return (self.path, self.code, self.function, self.text)


def marks(diagnostics: list[Diagnostic], sources: dict[str, Source]) -> list[Mark]:
    """One for each finding; two findings of one line may have the same."""
    functions: dict[str, list[tuple[int, int, str]]] = {}
    found: list[Mark] = []
    for one in diagnostics:
        place = one.location
        source = sources.get(place.path)
        if source is not None and place.path not in functions:
            functions[place.path] = _functions(source)
        known = source is not None and place.line <= len(source.starts)
        text = " ".join(source.line(place.line).split()) if source is not None and known else ""
        around = [name for first, last, name in functions.get(place.path, ()) if first <= place.line <= last]
        found.append(Mark(place.path.replace(os.sep, "/"), one.code, around[-1] if around else "", text))
    return found


def fingerprints(diagnostics: list[Diagnostic], sources: dict[str, Source]) -> list[str]:
    """A digest for each finding, that no other of the run has."""
    from hashlib import sha256

    seen: dict[tuple[str, str, str, str], int] = {}
    digests: list[str] = []
    for mark in marks(diagnostics, sources):
        key = mark.key()
        seen[key] = seen.get(key, 0) + 1
        text = "\0".join((*key, str(seen[key])))
        digests.append(sha256(text.encode(errors="surrogatepass")).hexdigest()[:32])
    return digests


def _functions(source: Source) -> list[tuple[int, int, str]]:
    """First and last line, decorators counted, and dotted name of each function and class: the outer ones first."""
    try:
        tree = parse(source).tree
    except NotParsed:
        return []
    found: list[tuple[int, int, str]] = []
    stack: list[tuple[ast.AST, str]] = [(tree, "")]
    while stack:
        node, prefix = stack.pop()
        for child in ast.iter_child_nodes(node):
            name = prefix
            if isinstance(child, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
                name = f"{prefix}.{child.name}" if prefix else child.name
                first = min([child.lineno, *(one.lineno for one in child.decorator_list)])
                found.append((first, child.end_lineno or first, name))
            stack.append((child, name))
    return sorted(found, key=lambda one: (one[0], -one[1]))
