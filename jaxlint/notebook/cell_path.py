"""Cells of notebooks as files."""

from __future__ import annotations


class CellPath(str):
    """``train.ipynb:cell 3``, as it is shown; cells count from 1, those of text counted."""

    __slots__ = ("cell", "notebook")

    notebook: str
    cell: int

    def __new__(cls, notebook: str, cell: int) -> CellPath:
        made = super().__new__(cls, f"{notebook}:cell {cell}")
        made.notebook, made.cell = notebook, cell
        return made


def file_of(path: str) -> str:
    """The notebook of a cell; any other path itself."""
    return path.notebook if isinstance(path, CellPath) else path
