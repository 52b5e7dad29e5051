"""A source line with a span marked under it."""

from __future__ import annotations

from jaxlint.report.paint import Paint, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Location
    from jaxlint.text.source import Source

TAB = "    "


def excerpt(source: Source, location: Location, role: str, width: int, paint: Paint) -> list[str]:
    """The first line of a location with carets; a span that goes on below is marked to the end of the line."""
    row = source.line(location.line)
    start = location.column - 1
    end = location.end_column - 1 if location.end_line == location.line else len(row.rstrip())
    before, marked = cells(row[:start]), max(1, cells(row[start:end]))
    more = " ..." if location.end_line != location.line else ""
    return [
        gutter("", width, paint),
        f"{gutter(str(location.line), width, paint)} {shown(row)}".rstrip(),
        f"{gutter('', width, paint)} {' ' * before}{paint(role, '^' * marked + more)}",
    ]


def gutter(number: str, width: int, paint: Paint) -> str:
    return paint("gutter", f"{number:>{width}} |")


def shown(row: str) -> str:
    """A line of source as a terminal may have it."""
    return visible(row.replace("\f", " ").replace("\t", TAB))


def cells(text: str) -> int:
    """How many columns ``shown`` takes: wide characters two, combining ones none."""
    text = shown(text)
    if text.isascii():
        return len(text)
    from unicodedata import combining, east_asian_width

    return sum(0 if combining(char) else 2 if east_asian_width(char) in "WF" else 1 for char in text)
