"""Which file an imported name means: a script's own folder comes first, so one name may mean several files."""

from __future__ import annotations

import os

from jaxlint.project.naming import file_of

_APART = "@"  # stands in no name of Python's


class SearchPath:
    """The folders that modules are imported from, in the order they were met.

    The folder that has a top-level name first keeps it as it is; that of another folder is told apart: ``utils@2``.
    """

    def __init__(self) -> None:
        self.folders: dict[str, None] = {}
        self._owners: dict[str, str] = {}  # top-level name -> the folder that keeps it as it is
        self._aliases: dict[tuple[str, str], str] = {}
        self._meant: dict[str, tuple[str, str]] = {}  # alias -> folder, top-level name
        self._offering: dict[str, list[str]] = {}
        self._chosen: dict[tuple[str, str], str] = {}

    def add(self, folder: str, dotted: str) -> str:
        """The name that a module of a folder goes by."""
        self.search(folder)
        return self._named(folder, dotted)

    def search(self, folder: str) -> None:
        """Modules may be imported from there."""
        if folder not in self.folders:
            self.folders[folder] = None
            self._offering.clear()
            self._chosen.clear()

    def seen_from(self, folder: str, dotted: str) -> str:
        """The name of what ``import dotted`` means in a file of a folder; one of no file where that can't be told."""
        top, dot, rest = dotted.partition(".")
        if _APART in top:
            return dotted
        chosen = self._chosen.get((folder, top))
        if chosen is None:
            chosen = self._chosen[(folder, top)] = self._choose(folder, top)
        return chosen + dot + rest

    def offers(self, top: str) -> bool:
        """Does one of the folders have something of the name?"""
        return _APART in top or bool(self._offered(top))

    def _offered(self, top: str) -> list[str]:
        if top not in self._offering:
            self._offering[top] = [one for one in self.folders if _path(one, top) is not None]
        return self._offering[top]

    def file(self, dotted: str) -> str | None:
        """The file of a module, or the folder of a namespace package; None where there is none."""
        top, dot, rest = dotted.partition(".")
        folder = self._owners.get(top)
        if folder is None and _APART in top:
            folder, top = self._meant.get(top, (None, top))
            if folder is None:
                return None
        folders = self.folders if folder is None else [folder]
        return next((path for one in folders if (path := _path(one, top + dot + rest)) is not None), None)

    def _choose(self, folder: str, top: str) -> str:
        offering = self._offered(top)
        if len(offering) < 2:
            return top
        around = [one for one in offering if folder == one or folder.startswith(os.path.join(one, ""))]
        return self._named(max(around, key=len), top) if around else top + _APART

    def _named(self, folder: str, dotted: str) -> str:
        top, dot, rest = dotted.partition(".")
        if self._owners.setdefault(top, folder) == folder:
            return dotted
        alias = self._aliases.get((folder, top))
        if alias is None:
            alias = self._aliases[(folder, top)] = f"{top}{_APART}{len(self._aliases) + 2}"
            self._meant[alias] = folder, top
        return alias + dot + rest


def plain(dotted: str) -> str:
    """The name as Python has it."""
    top, dot, rest = dotted.partition(".")
    return top.partition(_APART)[0] + dot + rest


def _path(folder: str, dotted: str) -> str | None:
    found = file_of(folder, dotted)
    if found is None:
        inside = os.path.join(folder, *dotted.split("."))
        found = inside if os.path.isdir(inside) else None
    return found
