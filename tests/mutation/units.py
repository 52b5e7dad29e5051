"""Fixtures cut into small programs: each hazard with what it calls, and with its callers.

A unit is fixed in some 30 ms, a whole fixture in a second; what a recipe does shows as well in the one as in the other.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tests.fixtures_on_jax import threaded
from tests.fixtures_on_jax.fixture import Fixture, fixture_files, read_fixture
from tests.fixtures_on_jax.report import Broken, lint, suggestions

FIXTURES = Path(__file__).parents[2] / "fixtures"
LEVELS = ("safe", "unsafe")


@dataclass
class Unit:
    """``wanted``: what the unbroken recipes make of it, by level; ``reached``: (file, line) they ran on the way."""

    name: str
    text: str
    wanted: dict[str, str] = field(default_factory=dict)
    reached: frozenset[tuple[str, int]] = frozenset()
    seconds: float = 0.0

    def outcome(self, level: str) -> str:
        """The text that the fixes leave, and what is suggested of it; or why there is none."""
        try:
            # No folder around it: its neighbours would be read at each fix of a key.
            fixture = Fixture(Path("/nowhere") / f"{self.name}.py", self.text)
            outcome = lint(fixture, fix=True, unsafe=level == "unsafe")
        except Broken as error:
            return f"broken: {error}"
        (source,) = outcome.sources.values()
        return str(source.text) + suggestions(
            outcome.diagnostics, {path: one.text for path, one in outcome.sources.items()}
        )


class Threaded(Unit):
    """A program of several modules."""

    def outcome(self, level: str) -> str:
        try:
            return threaded.mended(self.text, unsafe=level == "unsafe")
        except Broken as error:
            return f"broken: {error}"


@dataclass
class _Part:
    """A top-level statement; ``header``: the ``if __name__ == ...`` around it."""

    header: str
    text: str
    names: frozenset[str]
    uses: frozenset[str]
    hazardous: bool


def units() -> Iterator[Unit]:
    """All units of all fixtures, each text once; programs of several modules stay whole."""
    seen: set[str] = set()
    for path in fixture_files(FIXTURES):
        for text in _Cut(read_fixture(path)).texts():
            if text not in seen:
                seen.add(text)
                yield Unit(path.stem, text)
    for path in threaded.files():
        for name, text in threaded.programs(path).items():
            yield Threaded(f"{path.stem}: {name}", text)


class _Cut:
    def __init__(self, fixture: Fixture) -> None:
        marked = {hazard.line for hazard in fixture.hazards}
        lines = fixture.text.splitlines(keepends=True)
        self.parts: list[_Part] = []
        for header, node, first, last in _statements(ast.parse(fixture.text).body):
            text = "".join(lines[first:last])
            hazardous = bool(marked & {*range(first + 1, last + 1)})
            self.parts.append(_Part(header, text, frozenset(_bound(node)), frozenset(_used(node)), hazardous))

    def texts(self) -> Iterator[str]:
        for number, part in enumerate(self.parts):
            if part.hazardous:
                kept = self._below(self._above({number}))
                yield _text([one for place, one in enumerate(self.parts) if place in kept or self._plain[place]])

    @cached_property
    def _defined(self) -> frozenset[str]:
        """Names of functions and classes, and of all that is made of them."""
        found: frozenset[str] = frozenset()
        for part in self.parts:
            if part.text.lstrip("\n").startswith(("import ", "from ")):
                continue
            if part.hazardous or part.uses & found or "def " in part.text or "class " in part.text:
                found |= part.names
        return found

    @cached_property
    def _plain(self) -> list[bool]:
        """Imports, constants and the docstring stand in each unit."""
        return [not (part.names | part.uses) & self._defined and not part.hazardous for part in self.parts]

    def _above(self, kept: set[int]) -> set[int]:
        """With all callers, and theirs."""
        while True:
            names = {name for number in kept for name in self.parts[number].names}
            more = {number for number, part in enumerate(self.parts) if part.uses & names} - kept
            if not more:
                return kept
            kept = kept | more

    def _below(self, kept: set[int]) -> set[int]:
        """With all that is called."""
        while True:
            uses = {name for number in kept for name in self.parts[number].uses}
            more = {number for number, part in enumerate(self.parts) if part.names & uses} - kept
            if not more:
                return kept
            kept = kept | more


def _statements(body: list[ast.stmt]) -> Iterator[tuple[str, ast.stmt, int, int]]:
    """(header, statement, lines from, to); what precedes a statement belongs to it."""
    end = 0
    for node in body:
        if isinstance(node, ast.If) and "__main__" in ast.unparse(node.test):
            header = f"if {ast.unparse(node.test)}:\n"
            yield from ((header, one, one.lineno - 1, one.end_lineno or one.lineno) for one in node.body)
        else:
            yield "", node, end, node.end_lineno or node.lineno
        end = node.end_lineno or node.lineno


def _text(parts: list[_Part]) -> str:
    headers = [part.header for part in parts]
    return "".join(
        (part.header if part.header != before else "") + part.text
        for before, part in zip(["", *headers], parts, strict=False)
    )


def _bound(node: ast.stmt) -> set[str]:
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        return {node.name}
    if isinstance(node, ast.Import | ast.ImportFrom):
        return {(one.asname or one.name).partition(".")[0] for one in node.names}
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}


def _used(node: ast.stmt) -> set[str]:
    """What it reads, but for the names that it gives to values of its own."""
    inside = list(ast.walk(node))
    own = {one.arg for one in inside if isinstance(one, ast.arg)}
    own |= {one.id for one in inside if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}
    return {one.id for one in inside if isinstance(one, ast.Name)} - own
