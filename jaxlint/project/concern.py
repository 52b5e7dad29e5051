"""Which files have nothing to do with a library: they do not name it, and import none of the project's that do."""

from __future__ import annotations

import os

from jaxlint.project.imports import imports_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from jaxlint.project.around import Around
    from jaxlint.project.imports import Import
    from jaxlint.text.source import Source


def unconcerned(around: Around, sources: Iterable[Source], names: Callable[[str], bool]) -> set[str]:
    """The absolute paths of those of these files; ``names``: does a text name the library?"""
    given = {os.path.abspath(source.path): source for source in sources}
    for path in given:
        around.names.add(path)
    led_from: dict[str, list[str]] = {}  # by a file, those that import it
    waiting, seen = list(given), set(given)
    concerned: list[str] = []
    while waiting:
        path = waiting.pop()
        source = given.get(path) or around.source(path)
        if source is None:
            continue
        if names(source.text) and names(source.code.text):
            concerned.append(path)
            continue
        for one in _imported(around, path, _imports(around, path, source)):
            led_from.setdefault(one, []).append(path)
            if one not in seen:
                seen.add(one)
                waiting.append(one)
    left = set(given)
    while concerned:
        path = concerned.pop()
        left.discard(path)
        concerned += led_from.pop(path, ())
    return left


def _imports(around: Around, path: str, source: Source) -> list[Import]:
    return around.summary(path).imports if path in around and around.holds(source) else imports_of(source.text)


def _imported(around: Around, path: str, imports: list[Import]) -> Iterator[str]:
    """The files at hand that a file imports, or imports from."""
    for dotted, listed in imports:
        home = around.names.home(path, dotted)
        for name in () if home is None else (home, *(f"{home}.{there}" for there, _ in listed)):
            found = around.names.known_file(name)
            if found is not None:
                yield found
