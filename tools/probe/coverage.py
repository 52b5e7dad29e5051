"""How much of JAX the tables know."""

from __future__ import annotations

from collections import Counter

_KNOWN = frozenset("stcx")


def report(tables: dict[str, dict[str, str]], sources: dict[str, str]) -> str:
    lines = []
    for version, rows in tables.items():
        functions = {name: row for name, row in rows.items() if is_callable(name, row)}
        tried = [row for row in functions.values() if "u" not in row.split(",")[2]]
        words = Counter(word for row in functions.values() for word in map(sort_of, row.split(";")[1:]))
        known = sum(words.values()) - words["unknown"]
        counts = ", ".join(f"{count} {word}" for word, count in words.most_common())
        lines += [
            f"{sources[version]}: {len(rows)} names",
            f"  callables   {share(len(tried), len(functions))} called",
            f"  parameters  {share(known, sum(words.values()))} classified: {counts}",
        ]
    return "\n".join(lines)


def share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({100 * part / whole:.1f} %)"


def is_callable(name: str, row: str) -> bool:
    """Callables of JAX that were to be probed, each once."""
    return name.startswith("jax.") and row[0] not in "=!@" and not name.endswith("[]")


def sort_of(parameter: str) -> str:
    """What the table says of one packed parameter."""
    flags = parameter.partition("=")[0].split(":")[1]
    words = {"s": "static", "t": "traced", "c": "callable", "x": "not numeric"}
    found = [words[flag] for flag in flags[1:] if flag in _KNOWN]
    if flags[0] == "w":
        return "**keywords"
    return found[0] if found else "unknown"
