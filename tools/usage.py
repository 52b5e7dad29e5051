"""Which names of JAX some packages use, and what share of the uses the tables answer.

    python -m tools.usage PATH...

A use is one mention of ``jnp.where`` or its like, resolved through the imports of its file.
"""

from __future__ import annotations

import ast
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from jaxlint.knowledge import tables

PACKAGES = ("jax.numpy", "jax.lax", "jax.random", "jax.nn", "jax.scipy")


def main(paths: list[str]) -> int:
    uses: Counter[str] = Counter()
    for path in paths:
        for file in sorted(Path(path).rglob("*.py")) if Path(path).is_dir() else [Path(path)]:
            uses.update(used_names(file))
    print(report(uses))
    return 0


def used_names(file: Path) -> Iterator[str]:
    try:
        tree = ast.parse(file.read_bytes())
    except (SyntaxError, ValueError):
        return
    known = imported(tree)
    inner: set[ast.AST] = set()
    for node in ast.walk(tree):
        if node in inner or not isinstance(node, (ast.Attribute, ast.Name)) or not isinstance(node.ctx, ast.Load):
            continue
        name = dotted(node, known, inner)
        if name is not None and name.startswith(tuple(package + "." for package in PACKAGES)):
            yield name


def imported(tree: ast.AST) -> dict[str, str]:
    """Names bound by imports anywhere in the file."""
    found = {}
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for alias in node.names:
                found[alias.asname or alias.name.partition(".")[0]] = (
                    alias.name if alias.asname else alias.name.partition(".")[0]
                )
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found |= {alias.asname or alias.name: f"{node.module}.{alias.name}" for alias in node.names}
    return found


def dotted(node: ast.AST, known: dict[str, str], inner: set[ast.AST]) -> str | None:
    """``jax.numpy.where`` for ``jnp.where``; the nodes within are marked, that they count once."""
    parts: list[str] = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
        inner.add(node)
    if not isinstance(node, ast.Name) or node.id not in known:
        return None
    return ".".join([known[node.id], *reversed(parts)])


def answer(name: str) -> str | None:
    """The table's row, of the name or of what it is an attribute of: ``jnp.float32.dtype``, ``jnp.pi.real``."""
    while name not in PACKAGES and "." in name:
        row = tables.row(name)
        if row is not None:
            return row
        name = name.rpartition(".")[0]
    return None


def is_answered(name: str) -> bool:
    """A class, dtype or constant, or a callable that was called: all its parameters may still be unknown."""
    row = answer(name)
    return row is not None and (row[0] in "=!@" or "u" not in row.split(",")[2])


def report(uses: Counter[str]) -> str:
    lines = []
    total = answered = 0
    for package in PACKAGES:
        own = {name: count for name, count in uses.items() if name.startswith(package + ".")}
        whole = sum(own.values())
        known = sum(count for name, count in own.items() if is_answered(name))
        lines.append(f"{package:<10} {known:>6} of {whole:>6} uses answered ({100 * known / max(1, whole):.2f} %)")
        total, answered = total + whole, answered + known
    lines.append(f"{'all':<10} {answered:>6} of {total:>6} uses answered ({100 * answered / max(1, total):.2f} %)")
    missing = Counter({name: count for name, count in uses.items() if not is_answered(name)})
    lines += [f"  not: {name} ({count})" for name, count in missing.most_common(25)]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
