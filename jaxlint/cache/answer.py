"""What was told of one file, as plain data that can be kept."""

from __future__ import annotations

import os

from jaxlint.diagnostic import Diagnostic, Fix, Level, Location, Related, Way
from jaxlint.text.edit import Edit
from jaxlint.text.shapes import Maybe, fits
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Stamps = tuple[int, int, int]

_PLACE = (str, int, int, int, int)
_EDITS = [(str, [(int, int, str)])]
_FIX = (str, str, _EDITS, _EDITS, [str])
_FINDING = (str, str, str, str, _PLACE, [(str, Maybe(_PLACE))], Maybe(_FIX), Maybe(str), [(str, str)])
_ANSWER = {
    "diagnostics": [_FINDING],
    "elsewhere": [_FINDING],
    "gave_up": [(str, str)],
    "outside": [(str, (int, int, int))],
    "sought": [(str, str)],
    "requirement": Maybe((Maybe(str),)),
}


class Answer:
    """``elsewhere``: findings in other files of which this one has a part in the reason.

    ``gave_up``: as the outcome has it; ``outside``: what is none of the project's files and was looked at, with the
    stamps that it had; ``sought``: words that were looked for in all texts, and what stands for those that hold them;
    ``requirement``: the releases of libraries that the project asks for, where any was asked.
    """

    __slots__ = ("diagnostics", "elsewhere", "gave_up", "outside", "requirement", "sought")

    def __init__(
        self,
        diagnostics: list[Diagnostic],
        elsewhere: list[Diagnostic],
        gave_up: list[tuple[str, str]],
        outside: list[tuple[str, Stamps]],
        sought: list[tuple[str, str]],
        requirement: tuple[str | None] | None,
    ) -> None:
        self.diagnostics = diagnostics
        self.elsewhere = elsewhere
        self.gave_up = gave_up
        self.outside = outside
        self.sought = sought
        self.requirement = requirement


def packed(answer: Answer, top: str) -> dict[str, Any]:
    """Paths become relative to the top of the project."""

    def place(path: str) -> str:
        return os.path.relpath(path, top)

    return {
        "diagnostics": [_written(one, place) for one in answer.diagnostics],
        "elsewhere": [_written(one, place) for one in answer.elsewhere],
        "gave_up": answer.gave_up,
        "outside": answer.outside,
        "sought": answer.sought,
        "requirement": answer.requirement,
    }


def unpacked(body: dict[str, Any], top: str, named: Callable[[str], str]) -> Answer:
    """``named``: what the run calls a file, by its absolute path.  Raises ValueError for what is no answer."""

    def name(path: str) -> str:
        if "\0" in path:
            raise ValueError("no path")
        return named(os.path.normpath(os.path.join(top, path)))

    if not fits(body, _ANSWER):
        raise ValueError("of another shape")
    elsewhere = [_read(one, name) for one in body["elsewhere"]]
    gave_up = [(place, why) for place, why in body["gave_up"]]
    outside = [(path, (stamps[0], stamps[1], stamps[2])) for path, stamps in body["outside"]]
    sought = [(word, said) for word, said in body["sought"]]
    requirement = None if body["requirement"] is None else (body["requirement"][0],)
    return Answer([_read(one, name) for one in body["diagnostics"]], elsewhere, gave_up, outside, sought, requirement)


def rows_of(diagnostics: list[Diagnostic]) -> list[Any]:
    """For another process of this run, that calls the files by the same names."""
    return [_written(one, str) for one in diagnostics]


def diagnostics_of(rows: list[Any]) -> list[Diagnostic]:
    return [_read(row, str) for row in rows]


def _written(item: Diagnostic, place: Callable[[str], str]) -> list[Any]:
    related = [[step.message, _where(step.location, place)] for step in item.related]
    fix = None if item.fix is None else _fix(item.fix, place)
    where = _where(item.location, place)
    ways = [(one.title, one.when) for one in item.ways]
    return [item.code, item.name, item.severity, item.message, where, related, fix, item.no_fix, ways]


def _read(row: list[Any], name: Callable[[str], str]) -> Diagnostic:
    code, rule, severity, message, where, related, fix, no_fix, ways = row
    steps = tuple(Related(said, None if place is None else _location(place, name)) for said, place in related)
    made = None if fix is None else _made(fix, name)
    advised = tuple(Way(title, when) for title, when in ways)
    return Diagnostic(code, rule, severity, message, _location(where, name), steps, made, no_fix, advised)


def _where(location: Location | None, place: Callable[[str], str]) -> list[Any] | None:
    if location is None:
        return None
    one = location
    return [place(one.path), one.line, one.column, one.end_line, one.end_column]


def _location(row: list[Any], name: Callable[[str], str]) -> Location:
    return Location(name(row[0]), *row[1:])


def _fix(fix: Fix, place: Callable[[str], str]) -> list[Any]:
    claims = sorted(fix.claims)
    return [str(fix.applicability), fix.summary, _edits(fix.edits, place), _edits(fix.alone, place), claims]


def _edits(edits: dict[str, list[Edit]], place: Callable[[str], str]) -> list[Any]:
    return [
        [place(path), [[one.span.start, one.span.end, one.replacement] for one in made]] for path, made in edits.items()
    ]


def _made(row: list[Any], name: Callable[[str], str]) -> Fix:
    level, summary, edits, alone, claims = row
    fix = Fix(Level(level), summary, _edited(edits, name), frozenset(claims))
    fix.alone = _edited(alone, name)
    return fix


def _edited(rows: list[Any], name: Callable[[str], str]) -> dict[str, list[Edit]]:
    return {
        name(path): [Edit(Span(start, end), replacement) for start, end, replacement in made] for path, made in rows
    }
