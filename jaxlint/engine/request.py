"""What a run is asked to do, and what comes out of it."""

from __future__ import annotations

import os

from jaxlint.diagnostic import Severity
from jaxlint.notebook.cell_path import file_of
from jaxlint.record import Record
from jaxlint.settings.model import Settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol

    from jaxlint.diagnostic import Diagnostic, Problem
    from jaxlint.project.place import Places
    from jaxlint.settings.overrides import Overrides
    from jaxlint.text.source import Source

    class Progress(Protocol):
        """Told of each file that is traced, its number among how many; ``clear`` when that is over."""

        def __call__(self, path: str, number: int, of: int) -> None: ...

        def clear(self) -> None: ...


class Request(Record):
    """``stdin``: the bytes to lint in place of files, under the name ``paths[0]``.

    ``fix``: apply safe fixes; ``unsafe``: those, too, that may change results; ``write``: keep them on disk.
    ``isolated_files``: the project around the files is not looked at; ``named_only``: findings in
    other files are not told, though these files cause them.
    ``cache``: the folder to keep answers in, "" for one in each project; None: they are not kept.
    ``shard``: which of how many parts of the files is told of, counted from 1.
    ``overrides``: what the command line says of the settings; ``progress``: told of each file that is traced.
    ``jobs``: how many processes may work at it, where there is enough to do.
    ``public_api``: look at exported functions as their signatures promise.
    ``buffers``: the texts of an editor, which count in place of what is on disk, of ``paths`` and of any others;
    ``places``: where projects begin and which files they have, as far as that is known already.
    ``early``: told of new findings before their fixes are made, which takes longer than to find them.
    """

    paths: list[str]
    select: tuple[str, ...] | None = None
    extend_select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    fix: bool = False
    unsafe: bool = False
    write: bool = False
    force_exclude: bool = False
    stdin: bytes | None = None
    isolated_files: bool = False
    named_only: bool = False
    cache: str | None = None
    shard: tuple[int, int] = (1, 1)
    fixable: tuple[str, ...] | None = None
    unfixable: tuple[str, ...] = ()
    overrides: Overrides | None = None
    progress: Progress | None = None
    public_api: bool = False
    buffers: dict[str, Source] | None = None
    places: Places | None = None
    early: Callable[[list[Diagnostic]], None] | None = None
    jobs: int = 1


class Outcome:
    """``before`` and ``sources``: the texts by path, as they were read and as they are after the fixes.

    ``diagnostics`` are those that are left, ``fixed`` those that were mended.
    ``fail_on``: the least severity that counts as a failure, by the settings; ``settings``: those that held.
    ``texts``: those of all files that are spoken of, among them those in which the files of the run cause findings.
    ``skipped``: path and reason of what was not looked at; ``gave_up``: of what was looked at only in part.
    """

    __slots__ = (
        "before",
        "diagnostics",
        "fail_on",
        "fixed",
        "gave_up",
        "problems",
        "settings",
        "skipped",
        "sources",
        "texts",
        "warnings",
    )

    def __init__(self) -> None:
        self.before: dict[str, Source] = {}
        self.sources: dict[str, Source] = {}
        self.diagnostics: list[Diagnostic] = []
        self.texts: dict[str, Source] = {}
        self.fail_on: str = Severity.INFO
        self.settings = Settings(os.curdir)
        self.fixed: list[Diagnostic] = []
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self.skipped: list[tuple[str, str]] = []
        self.gave_up: list[tuple[str, str]] = []

    @property
    def spoken_of(self) -> dict[str, Source]:
        """The texts of all files that a finding, or its fix, is about."""
        return self.texts or self.sources

    def is_named(self, path: str) -> bool:
        """Does the run name this file, or the notebook of this cell?"""
        return path in self.sources or file_of(path) in self.sources

    def changed(self) -> list[str]:
        """Paths whose text the fixes changed."""
        pairs = ((path, source, self.before[path]) for path, source in self.sources.items())
        return [path for path, source, before in pairs if source is not before and source.text != before.text]
