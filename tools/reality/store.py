"""Observations on disk: JSON lines, a file for each process; all executions of a line are one set."""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Iterator

from tools.reality.places import Place, Scope
from tools.reality.seen import Seen, from_json, text_of

MOST = 16  # different things that one name is on one line, in one context; beyond, it counts as anything


class Store:
    """Callable on (path, place, context, seen); ``write`` may be called again."""

    def __init__(self) -> None:
        self._rows: dict[tuple[str, Place, str], dict[Seen, None]] = {}

    def __call__(self, path: str, place: Place, context: str, seen: Seen) -> None:
        found = self._rows.setdefault((path, place, context), {})
        if len(found) < MOST:
            found[seen] = None

    def __iter__(self) -> Iterator[tuple[str, Place, str, list[Seen]]]:
        for (path, place, context), found in self._rows.items():
            yield path, place, context, list(found)

    def write(self, file: str) -> None:
        """The whole of it, in place of what the file holds."""
        with open(file + ".new", "w", encoding="utf-8") as stream:
            for (path, place, context), found in self._rows.items():
                head = json.dumps([path, place.scope.name, place.scope.line, place.line, place.text, context])
                stream.write(f"[{head}, [{', '.join(map(text_of, found))}]]\n")
        os.replace(file + ".new", file)


def read(files: Iterable[str]) -> Store:
    """What several processes saw, as one."""
    store = Store()
    for file in files:
        with open(file, encoding="utf-8") as stream:
            for line in stream:
                (path, name, first, number, text, context), found = json.loads(line)
                for one in found:
                    store(path, Place(Scope(name, first), number, text), context, from_json(one))
    return store
