"""What ``jaxlint explain`` is given: a traceback on stdin or in a file, or a place in a program."""

from __future__ import annotations

import os
import sys

from jaxlint.diagnostic import Problem
from jaxlint.discovery.read import read, read_bytes
from jaxlint.engine.cell_place import place_in
from jaxlint.text.shapes import read_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.text.source import Source


def traceback_text(argument: str) -> str | Problem:
    """``-`` is stdin.  Of a notebook, what its cells printed when they failed."""
    if argument == "-":
        return Problem("`-`", "there is no standard input") if sys.stdin is None else _text(sys.stdin.buffer.read())
    if argument.endswith(".ipynb"):
        data = read_bytes(argument)
        return data if isinstance(data, Problem) else _of_notebook(argument, data)
    if not os.path.exists(argument):
        return Problem(argument, "no such file; a place in a program is FILE:LINE")
    data = read_bytes(argument)
    return data if isinstance(data, Problem) else _text(data)


def place_of(argument: str) -> tuple[str, int] | None:
    """``FILE:LINE``, or ``FILE:LINE:COLUMN`` as reports write it; None for what is no such place."""
    found = place_in(argument)
    return None if found is None else (found.path, found.line)


def source_at(path: str, line: int) -> Source | Problem:
    """The text of a file that has this line, or a problem."""
    source = read(path)
    if isinstance(source, Problem):
        return source
    return source if 1 <= line <= len(source.starts) else Problem(path, f"the file has no line {line}")


def _text(data: bytes) -> str:
    """Terminals and logs hold what they hold."""
    return data.decode(errors="replace")


def _of_notebook(path: str, data: bytes) -> str | Problem:
    try:
        cells = read_json(data, dict)["cells"]
        outputs = [output for cell in cells for output in cell.get("outputs", ())]
        failed = [output for output in outputs if output.get("output_type") == "error"]
        return "\n".join(f"{'-' * 75}\n" + "\n".join(map(str, output["traceback"])) for output in failed)
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        return Problem(path, f"is no notebook: {type(error).__name__}: {error}")
