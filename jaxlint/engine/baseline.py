"""A baseline: the findings of a day, which later runs leave out.  Lines may move: what counts is what they say."""

from __future__ import annotations

import json
import os

from jaxlint.diagnostic import Problem
from jaxlint.discovery.walk import shown
from jaxlint.engine.fingerprint import Mark, marks
from jaxlint.text.reading import read_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic
    from jaxlint.settings.model import Settings
    from jaxlint.text.source import Source

VERSION = 1
_FIELDS = ("path", "code", "function", "text")

Key = tuple[str, str, str, str]


class Baseline:
    """How many findings there are of each kind: by file, relative to the baseline's, code, function and line's text."""

    __slots__ = ("counts", "lines", "path")

    def __init__(self, path: str, counts: dict[Key, int], lines: dict[Key, int] | None = None) -> None:
        self.path = path
        self.counts = counts
        self.lines = lines or {}  # of the file, for messages

    def apply(self, diagnostics: list[Diagnostic], sources: dict[str, Source]) -> list[Diagnostic]:
        """Those that it does not hold."""
        left = dict(self.counts)
        new: list[Diagnostic] = []
        for one, key in zip(diagnostics, keys(self.path, diagnostics, sources), strict=True):
            if left.get(key, 0) > 0:
                left[key] -= 1
            else:
                new.append(one)
        return new

    def stale(self, diagnostics: list[Diagnostic], sources: dict[str, Source]) -> dict[Key, int]:
        """What it holds and nobody finds, of the files that were looked at and of those that are gone."""
        left = dict(self.counts)
        for key in keys(self.path, diagnostics, sources):
            left[key] = left.get(key, 0) - 1
        looked_at = {_relative(self.path, path) for path in sources}
        folder = os.path.dirname(os.path.abspath(self.path))
        return {
            key: count
            for key, count in left.items()
            if count > 0 and (key[0] in looked_at or not os.path.exists(os.path.join(folder, key[0])))
        }

    def pruned(self, stale: dict[Key, int]) -> Baseline:
        counts = {key: count - stale.get(key, 0) for key, count in self.counts.items()}
        return Baseline(self.path, {key: count for key, count in counts.items() if count > 0})

    def text(self) -> str:
        """One line a kind, sorted, so that a change is a small one to review."""
        rows = [
            json.dumps({**dict(zip(_FIELDS, key, strict=True)), "count": count}, ensure_ascii=False)
            for key, count in sorted(self.counts.items())
        ]
        listed = ",\n  ".join(rows)
        return f'{{\n "version": {VERSION},\n "findings": [' + (f"\n  {listed}\n " if rows else "") + "]\n}\n"


def made_of(
    path: str, diagnostics: list[Diagnostic], sources: dict[str, Source], texts: dict[str, Source], old: Baseline | None
) -> Baseline:
    """The findings of a run, and what an old one holds of files that were not looked at.

    ``texts``: of all files with findings; ``sources``: of those that were looked at.
    """
    found: dict[Key, int] = {}
    for key in keys(path, diagnostics, texts):
        found[key] = found.get(key, 0) + 1
    counts: dict[Key, int] = {}
    looked_at = {_relative(path, one) for one in sources}
    folder = os.path.dirname(os.path.abspath(path))
    for key, count in old.counts.items() if old is not None else ():
        if key[0] not in looked_at and os.path.exists(os.path.join(folder, key[0])):
            counts[key] = count
    return Baseline(path, {key: max(counts.get(key, 0), found.get(key, 0)) for key in {**counts, **found}})


def keys(path: str, diagnostics: list[Diagnostic], sources: dict[str, Source]) -> list[Key]:
    """By what each finding is known in the baseline of that path."""
    return [_key(path, mark) for mark in marks(diagnostics, sources)]


def _key(path: str, mark: Mark) -> Key:
    return (_relative(path, mark.path), mark.code, mark.function, mark.text)


def _relative(baseline: str, path: str) -> str:
    folder = os.path.dirname(os.path.abspath(baseline))
    return os.path.relpath(os.path.abspath(path), folder).replace(os.sep, "/")


def configured(settings: Settings) -> str | Problem | None:
    """The file that settings name: one of their project, wherever links lead.  Only the user may name another."""
    if settings.baseline is None:
        return None
    path = os.path.join(settings.root, settings.baseline)
    if settings.line_of("baseline") == 0:  # on the command line
        return shown(path)
    inside = os.path.relpath(os.path.realpath(path), os.path.realpath(settings.root))
    if os.path.isabs(inside) or inside.split(os.sep)[0] == os.pardir:
        where, line = settings.place_of("baseline")
        return Problem(where, "`baseline` must name a file of the project; use --baseline for one outside", line)
    return shown(os.path.join(settings.root, inside))


def read_baseline(path: str) -> Baseline | Problem:
    """What is no baseline is a problem, with the line where one is known."""
    try:
        document = json.loads(read_file(path).decode())
    except FileNotFoundError:
        return Problem(path, "file not found; create it with --update-baseline")
    except OSError as error:
        return Problem(path, f"can't be read: {error.strerror}")
    except json.JSONDecodeError as error:
        return Problem(path, f"not a valid baseline: {error.msg}", error.lineno)
    except (ValueError, RecursionError) as error:
        return Problem(path, f"not a valid baseline: {type(error).__name__}")
    if not isinstance(document, dict) or document.get("version") != VERSION:
        return Problem(path, f"not a baseline of version {VERSION}", 1)
    counts: dict[Key, int] = {}
    findings = document.get("findings")
    if not isinstance(findings, list):
        return Problem(path, "not a valid baseline: `findings` is not a list", 1)
    for number, row in enumerate(findings, 1):
        if not _is_row(row):
            return Problem(path, f"not a valid baseline: finding {number} lacks one of {', '.join(_FIELDS)}, count")
        key = (row["path"], row["code"], row["function"], row["text"])
        counts[key] = counts.get(key, 0) + row["count"]
    return Baseline(path, counts)


def _is_row(row: object) -> bool:
    if not isinstance(row, dict) or not all(isinstance(row.get(field), str) for field in _FIELDS):
        return False
    return type(row.get("count")) is int and row["count"] > 0
