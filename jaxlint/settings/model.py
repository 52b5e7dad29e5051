"""The settings record.  One field, one option; the key in the file is the same word with dashes."""

from __future__ import annotations

from types import MappingProxyType

from jaxlint.diagnostic import Severity
from jaxlint.record import Frozen

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

SMALL_FILE = 100_000  # bytes that any `max-file-size` allows
MAX_FILE_SIZE = 4_000_000


class Settings(Frozen):
    """``root``: directory that the patterns are relative to; ``path``: the file they came from, if any.

    ``lines`` gives the line on which a string of the file stands, for messages about it; 0: on the command line.
    """

    root: str
    path: str | None = None
    select: tuple[str, ...] | None = None  # selectors of the rules to run, in place of the default set
    extend_select: tuple[str, ...] = ()  # and on top of it
    ignore: tuple[str, ...] = ()  # selectors of rules to leave out
    per_file_ignores: tuple[tuple[str, tuple[str, ...]], ...] = ()  # the same, for files that match a gitignore pattern
    exclude: tuple[str, ...] | None = None  # gitignore patterns, in place of the built-in ones
    extend_exclude: tuple[str, ...] = ()  # and on top of them
    assume_traced: tuple[str, ...] = ()  # gitignore patterns of files whose functions count as jitted
    public_api: bool = False  # are exported functions analysed under the transforms that their signatures promise?
    severity: tuple[tuple[str, str], ...] = ()  # selectors, and what the findings of those rules count as
    fixable: tuple[str, ...] | None = None  # selectors of the rules whose fixes may be made; None: all
    unfixable: tuple[str, ...] = ()  # and of those whose fixes may not
    extend_safe_fixes: tuple[str, ...] = ()  # selectors of rules whose unsafe fixes count as safe
    extend_unsafe_fixes: tuple[str, ...] = ()  # and of those whose safe fixes count as unsafe
    fail_on: str = Severity.INFO  # the least severity of a finding that makes the exit status 1
    target_jax: str | None = None  # the JAX that the code has to run on: "0.6.2", ">=0.4.30"; None: the project's
    unsafe_fixes: bool = False  # unsafe fixes are made without being asked for
    output_format: str | None = None  # of the report, where the command line names none
    baseline: str | None = None  # a file of findings that are left out, relative to ``root``
    named_only: bool = False  # are findings hidden that the files of a run cause in other files?
    max_file_size: int = MAX_FILE_SIZE  # bytes; larger files are left out
    lines: Mapping[str, int] = MappingProxyType({})

    def as_text(self) -> str:
        """All that they say, wherever they are written."""
        names = [name for name in self._names if name not in ("lines", "path")]
        return repr([(name, getattr(self, name)) for name in names])

    def place_of(self, text: str) -> tuple[str, int | None]:
        """Where ``text`` is written, for a message: a file and a line, or the command line."""
        line = self.line_of(text)
        return ("--config", None) if line == 0 else (self.path or "settings", line)

    def line_of(self, text: str) -> int | None:
        """The line of the settings file on which ``text`` is written, for a message."""
        return self.lines.get(text)
