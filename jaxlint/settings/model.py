"""The settings record.  One field, one option; the key in the file is the same word with dashes."""

from __future__ import annotations

from jaxlint.diagnostic import Severity

SMALL_FILE = 100_000  # bytes that any `max-file-size` allows
MAX_FILE_SIZE = 4_000_000


class Settings:
    """``root``: directory that the patterns are relative to; ``path``: the file they came from, if any.

    ``lines`` gives the line on which a string of the file stands, for messages about it; 0: on the command line.
    """

    __slots__ = (
        "assume_traced",
        "baseline",
        "exclude",
        "extend_exclude",
        "extend_safe_fixes",
        "extend_select",
        "extend_unsafe_fixes",
        "fail_on",
        "fixable",
        "ignore",
        "lines",
        "max_file_size",
        "named_only",
        "output_format",
        "path",
        "per_file_ignores",
        "public_api",
        "root",
        "select",
        "severity",
        "target_jax",
        "unfixable",
        "unsafe_fixes",
    )
    root: str
    path: str | None
    select: tuple[str, ...] | None  # selectors of the rules to run, in place of the default set
    extend_select: tuple[str, ...]  # and on top of it
    ignore: tuple[str, ...]  # selectors of rules to leave out
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...]  # the same, for files that match a gitignore pattern
    exclude: tuple[str, ...] | None  # gitignore patterns, in place of the built-in ones
    extend_exclude: tuple[str, ...]  # and on top of them
    assume_traced: tuple[str, ...]  # gitignore patterns of files whose functions are analysed as if they were jitted
    public_api: bool  # are exported functions analysed under the transforms that their signatures promise?
    severity: tuple[tuple[str, str], ...]  # selectors, and what the findings of those rules count as
    fixable: tuple[str, ...] | None  # selectors of the rules whose fixes may be made; None: all
    unfixable: tuple[str, ...]  # and of those whose fixes may not
    extend_safe_fixes: tuple[str, ...]  # selectors of rules whose unsafe fixes count as safe
    extend_unsafe_fixes: tuple[str, ...]  # and of those whose safe fixes count as unsafe
    fail_on: str  # the least severity of a finding that makes the exit status 1
    target_jax: str | None  # the JAX that the code has to run on: "0.6.2", ">=0.4.30"; None: what the project asks for
    unsafe_fixes: bool  # unsafe fixes are made without being asked for
    output_format: str | None  # of the report, where the command line names none
    baseline: str | None  # a file of findings that are left out, relative to ``root``
    named_only: bool  # are findings hidden that the files of a run cause in other files?
    max_file_size: int  # bytes; larger files are left out
    lines: dict[str, int]

    def __init__(
        self,
        root: str,
        path: str | None = None,
        select: tuple[str, ...] | None = None,
        ignore: tuple[str, ...] = (),
        extend_select: tuple[str, ...] = (),
        per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = (),
        exclude: tuple[str, ...] | None = None,
        extend_exclude: tuple[str, ...] = (),
        assume_traced: tuple[str, ...] = (),
        target_jax: str | None = None,
        public_api: bool = False,
        severity: tuple[tuple[str, str], ...] = (),
        fail_on: str = Severity.INFO,
        fixable: tuple[str, ...] | None = None,
        unfixable: tuple[str, ...] = (),
        extend_safe_fixes: tuple[str, ...] = (),
        extend_unsafe_fixes: tuple[str, ...] = (),
        unsafe_fixes: bool = False,
        output_format: str | None = None,
        baseline: str | None = None,
        named_only: bool = False,
        max_file_size: int = MAX_FILE_SIZE,
        lines: dict[str, int] | None = None,
    ) -> None:
        values = {name: value for name, value in locals().items() if name != "self"}
        values["lines"] = lines or {}
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"settings are frozen: {name}")

    def as_text(self) -> str:
        """All that they say, wherever they are written."""
        names = [name for name in self.__slots__ if name not in ("lines", "path")]
        return repr([(name, getattr(self, name)) for name in names])

    def having(self, **values: object) -> Settings:
        """The same, but for some fields."""
        return Settings(**{**{name: getattr(self, name) for name in self.__slots__}, **values})

    def place_of(self, text: str) -> tuple[str, int | None]:
        """Where ``text`` is written, for a message: a file and a line, or the command line."""
        line = self.line_of(text)
        return ("--config", None) if line == 0 else (self.path or "settings", line)

    def line_of(self, text: str) -> int | None:
        """The line of the settings file on which ``text`` is written, for a message."""
        return self.lines.get(text)
