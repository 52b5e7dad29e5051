"""Places and addresses as machine formats write them."""

from __future__ import annotations

import os

from jaxlint.notebook.cell_path import CellPath, file_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Location, Problem


def slashed(path: str) -> str:
    """With ``/`` between its parts, wherever it was found; of a cell the path of its notebook."""
    return file_of(path).replace(os.sep, "/")


def path_data(path: str) -> dict[str, object]:
    """With the number of the cell, where it is one of a notebook."""
    return {"path": slashed(path), **({"cell": path.cell} if isinstance(path, CellPath) else {})}


def place_data(location: Location) -> dict[str, object]:
    """As plain data."""
    return {
        **path_data(location.path),
        "line": location.line,
        "column": location.column,
        "end_line": location.end_line,
        "end_column": location.end_column,
    }


def problem_data(problem: Problem) -> dict[str, object]:
    return {**path_data(problem.path), "line": problem.line, "message": problem.message}


def page_of(diagnostic: Diagnostic) -> str | None:
    """The address of the page of its rule."""
    from jaxlint.rules.address import address_of

    return address_of(diagnostic.code)


def uri(path: str) -> str:
    """A relative path as a relative reference, an absolute one as an address of a file."""
    from urllib.parse import quote

    text = quote(slashed(path), errors="backslashreplace")
    return f"file://{text}" if text.startswith("/") else text
