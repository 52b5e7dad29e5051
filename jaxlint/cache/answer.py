"""What was told of one file, as plain data that can be kept."""

from __future__ import annotations

import os

from jaxlint.cache.places import AsTheyAre, ByLines, Unmoved
from jaxlint.diagnostic import Diagnostic, Fix, Level, Location, Related, Way
from jaxlint.record import Record
from jaxlint.text.edit import Edit
from jaxlint.text.shapes import Maybe, fits
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from jaxlint.text.source import Source

    Stamps = tuple[int, int, int]

_PLACE = (str, int, int, int, int)
_EDITS = [(str, [(int, int, int, int, str)])]
_FIX = (str, str, _EDITS, _EDITS, [str])
_FINDING = (str, str, str, str, _PLACE, [(str, Maybe(_PLACE))], Maybe(_FIX), Maybe(str), [(str, str)])
_ANSWER = {
    "stays": bool,
    "diagnostics": [_FINDING],
    "elsewhere": [_FINDING],
    "gave_up": [(str, str)],
    "outside": [(str, (int, int, int))],
    "sought": [(str, str)],
    "requirement": Maybe((Maybe(str),)),
}


class Answer(Record):
    """``elsewhere``: findings in other files of which this one has a part in the reason.

    ``gave_up``: as the outcome has it; ``outside``: what is none of the project's files and was looked at, with the
    stamps that it had; ``sought``: words that were looked for in all texts, and what stands for those that hold them;
    ``requirement``: the releases of libraries that the project asks for, where any was asked; ``stays``: it is about
    these very texts, as it speaks of places that do not go with a line.
    """

    diagnostics: list[Diagnostic]
    elsewhere: list[Diagnostic]
    gave_up: list[tuple[str, str]]
    outside: list[tuple[str, Stamps]]
    sought: list[tuple[str, str]]
    requirement: tuple[str | None] | None
    stays: bool = False


class _Paths:
    """How files and places in them are written, or read."""

    def __init__(self, name: Callable[[str], str], places: AsTheyAre | ByLines) -> None:
        self.name = name
        self.places = places


def packed(answer: Answer, top: str, source: Callable[[str], Source | None]) -> dict[str, Any]:
    """Paths become relative to the top of the project; ``source``: its files' texts, by the names that the run has.

    Gives ``answer.stays`` its value.
    """

    def place(path: str) -> str:
        return os.path.relpath(path, top)

    try:
        answer.stays = False
        return _body(answer, _Paths(place, ByLines(source, reads=False)))
    except Unmoved:
        answer.stays = True
        return _body(answer, _Paths(place, AsTheyAre()))


def _body(answer: Answer, paths: _Paths) -> dict[str, Any]:
    return {
        "stays": answer.stays,
        "diagnostics": [_written(one, paths) for one in answer.diagnostics],
        "elsewhere": [_written(one, paths) for one in answer.elsewhere],
        "gave_up": [(_told(place, paths), why) for place, why in answer.gave_up],
        "outside": answer.outside,
        "sought": answer.sought,
        "requirement": answer.requirement,
    }


def unpacked(
    body: dict[str, Any], top: str, named: Callable[[str], str], source: Callable[[str], Source | None]
) -> Answer:
    """``named``: what the run calls a file, by its absolute path.  Raises ValueError for what is no answer."""

    def name(path: str) -> str:
        if "\0" in path:
            raise ValueError("no path")
        return named(os.path.normpath(os.path.join(top, path)))

    if not fits(body, _ANSWER):
        raise ValueError("of another shape")
    paths = _Paths(name, AsTheyAre() if body["stays"] else ByLines(source, reads=True))
    found, elsewhere = ([_read(one, paths) for one in body[part]] for part in ("diagnostics", "elsewhere"))
    gave_up = [(_told(place, paths), why) for place, why in body["gave_up"]]
    outside = [(path, (stamps[0], stamps[1], stamps[2])) for path, stamps in body["outside"]]
    sought = [(word, said) for word, said in body["sought"]]
    requirement = None if body["requirement"] is None else (body["requirement"][0],)
    return Answer(found, elsewhere, gave_up, outside, sought, requirement, body["stays"])


def rows_of(diagnostics: list[Diagnostic]) -> list[Any]:
    """For another process of this run, that calls the files by the same names."""
    return [_written(one, _OF_THIS_RUN) for one in diagnostics]


def diagnostics_of(rows: list[Any]) -> list[Diagnostic]:
    return [_read(row, _OF_THIS_RUN) for row in rows]


_OF_THIS_RUN = _Paths(str, AsTheyAre())


def _told(place: str, paths: _Paths) -> str:
    """``a.py: line 3``."""
    path, colon, where = place.partition(": ")
    return f"{path}{colon}{paths.places.words(path, where)}"


def _written(item: Diagnostic, paths: _Paths) -> list[Any]:
    own, words = item.location.path, paths.places.words
    related = [[words(_home(step, own), step.message), _where(step.location, paths)] for step in item.related]
    fix = None if item.fix is None else _fix(item.fix, own, paths)
    no_fix = None if item.no_fix is None else words(own, item.no_fix)
    ways = [(words(own, one.title), words(own, one.when)) for one in item.ways]
    where, message = _where(item.location, paths), words(own, item.message)
    return [item.code, item.name, item.severity, message, where, related, fix, no_fix, ways]


def _read(row: list[Any], paths: _Paths) -> Diagnostic:
    code, rule, severity, message, where, related, fix, no_fix, ways = row
    place, words = _location(where, paths), paths.places.words
    own = place.path
    steps = []
    for said, stood in related:
        step = Related(said, None if stood is None else _location(stood, paths))
        steps.append(Related(words(_home(step, own), said), step.location))
    made = None if fix is None else _made(fix, own, paths)
    advised = tuple(Way(words(own, title), words(own, when)) for title, when in ways)
    reason = None if no_fix is None else words(own, no_fix)
    return Diagnostic(code, rule, severity, words(own, message), place, tuple(steps), made, reason, advised)


def _home(step: Related, own: str) -> str:
    """The file whose lines a step speaks of."""
    return own if step.location is None else step.location.path


def _where(location: Location | None, paths: _Paths) -> list[Any] | None:
    if location is None:
        return None
    one, line = location, paths.places.line
    return [paths.name(one.path), line(one.path, one.line), one.column, line(one.path, one.end_line), one.end_column]


def _location(row: list[Any], paths: _Paths) -> Location:
    path, line = paths.name(row[0]), paths.places.line
    return Location(path, line(path, row[1]), row[2], line(path, row[3]), row[4])


def _fix(fix: Fix, own: str, paths: _Paths) -> list[Any]:
    claims = sorted(fix.claims)
    summary = paths.places.words(own, fix.summary)
    return [str(fix.applicability), summary, _edits(fix.edits, paths), _edits(fix.alone, paths), claims]


def _edits(edits: dict[str, list[Edit]], paths: _Paths) -> list[Any]:
    ends = paths.places.ends
    return [
        [paths.name(path), [[*ends(path, one.span), one.replacement] for one in made]] for path, made in edits.items()
    ]


def _made(row: list[Any], own: str, paths: _Paths) -> Fix:
    level, summary, edits, alone, claims = row
    fix = Fix(Level(level), paths.places.words(own, summary), _edited(edits, paths), frozenset(claims))
    fix.alone = _edited(alone, paths)
    return fix


def _edited(rows: list[Any], paths: _Paths) -> dict[str, list[Edit]]:
    found: dict[str, list[Edit]] = {}
    for kept, made in rows:
        path = paths.name(kept)
        spans = [Span(*paths.places.offsets(path, (one[0], one[1], one[2], one[3]))) for one in made]
        found[path] = [Edit(span, one[4]) for span, one in zip(spans, made, strict=True)]
    return found
