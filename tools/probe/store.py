"""The tables on disk: the newest version whole, the others as what differs from it."""

from __future__ import annotations

from pathlib import Path

from jaxlint.knowledge import tables
from tools.probe.ask import Rows

Tables = dict[str, Rows]  # rows by version
_FOLDER = Path(tables.FOLDER)
_NOTE = "python -m tools.probe_jax wrote this; not edited by hand."


def order(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split(".") if part.isdigit())


def load() -> Tables:
    """Every version that is shipped, whole."""
    return {version: tables.everything(version) for version in tables.versions()}


def provenances() -> dict[str, str]:
    lines = (Path(tables.FOLDER) / tables.INDEX).read_text(encoding="utf-8").splitlines()
    return dict(line.split("\t", 1) for line in lines)


def save(rows: Tables, sources: dict[str, str]) -> None:
    """Write all tables anew."""
    _FOLDER.mkdir(parents=True, exist_ok=True)
    for one in _FOLDER.iterdir():
        if one.is_file():  # what became of old names is kept in a folder below
            one.unlink()
    versions = sorted(rows, key=order, reverse=True)
    newest = rows[versions[0]]
    libraries = sorted({tables.library_of(name) for name in newest})
    for library in libraries:
        part = {name: row for name, row in newest.items() if tables.library_of(name) == library}
        _write(f"{library}.txt", sources[versions[0]], part)
    for version in versions[1:]:
        _write(f"{version}.differences", sources[version], differences(rows[version], newest))
    _write(tables.GONE, sources[versions[0]], gone(rows, versions))
    (_FOLDER / tables.INDEX).write_text("".join(f"{version}\t{sources[version]}\n" for version in versions))


def differences(rows: Rows, newest: Rows) -> Rows:
    """What to change in the newest table: other rows, and ``-`` for names that were not there yet."""
    found = {name: row for name, row in rows.items() if newest.get(name) != row}
    return found | {name: "-" for name in newest if name not in rows}


def gone(rows: Tables, versions: list[str]) -> Rows:
    """Names that the newest version lacks, each as the last version that had it says."""
    found: Rows = {}
    for version in reversed(versions[1:]):
        found |= rows[version]
    return {name: row for name, row in found.items() if name not in rows[versions[0]]}


def _write(name: str, source: str, rows: Rows) -> None:
    lines = [f"# {source}; {_NOTE}", *(f"{key}\t{row}" for key, row in sorted(rows.items()))]
    (_FOLDER / name).write_text("\n".join(lines) + "\n", encoding="utf-8")
