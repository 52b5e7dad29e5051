"""What every mouth of jaxlint speaks: one finding, why it holds, and how to mend it."""

from __future__ import annotations

from jaxlint.record import Record
from jaxlint.text.edit import Edit

TYPE_CHECKING = False
if TYPE_CHECKING:
    pass


class Severity:
    """How sure a finding is to hurt."""

    ERROR = "error"  # fails, in the context that was found
    WARNING = "warning"  # misbehaves silently, or is likely to fail
    INFO = "info"  # advice
    ALL = (INFO, WARNING, ERROR)  # from the least


class Level(str):
    """How far a fix may be trusted."""

    __slots__ = ()


SAFE = Level("safe")  # same values, shapes, dtypes and gradients wherever the original ran
UNSAFE = Level("unsafe")  # may change results, or rests on a bound the user declares
SUGGESTION = Level("suggestion")  # has a placeholder; shown, never applied
LEVELS = (SAFE, UNSAFE, SUGGESTION)


def safe_if(proved: bool) -> Level:
    """``SAFE``, else ``UNSAFE``."""
    return SAFE if proved else UNSAFE


class Location(Record):
    """A stretch of a file: 1-based lines, 1-based columns counted in characters, end exclusive."""

    path: str
    line: int
    column: int
    end_line: int
    end_column: int

    def sort_key(self) -> tuple[str, int, int, int, int]:
        return (self.path, self.line, self.column, self.end_line, self.end_column)


class Related(Record):
    """One step of the traced-because chain."""

    message: str
    location: Location | None


class Fix:
    """Edits that belong together, by path: all are applied, or none.

    ``summary``: the title, and behind a semicolon the note: what it costs, or rests on.
    ``claims``: what it rests on, and no other fix of the same pass may; ``alone``: the edits where no other fix is
    made, which take imports away that are used no more.
    """

    __slots__ = ("alone", "applicability", "claims", "edits", "summary")

    def __init__(
        self, applicability: Level, summary: str, edits: dict[str, list[Edit]], claims: frozenset[str] = frozenset()
    ) -> None:
        self.applicability = applicability
        self.summary = summary
        self.edits = edits
        self.alone = edits
        self.claims = claims

    @property
    def title(self) -> str:
        return self.summary.partition("; ")[0]

    @property
    def note(self) -> str:
        """Empty where there is nothing to note."""
        return self.summary.partition("; ")[2]

    def counting_as(self, applicability: Level) -> Fix:
        """The same fix, trusted more or less."""
        made = Fix(applicability, self.summary, self.edits, self.claims)
        made.alone = self.alone
        return made


_COMMON = frozenset("a an and as at by each for from i in it jax k key lax of or the to use with x".split())


class Way(Record):
    """A way out of a finding: what to do, and ``when`` it is the best one, as a clause.

    ``fix``: the edits that do it, if jaxlint can write them here; ``no_fix``: why it can't, if that is known.
    """

    title: str
    when: str
    fix: Fix | None = None
    no_fix: str | None = None

    def __str__(self) -> str:
        return f"{self.title}, if {self.when}" if self.when else self.title


class Diagnostic(Record):
    """One finding; ``no_fix``: why it has none; ``ways``: what its rule advises."""

    code: str
    name: str
    severity: str
    message: str
    location: Location
    related: tuple[Related, ...] = ()
    fix: Fix | None = None
    no_fix: str | None = None
    ways: tuple[Way, ...] = ()

    def remedies(self) -> list[Way]:
        """The ways out, that with edits first; never empty for a finding of a rule."""
        fix = self.fix
        if fix is None:
            return [Way(one.title, one.when, None, None if at else self.no_fix) for at, one in enumerate(self.ways)]
        shared = [len(_words(one.title) & _words(fix.title)) for one in self.ways]
        alike = self.ways[shared.index(max(shared))] if any(shared) else None
        own = next((one for one in self.ways if one.title == fix.title), alike)  # the fix is this one, with edits
        others = [one for one in self.ways if one is not own]
        return [Way(fix.title, "" if own is None else own.when, fix), *others]

    def sort_key(self) -> tuple[tuple[str, int, int, int, int], str, str]:
        return (self.location.sort_key(), self.code, self.message)


def _words(title: str) -> set[str]:
    """Those that tell titles apart: names of functions without their modules, and plain words."""
    words = "".join(one if one.isalnum() or one == "_" else " " for one in title.lower())
    return set(words.split()) - _COMMON


def internal_error(path: str, where: str, error: Exception, line: int | None = None) -> Problem:
    """An error of ours, as the user is told of it."""
    if isinstance(error, RecursionError):
        return Problem(path, f"nested too deep for {where}", line)
    said = " ".join(f"{type(error).__name__}: {error}".split())
    return Problem(path, f"internal error in {where} ({said}); please report it", line)


class Problem(Record):
    """A file, or a setting, that jaxlint could not work with; never silent, exit status 2."""

    path: str
    message: str
    line: int | None = None

    def __str__(self) -> str:
        where = self.path if self.line is None else f"{self.path}:{self.line}"
        return f"{where}: {self.message}"
