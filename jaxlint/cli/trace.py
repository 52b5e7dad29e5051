"""``jaxlint trace FILE:LINE[:COLUMN]``: what the tracer knows there."""

from __future__ import annotations

import os
import sys

from jaxlint.cli.streams import emit, tell
from jaxlint.diagnostic import Problem
from jaxlint.engine.cell_place import file_and_line, label, place_in
from jaxlint.engine.verdicts import Verdict, verdicts
from jaxlint.report.paint import visible
from jaxlint.rules.quoting import shortened


def trace(place: str, others: list[str]) -> int:
    """The exit status: 2 where there is no such place."""
    where = place_in(place)
    if where is None:
        tell("error", f"expected FILE:LINE or FILE:LINE:COLUMN, got {place!r}")
        return 2
    asked = file_and_line(where.path, where.line)
    found = asked if isinstance(asked, Problem) else verdicts(*asked, others, where.column)
    if isinstance(found, Problem):
        tell("error", str(found))
        return 2
    if not found:
        emit(f"{visible(place)}: no values on this line\n", sys.stdout)
        return 0
    emit("".join(f"{row}\n" for row in verdict_rows(found)), sys.stdout)
    return 0


def verdict_rows(found: list[Verdict]) -> list[str]:
    """One for each expression, and below it why it is traced."""
    width = min(max(len(verdict.text) for verdict in found), 40)
    return [visible(row) for verdict in found for row in _rows(verdict, width)]


def _rows(verdict: Verdict, width: int) -> list[str]:
    said = "not reached" if verdict.value is None else repr(verdict.value)
    rows = [f"{verdict.text:{width}}  {said}"]
    if verdict.silent:
        rows.append(f"{'':{width}}    nothing is reported here: {verdict.silent}")
    for step in verdict.because:
        where, line = os.path.relpath(step.module.path), getattr(step.node, "lineno", None)
        place = where if line is None else label(where, step.module.source, line)
        rows.append(f"{'':{width}}    {shortened(step.text)} ({place})")
    return rows
