"""Where the code of a notebook stands in its JSON, so that a change leaves every other byte as it was.

https://nbformat.readthedocs.io/en/latest/format_description.html
"""

from __future__ import annotations

import json
from json.decoder import JSONDecodeError

from jaxlint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_decode = json.JSONDecoder().raw_decode
_SPACE = " \t\n\r"
_OLDEST = 4  # the format that keeps its cells in one list
_RAISES = "raises-exception"  # nbformat's tag of a cell that is meant to fail


class BadNotebook(Exception):
    """The text is no notebook; ``line``: where that shows, if anywhere."""

    def __init__(self, message: str, line: int | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.line = line


class Cell(Record):
    """A code cell.  ``number``: its place among all cells, from 1; ``start``, ``end``: of its source in the JSON."""

    number: int
    source: str
    start: int
    end: int
    may_fail: bool


class _Reader:
    """Goes through a JSON text once.  What ``members`` and ``items`` stop at has to be read before they go on."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.at = 0
        self._skip()

    def members(self) -> Iterator[str]:
        """The keys of an object, each with the reader at its value."""
        for _ in self._parts("{", "}"):
            if not self.text.startswith('"', self.at):
                raise JSONDecodeError("Expecting a property name", self.text, self.at)
            key = self.value()
            self._skip()
            self._passed(":")
            yield key

    def items(self) -> Iterator[None]:
        """Stops at each item of an array."""
        yield from self._parts("[", "]")

    def value(self) -> Any:  # noqa: ANN401  whatever JSON can say
        found, self.at = _decode(self.text, self.at)
        return found

    def _parts(self, opening: str, closing: str) -> Iterator[None]:
        self._passed(opening)
        if self.text.startswith(closing, self.at):
            self._passed(closing)
            return
        while True:
            self._skip()
            yield
            self._skip()
            if self.text.startswith(closing, self.at):
                self._passed(closing)
                return
            self._passed(",")

    def _passed(self, sign: str) -> int:
        """The offset behind a sign that has to be here."""
        if not self.text.startswith(sign, self.at):
            raise JSONDecodeError(f"Expecting {sign!r}", self.text, self.at)
        behind = self.at = self.at + 1
        self._skip()
        return behind

    def _skip(self) -> None:
        while self.text[self.at : self.at + 1] in _SPACE and self.at < len(self.text):
            self.at += 1


def code_cells(text: str) -> list[Cell]:
    """The code cells of a notebook in the format 4, none where it is in another language; raises BadNotebook."""
    try:
        return _read(_Reader(text))
    except JSONDecodeError as error:
        raise BadNotebook(f"is no notebook: {error.msg}", error.lineno) from None
    except RecursionError:
        raise BadNotebook("is no notebook that can be read: nested too deep") from None


def _read(reader: _Reader) -> list[Cell]:
    cells: list[Cell] | None = None
    metadata: object = None
    version: object = None
    for key in reader.members():
        if key == "cells":
            cells = [cell for cell in _numbered(reader) if cell is not None]
            continue
        value = reader.value()
        metadata = value if key == "metadata" else metadata
        version = value if key == "nbformat" else version
    if reader.at != len(reader.text):
        raise JSONDecodeError("Extra data", reader.text, reader.at)
    if isinstance(version, int) and version < _OLDEST:
        raise BadNotebook(
            f"is in notebook format {version}, which is too old: `jupyter nbconvert --to notebook --inplace` renews it"
        )
    if cells is None:
        raise BadNotebook("is no notebook: it has no cells")
    return cells if _language(metadata) == "python" else []


def _numbered(reader: _Reader) -> Iterator[Cell | None]:
    for number, _ in enumerate(reader.items(), 1):
        yield _cell(reader, number)


def _cell(reader: _Reader, number: int) -> Cell | None:
    """None for text and the like."""
    kind, source, tags = None, None, None
    start = end = 0
    for key in reader.members():
        begun = reader.at
        value = reader.value()
        if key == "source":
            source, start, end = value, begun, reader.at
        elif key == "cell_type":
            kind = value
        elif key == "metadata" and isinstance(value, dict):
            tags = value.get("tags")
    if kind != "code" or source is None:
        return None
    if isinstance(source, list) and all(isinstance(line, str) for line in source):
        source = "".join(source)
    if not isinstance(source, str):
        raise BadNotebook(
            f"is no notebook: the source of cell {number} is no text", reader.text.count("\n", 0, start) + 1
        )
    return Cell(number, source, start, end, isinstance(tags, list) and _RAISES in tags)


def _language(metadata: object) -> str:
    """What the cells are written in; Python where nothing is said."""
    found = metadata if isinstance(metadata, dict) else {}
    for part, key in (("language_info", "name"), ("kernelspec", "language")):
        section = found.get(part)
        name = section.get(key) if isinstance(section, dict) else None
        if isinstance(name, str) and name:
            return name.lower().replace("ipython", "python").rstrip("0123456789.")
    return "python"


def with_sources(text: str, cells: list[Cell], sources: list[str]) -> str:
    """The JSON with new sources for its code cells."""
    only_ascii = "\\u" in text and text.isascii()
    parts: list[str] = []
    done = 0
    for cell, source in zip(cells, sources, strict=True):
        if source != cell.source:
            parts += [text[done : cell.start], _written(text[cell.start : cell.end], source, only_ascii)]
            done = cell.end
    return "".join([*parts, text[done:]])


def lines_of_cells(text: str) -> dict[int, list[int]]:
    """For each code cell, by its number, the line of the JSON that each of its lines stands on."""
    found: dict[int, list[int]] = {}
    line, done = 1, 0
    for cell in code_cells(text):
        line += text.count("\n", done, cell.start)
        done = cell.start
        found[cell.number] = [line] * (cell.source.count("\n") + 1)
        if text.startswith("[", cell.start):
            reader = _Reader(text[cell.start : cell.end])
            starts = []
            for _ in reader.items():
                starts.append(line + reader.text.count("\n", 0, reader.at))
                reader.value()
            found[cell.number] = starts
    return found


def _written(old: str, source: str, only_ascii: bool) -> str:
    """A source in the form of the old one: a string, or one for each line, with the same white space between them."""
    if not old.startswith("["):
        return json.dumps(source, ensure_ascii=only_ascii)
    spans, raw = [], {}
    reader = _Reader(old)
    for _ in reader.items():
        begun = reader.at
        line = reader.value()
        spans.append((begun, reader.at))
        raw[line] = old[begun : reader.at]
    lines = [raw.get(line) or json.dumps(line, ensure_ascii=only_ascii) for line in source.splitlines(keepends=True)]
    if not spans:
        return f"[{', '.join(lines)}]"
    first, last = old[: spans[0][0]], old[spans[-1][1] :]
    between = old[spans[0][1] : spans[1][0]] if len(spans) > 1 else f",{first[1:] or ' '}"
    return first + between.join(lines) + last
