"""Ask the installed JAX which parameters refuse lists, None and strings, and keep what all versions asked agree on.

    python -m tools.probe_operands --output FILE   ask, and write the answers into a file
    python -m tools.probe_operands --take FILE...  write what such files agree on into knowledge/tables/operands.txt

Development only.
"""

from __future__ import annotations

import argparse
import json
import sys
import textwrap
from pathlib import Path

from jaxlint.knowledge.array_operands import TABLE
from jaxlint.knowledge.tables import FOLDER
from tools.probe import ask

_ALL = "lnsNS"
_WIDTH = 110


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--output", type=Path)
    parser.add_argument("--take", type=Path, nargs="+")
    options = parser.parse_args()
    if options.take:
        return take([json.loads(file.read_text()) for file in options.take])
    ask.prepare()
    answers = {"version": ask.version(), "refused": everything()}
    options.output.write_text(json.dumps(answers, indent=1))
    return 0


def everything() -> dict[str, dict[str, str]]:
    """Other names of a function among them: which of two is the other's differs from version to version."""
    from tools.probe.operands import refused

    functions, rows = ask.callables()
    found = {name: refused(name, functions[name]) for name in sorted(functions) if "#" not in name}
    others = {name: row[1:] for name, row in rows.items() if row[0] == "="}
    return found | {name: found.get(first, {}) for name, first in others.items()}


def take(answers: list[dict[str, object]]) -> int:
    found: dict[str, dict[str, str]] = {}
    every: list[dict[str, dict[str, str]]] = [one["refused"] for one in answers]  # type: ignore[misc]
    for name in sorted({name for refused in every for name in refused}):
        agreed = _agreed([refused[name] for refused in every if name in refused])
        if agreed:
            found[name] = agreed
    write(found, ", ".join(str(one["version"]) for one in answers))
    return 0


def _agreed(rows: list[dict[str, str]]) -> dict[str, str]:
    """What all versions that have the function refuse; ``rows``: the newest first."""
    newest, *others = rows
    found = {}
    for place, (name, letters) in enumerate(newest.items()):
        kept = [one for one in letters if all(one in _then(name, place, newest, row) for row in others)]
        if kept:
            found[name] = "".join(kept)
    return found


def _then(name: str, place: int, newest: dict[str, str], row: dict[str, str]) -> str:
    """What another version refuses for a parameter that may have had another name; one of a ufunc had two."""
    if name in row:
        return row[name]
    gone = [letters for one, letters in row.items() if one not in newest]
    if name == "args":
        return "".join(one for one in _ALL if all(one in letters for letters in gone))
    at = list(row)[place : place + 1]
    return row[at[0]] if at and at[0] not in newest else "" if gone else _ALL


def write(found: dict[str, dict[str, str]], versions: str) -> None:
    """One line for all functions of a module that have the same row."""
    lines: dict[tuple[str, str], list[str]] = {}
    for name, row in found.items():
        home, _, short = name.rpartition(".")
        lines.setdefault((home, " ".join(f"{one}:{text}" for one, text in row.items())), []).append(short)
    text = "".join(
        f"{home} | {row} | {part}\n"
        for (home, row), names in sorted(lines.items())
        for part in textwrap.wrap(" ".join(names), max(30, _WIDTH - len(home + row)))
    )
    said = f"# JAX {versions}; python -m tools.probe_operands --take wrote this; not edited by hand."
    Path(FOLDER, TABLE).write_text(f"{said}\n{text}")


if __name__ == "__main__":
    sys.exit(main())
