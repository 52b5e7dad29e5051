"""A fixture file read as text: what it says of its lines, and the calls that shall be made.

fixtures/README.md describes the markers for those who write them.
"""

from __future__ import annotations

import ast
import io
import re
import tokenize
from dataclasses import dataclass, field
from pathlib import Path

from jaxlint.rules.registry import all_rules

_HAZARD = re.compile(
    r"#\s*hazard:\s*(?P<codes>JAX\d+(?:\s*,\s*JAX\d+)*)"
    r"(?:\s+raises:\s*(?P<raises>\w+))?(?:\s+effect:\s*(?P<effect>.+?))?(?P<masked>\s+masked)?\s*$"
)
_RUN = re.compile(r"#\s*runs:\s*(?P<call>.*\))(?:\s+(?P<not_fixed>not-fixed)|\s+differs:\s*(?P<differs>.+))?\s*$")
_DIFFERS = re.compile(r"#\s*differs:\s*(?P<reason>.+?)\s*$")
_REVEAL = re.compile(r"#\s*reveal:\s*(?P<verdict>.+?)\s*$")
_WORDS = ("hazard:", "runs:", "differs:", "reveal:")


class BadMarker(Exception):
    """A marker that can't be read; never taken for an ordinary comment."""


@dataclass
class Hazard:
    """One marked line.

    ``effect`` is what happens silently; ``masked``: an earlier line of the same function raises first.
    """

    line: int
    codes: tuple[str, ...]
    raises: str | None
    effect: str | None
    masked: bool


@dataclass
class Run:
    """One call to be made, as text; its arguments are specs."""

    line: int
    call: str
    fixed: bool = True
    differs: str | None = None


@dataclass
class Fixture:
    path: Path
    text: str
    hazards: list[Hazard] = field(default_factory=list)
    runs: list[Run] = field(default_factory=list)
    reveals: dict[int, str] = field(default_factory=dict)

    @property
    def expected(self) -> set[tuple[int, str]]:
        """(line, code) of all that jaxlint has to report."""
        return {(hazard.line, code) for hazard in self.hazards for code in hazard.codes}

    def golden(self, level: str) -> Path:
        """Where the fixed form lies: ``safe`` or ``unsafe``."""
        return self.path.with_suffix(f".{level}.py")

    def fixed_text(self, level: str) -> str:
        """The blessed text; no file means that this level changes nothing."""
        for one in ("unsafe", "safe") if level == "unsafe" else ("safe",):
            if self.golden(one).exists():
                return self.golden(one).read_text()
        return self.text

    def function_at(self, line: int) -> str | None:
        """Name of the outermost def around a line, or of the method for classes; its decorators count."""
        return _innermost_named(ast.parse(self.text).body, line)


def _innermost_named(body: list[ast.stmt], line: int) -> str | None:
    for node in body:
        first = min([node.lineno, *[one.lineno for one in getattr(node, "decorator_list", [])]])
        if not first <= line <= (node.end_lineno or 0):
            continue
        if isinstance(node, ast.ClassDef):
            return _innermost_named(node.body, line)
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            return node.name
    return None


def read_fixture(path: Path) -> Fixture:
    return parse_fixture(path, path.read_text())


def parse_fixture(path: Path, text: str) -> Fixture:
    fixture = Fixture(path, text)
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type == tokenize.COMMENT and any(word in token.string for word in _WORDS):
            _read_comment(fixture, token.start[0], token.string)
    return fixture


def _read_comment(fixture: Fixture, line: int, comment: str) -> None:
    if found := _HAZARD.search(comment):
        codes = tuple(code.strip() for code in found["codes"].split(","))
        fixture.hazards.append(Hazard(line, codes, found["raises"], found["effect"], bool(found["masked"])))
    elif found := _RUN.search(comment):
        fixture.runs.append(Run(line, found["call"], not found["not_fixed"], found["differs"]))
    elif (found := _DIFFERS.search(comment)) and fixture.runs:
        fixture.runs[-1].differs = found["reason"]
    elif found := _REVEAL.search(comment):
        fixture.reveals[line] = found["verdict"]
    else:
        raise BadMarker(f"{fixture.path.name}:{line}: {comment}")


def fixture_files(root: Path, *families: str) -> list[Path]:
    """The originals below ``root``: no golden ones, no reveal files, no projects."""
    found = sorted(root.glob("*/*.py"))
    apart = ("tracing", "projects")
    wanted = [path for path in found if (path.parent.name in families if families else path.parent.name not in apart)]
    return [path for path in wanted if not path.name.endswith((".safe.py", ".unsafe.py"))]


def named_after_rules(files: list[Path]) -> list[Path]:
    """Each shows what its rule is about, or code that looks so; the others go through the cases."""
    rules = {rule.name.replace("-", "_") for rule in all_rules()}
    assert rules <= {path.stem for path in files}
    return [path for path in files if path.stem in rules]
