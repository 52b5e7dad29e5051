"""What a run is asked to do, and what comes out of it."""

from __future__ import annotations

from jaxlint.diagnostic import Severity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Problem
    from jaxlint.text.source import Source


class Request:
    """``stdin``: the bytes to lint in place of files, under the name ``paths[0]``.

    ``fix``: apply safe fixes; ``unsafe``: those, too, that may change results; ``write``: keep them on disk.
    ``public_api``: look at exported functions as their signatures promise.
    """

    __slots__ = (
        "extend_select",
        "fix",
        "force_exclude",
        "ignore",
        "paths",
        "public_api",
        "select",
        "stdin",
        "unsafe",
        "write",
    )

    def __init__(
        self,
        paths: list[str],
        select: tuple[str, ...] | None = None,
        extend_select: tuple[str, ...] = (),
        ignore: tuple[str, ...] = (),
        fix: bool = False,
        unsafe: bool = False,
        write: bool = False,
        force_exclude: bool = False,
        stdin: bytes | None = None,
        public_api: bool = False,
    ) -> None:
        self.paths = paths
        self.select = select
        self.extend_select = extend_select
        self.ignore = ignore
        self.fix = fix
        self.unsafe = unsafe
        self.write = write
        self.force_exclude = force_exclude
        self.stdin = stdin
        self.public_api = public_api


class Outcome:
    """``before`` and ``sources``: the texts by path, as they were read and as they are after the fixes.

    ``diagnostics`` are those that are left, ``fixed`` those that were mended.
    ``fail_on``: the least severity that counts as a failure, by the settings.
    ``skipped``: path and reason of what was not looked at; ``gave_up``: of what was looked at only in part.
    """

    __slots__ = ("before", "diagnostics", "fail_on", "fixed", "gave_up", "problems", "skipped", "sources", "warnings")

    def __init__(self) -> None:
        self.before: dict[str, Source] = {}
        self.sources: dict[str, Source] = {}
        self.diagnostics: list[Diagnostic] = []
        self.fail_on: str = Severity.INFO
        self.fixed: list[Diagnostic] = []
        self.problems: list[Problem] = []
        self.warnings: list[Problem] = []
        self.skipped: list[tuple[str, str]] = []
        self.gave_up: list[tuple[str, str]] = []

    def changed(self) -> list[str]:
        """Paths whose text the fixes changed."""
        return [path for path, source in self.sources.items() if source.text != self.before[path].text]
