"""Findings of an earlier text, as they stand in the one that is half-typed now."""

from __future__ import annotations

from jaxlint.diagnostic import Diagnostic, Location
from jaxlint.text.edit import Edit
from jaxlint.text.moved import Moved
from jaxlint.text.source import Source
from jaxlint.text.span import Span


def moved(diagnostics: list[Diagnostic], old: Source, new: Source) -> list[Diagnostic]:
    """Without those in what was changed, and without fixes."""
    if old.text == new.text:
        return diagnostics
    change = Moved([_change(old.text, new.text)])
    found = []
    for one in diagnostics:
        place = one.location
        start = change.after(old.starts[place.line - 1] + place.column - 1)
        end = change.after(old.starts[place.end_line - 1] + place.end_column - 2)  # the last character
        if start is not None and end is not None and start <= end:
            where = Location(place.path, *new.position(start), *new.position(end + 1))
            found.append(one.but(location=where, fix=None))
    return found


def _change(old: str, new: str) -> Edit:
    """The one stretch in which the texts differ."""
    most = min(len(old), len(new))
    start = next((at for at in range(most) if old[at] != new[at]), most)
    most -= start
    end = next((at for at in range(most) if old[len(old) - 1 - at] != new[len(new) - 1 - at]), most)
    return Edit(Span(start, len(old) - end), new[start : len(new) - end])
