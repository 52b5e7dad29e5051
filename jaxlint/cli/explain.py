"""``jaxlint explain``: what an error of JAX's, or a place, is about, in our words."""

from __future__ import annotations

import os
import sys
from textwrap import wrap

from jaxlint.cli.streams import emit, tell, wants_color
from jaxlint.cli.trace import verdict_rows
from jaxlint.diagnostic import Problem
from jaxlint.engine.cell_place import file_and_line, label
from jaxlint.explain.explain import Explanation, explain_place, explain_text
from jaxlint.explain.read import place_of, source_at, traceback_text
from jaxlint.report.cells import by_cell
from jaxlint.report.paint import Paint, visible
from jaxlint.report.text import finding_text
from jaxlint.report.view import View


def explain(argument: str) -> int:
    """The exit status: 2 where there is nothing that could be explained."""
    where = None if os.path.exists(argument) else place_of(argument)
    found = _at(*where) if where is not None else _in_text(argument)
    if isinstance(found, Problem):
        tell("error", str(found))
        return 2
    paint = Paint(wants_color("auto", sys.stdout))
    emit("\n".join(_shown(one, paint) for one in found), sys.stdout)
    return 0


def _at(path: str, line: int) -> list[Explanation] | Problem:
    asked = file_and_line(path, line)
    if isinstance(asked, Problem):
        return asked
    source = source_at(*asked)
    return source if isinstance(source, Problem) else [explain_place(*asked, source)]


def _in_text(argument: str) -> list[Explanation] | Problem:
    if argument == "-" and sys.stdin is not None and sys.stdin.isatty():
        tell("note", "jaxlint reads a traceback from the terminal, up to the end of input (Ctrl-D)")
    text = traceback_text(argument)
    if isinstance(text, Problem):
        return text
    found = explain_text(text, os.path.dirname(argument) or os.curdir)
    if not found:
        name = "stdin" if argument == "-" else argument
        return Problem(name, "contains no traceback; try `python train.py 2>&1 | jaxlint explain -`")
    return found


def _shown(one: Explanation, paint: Paint) -> str:
    rows = [paint("bold", _title(one))]
    if one.place is not None:
        rows.append(f"    {visible(one.place.source.line(one.place.line).strip())}")
    if one.place is not None and one.place.stale:
        rows.append("The file has changed since this traceback; the line may not match.")
    if one.error and one.message.strip():
        rows += ["", "JAX says:" if one.is_known and not _raises(one) else "Message:", *_quoted(one.message)]
    rows.append("")
    if one.ended:
        leaked = f"The value was traced in `{visible(one.ended)}`, which is no longer running: it has leaked."
        rows += [*_wrapped(leaked), ""]
    if one.match is not None:
        return "\n".join([*rows, _finding(one, paint)])
    rows += _wrapped(_nothing(one))
    if one.meaning is not None:
        rows += ["", paint("bold", "What it means"), *_wrapped(one.meaning.text, "  ")]
        rows += ["", paint("bold", "What to check"), *_wrapped(one.meaning.check, "  ")]
    if one.known:
        rows += ["", paint("bold", "Values on this line"), *(f"  {row}" for row in verdict_rows(one.known))]
    if one.meaning is not None and one.meaning.address not in one.message:
        rows += ["", f"See {one.meaning.address}"]
    return "\n".join(rows) + "\n"


def _raises(one: Explanation) -> bool:
    """The words are the user's own, as a constructor that JAX calls may raise them."""
    return one.place is not None and one.place.source.line(one.place.line).split()[:1] == ["raise"]


def _title(one: Explanation) -> str:
    if one.place is None:
        return f"{visible(one.error)}, raised outside your files"
    function = f", in `{visible(one.place.function)}`" if one.place.function.isidentifier() else ""
    where = visible(label(one.place.path, one.place.source, one.place.line)) + function
    return f"{visible(one.error)} at {where}" if one.error else where


def _finding(one: Explanation, paint: Paint) -> str:
    assert one.match is not None
    outcome = by_cell(one.match.outcome)
    diagnostic = outcome.diagnostics[one.match.outcome.diagnostics.index(one.match.diagnostic)]
    head = "jaxlint reports this error:" if one.is_known else "jaxlint reports on this line:"
    found = one.match.diagnostic.location
    if one.place is not None and found.path != one.place.path:
        head = "jaxlint finds the cause in another file:"
    elif one.place is not None and found.line not in one.place.lines:
        head = "jaxlint finds the cause on another line:"
    text = finding_text(diagnostic, outcome.spoken_of, View(paint, unsafe=True, verbose=True, numbered=True))
    return f"{head}\n{text}Learn more: jaxlint rule {diagnostic.code}\n"


def _nothing(one: Explanation) -> str:
    if one.place is None:
        return "None of your files named in the traceback exists here, so jaxlint cannot analyze the program."
    if not one.error:
        return "jaxlint has no finding here."
    if one.meaning is None:
        error = visible(one.error)
        return f"jaxlint has no finding here and does not recognize this {error}."
    return "jaxlint has no finding here."


def _quoted(message: str) -> list[str]:
    """All of it, without empty lines and those that divide."""
    rows = [visible(row.strip()) for row in message.split("\n") if row.strip("- ")]
    return [line for row in rows for line in _wrapped(row, "    ")]


def _wrapped(text: str, indent: str = "") -> list[str]:
    width = 100
    return wrap(
        text, width, initial_indent=indent, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False
    )
