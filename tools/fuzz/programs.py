"""Python texts: changed fixtures, other people's files, and what stands in an editor while somebody types."""

from __future__ import annotations

import ast
import random
import sysconfig
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from tools.fuzz.linting import faults, lint

if TYPE_CHECKING:
    from tools.fuzz.trials import Trial

FIXTURES = Path(__file__).parents[2] / "fixtures"
_NEWEST = 40  # changed texts that are changed on


def mutants(source: random.Random, paths: list[str]) -> Iterator[Trial]:
    """Fixtures, changed in one to three places, with all fixes made; what came out well is changed on."""
    texts = [path.read_text() for path in _python(paths) or _fixtures()]
    grown: list[str] = []
    while True:
        text = source.choice(grown if grown and source.random() < 0.3 else texts)
        for _ in range(source.randint(1, 3)):
            text = mutated(source, text)
        grown = [*grown[-_NEWEST:], text]
        yield "a mutant", text.encode(), partial(_fixed, text)


def _fixed(text: str) -> list[str]:
    return faults(lint("mutant.py", text.encode(), fix=True, unsafe=True))


def traced(source: random.Random, paths: list[str]) -> Iterator[Trial]:
    """Files of others, each alone, with every function as if it were jitted."""
    found = _python(paths or [sysconfig.get_path("stdlib")])
    source.shuffle(found)
    for path in found:
        yield str(path), path.read_bytes(), partial(_assumed, str(path))


def _assumed(path: str) -> list[str]:
    return faults(lint(path, overrides=('assume-traced=["*"]',)))


def prefixes(source: random.Random, paths: list[str]) -> Iterator[Trial]:
    """A text as it grows, each line cut somewhere; what is no Python yet is a syntax error and nothing else."""
    found = _python(paths) or _fixtures()
    while True:
        path = source.choice(found)
        rows = path.read_text().splitlines(keepends=True)
        for end in range(len(rows)):
            text = "".join(rows[:end]) + rows[end][: source.randint(0, len(rows[end]))]
            yield f"{path.name}, {end} lines", text.encode(), partial(_cut, text)


def _cut(text: str) -> list[str]:
    return faults(lint("typed.py", text.encode()))


def mutated(source: random.Random, text: str) -> str:
    """One change that leaves a program: expressions in the place of others, lines gone, doubled, swapped."""
    ways = (_expression_moved, _expression_moved, _line_gone, _line_doubled, _lines_swapped)
    for _ in range(10):
        new = source.choice(ways)(source, text)
        try:
            ast.parse(new)
        except (SyntaxError, ValueError, RecursionError):
            continue
        return new
    return text


def _expression_moved(source: random.Random, text: str) -> str:
    found = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.expr)]
    nodes = [node for node in found if node.lineno == node.end_lineno]
    if not nodes:
        return text
    old, new = source.choice(nodes), ast.get_source_segment(text, source.choice(nodes)) or "x"
    rows = text.split("\n")
    row = rows[old.lineno - 1].encode()
    rows[old.lineno - 1] = (row[: old.col_offset] + f"({new})".encode() + row[old.end_col_offset :]).decode()
    return "\n".join(rows)


def _line_gone(source: random.Random, text: str) -> str:
    rows = text.split("\n")
    del rows[source.randrange(len(rows))]
    return "\n".join(rows)


def _line_doubled(source: random.Random, text: str) -> str:
    rows = text.split("\n")
    rows.insert(source.randrange(len(rows)), source.choice(rows))
    return "\n".join(rows)


def _lines_swapped(source: random.Random, text: str) -> str:
    rows = text.split("\n")
    first, second = source.randrange(len(rows)), source.randrange(len(rows))
    rows[first], rows[second] = rows[second], rows[first]
    return "\n".join(rows)


def _python(paths: list[str]) -> list[Path]:
    return sorted(file for path in map(Path, paths) for file in ([path] if path.is_file() else path.rglob("*.py")))


def _fixtures() -> list[Path]:
    return sorted(path for path in FIXTURES.rglob("*.py") if ".safe." not in path.name and ".unsafe." not in path.name)
