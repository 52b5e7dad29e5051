"""IPython's own commands in a cell, as Python that stands in for them.

A line that holds one keeps its number and, where Python follows (``%time f(x)``), the columns of that.
https://ipython.readthedocs.io/en/stable/interactive/magics.html
"""

from __future__ import annotations

import re

from jaxlint.record import Record
from jaxlint.syntax.parse import NotParsed, parse
from jaxlint.text.numbers import whole_number
from jaxlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

SIGN = "#\x1f"  # begins the comments that say what a line stands for
_STATEMENT = re.compile(r"%(?:timeit|time|prun|memit)(?:[ \t]+-[-\w]+(?:[ \t]+\d+)?)*[ \t]+(?=\S)")
_ASSIGNED = re.compile(r"([\w.,\[\]'\" \t]+=[ \t]*)[!%](?!=)")
_HELP = re.compile(r"\?|[%\w.*]+\?{1,2}[ \t\r]*$")
_OF_PYTHON = frozenset("capture memit prun snakeviz time timeit".split())  # cell magics that run the cell itself
# Line magics that people write without the sign, as IPython lets them.
_BARE = re.compile(
    r"(?:cat|cd|conda|cp|env|history|less|ll|ls|man|mkdir|more|mv|pip|pwd|rm|rmdir|run|who|whos)"
    r"(?![\w(.=\[,:]|[ \t]*[-+*/%@&|^]?=)"
)
_NOTHING = "pass"
_UNKNOWN = "get_ipython()"
_QUOTES = ("'''", '"""', "'", '"')


class Altered(Exception):
    """A line that stands for a magic is not what it was."""


class Magic(Record):
    """``written``: what the cell says; ``stand_in``: what is read in its place.  More may follow on the line."""

    written: str
    stand_in: str


def without_magics(text: str, magics: list[Magic]) -> str:
    """A cell as Python; each line that changes is noted, and ends with its number in ``magics``."""
    text = _dedented(text, magics)
    if not _may_hold_magics(text):
        return text
    if text.lstrip().startswith("%%"):
        name = re.match(r"\s*%%(\w*)", text)
        if name is None or name[1] not in _OF_PYTHON:
            return as_comments(text, magics)
    elif error_in(text) is None:
        return text
    rows = text.split("\n")
    for number in _statements(rows):
        for at, (magic, rest) in enumerate(_stand_ins(rows, number), number):
            indent = rows[at][: len(rows[at]) - len(rows[at].lstrip())] if magic.stand_in else ""
            rows[at] = f"{indent}{magic.stand_in}{rest}{SIGN}magic {len(magics)}"
            magics.append(magic)
    return "\n".join(rows)


def _dedented(text: str, magics: list[Magic]) -> str:
    """IPython takes the indent of the first line from all lines; columns count from there."""
    rows = text.split("\n")
    indent = rows[0][: len(rows[0]) - len(rows[0].lstrip(" \t"))]
    starts = [number for number in _statements(rows) if rows[number].strip()] if indent and rows[0].strip() else []
    if any(not rows[number].startswith(indent) or rows[number].endswith(("\\", "\r")) for number in starts):
        return text
    for number in starts:
        rows[number] = rows[number][len(indent) :]
    if not starts or _may_hold_magics("\n".join(rows)) or any(_after(rows[number], 0, "")[1] for number in starts):
        return text  # a comment behind a line may be part of a string
    for number in starts:
        rows[number] += f"{SIGN}magic {len(magics)}"
        magics.append(Magic(indent, ""))
    return "\n".join(rows)


def as_comments(text: str, magics: list[Magic]) -> str:
    """A cell that is not read at all."""
    rows = []
    for row in text.split("\n"):
        rows.append(f"{SIGN}magic {len(magics)}")
        magics.append(Magic(row, ""))
    return "\n".join(rows)


def with_magics(text: str, magics: list[Magic]) -> str:
    """The way back; raises Altered."""
    if SIGN not in text:
        return text
    rows = text.split("\n")
    for at, row in enumerate(rows):
        body, sign, number = row.partition(f"{SIGN}magic ")
        if sign:
            place = whole_number(number)
            magic = magics[place] if place is not None and place < len(magics) else None
            indent = body[: len(body) - len(body.lstrip())]
            if magic is None or not body.startswith(magic.stand_in, len(indent)):
                raise Altered(row)
            rows[at] = indent + magic.written + body[len(indent) + len(magic.stand_in) :]
    return "\n".join(rows)


def error_in(text: str) -> tuple[str, int] | None:
    """Why a cell is no Python on its own, and in which of its lines that shows."""
    try:
        parse(Source("<cell>", text))
    except NotParsed as error:
        return error.problem.message, error.problem.line or 1
    return None


def _may_hold_magics(text: str) -> bool:
    rows = (row.strip() for row in text.split("\n"))
    return any(
        row.startswith(("%", "!", "?")) or row.endswith("?") or _ASSIGNED.match(row) or _BARE.match(row) for row in rows
    )


def _stand_ins(rows: list[str], number: int) -> list[tuple[Magic, str]]:
    """For a statement that is a magic: one for each of its lines, with the Python that follows on the line."""
    row = rows[number]
    body = row.lstrip()
    python = None if row.endswith("\r") else _STATEMENT.match(body)
    if python is not None and error_in(body[python.end() :]) is None:
        return [(Magic(python[0], "None;".ljust(python.end())), body[python.end() :])]
    assigned = _ASSIGNED.match(body)
    if assigned is not None and error_in(f"{assigned[1]}None") is None:
        first = Magic(body, f"{assigned[1]}{_UNKNOWN}")
    elif body.startswith(("%", "!")) or _HELP.match(body) or (_BARE.match(body) and error_in(body) is not None):
        first = Magic(body, _NOTHING)
    else:
        return []
    found = [(first, "")]
    while rows[number].endswith("\\") and number + 1 < len(rows):
        number += 1
        found.append((Magic(rows[number], ""), ""))
    return found


def _statements(rows: list[str]) -> Iterator[int]:
    """The lines that a statement starts on: not within brackets or strings, nor behind a backslash."""
    depth, quote, goes_on = 0, "", False
    for number, row in enumerate(rows):
        is_start = not (depth or quote or goes_on)
        if is_start:
            yield number
            if row.lstrip().startswith(("%", "!", "?")):
                goes_on = row.endswith("\\")
                continue
        depth, quote = _after(row, depth, quote)
        goes_on = row.endswith("\\")


def _after(row: str, depth: int, quote: str) -> tuple[int, str]:
    """How many brackets, and which string, are open at the end of a line."""
    at = 0
    while at < len(row):
        if quote:
            at = _string_end(row, at, quote)
            if at < 0:
                return depth, quote if len(quote) == 3 or row.endswith("\\") else ""
            quote = ""
            continue
        sign = row[at]
        if sign == "#":
            break
        opened = next((one for one in _QUOTES if row.startswith(one, at)), "")
        if opened:
            quote, at = opened, at + len(opened)
            continue
        depth = max(0, depth + (sign in "([{") - (sign in ")]}"))
        at += 1
    return depth, quote if len(quote) == 3 else ""


def _string_end(row: str, at: int, quote: str) -> int:
    """The offset behind a string; -1 where it goes on below."""
    while at < len(row):
        if row[at] == "\\":
            at += 2
        elif row.startswith(quote, at):
            return at + len(quote)
        else:
            at += 1
    return -1
