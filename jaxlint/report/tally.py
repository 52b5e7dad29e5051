"""The counts of a run, and the sentences that tell them."""

from __future__ import annotations

from jaxlint.diagnostic import SAFE, UNSAFE, Severity
from jaxlint.notebook.cell_path import file_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.engine.request import Outcome


class Tally:
    """``fixable``: by safe fixes; ``unsafely``: only by unsafe ones; ``outside``: in ``others``, the files that the run
    does not name.

    ``is_misread``: an option asked for what there is not, so that a run without findings says nothing of the files.
    """

    __slots__ = (
        "errors",
        "files",
        "fixable",
        "fixed",
        "in_part",
        "infos",
        "is_misread",
        "others",
        "outside",
        "partial",
        "problems",
        "skipped",
        "unsafely",
        "warnings",
        "with_findings",
    )

    def __init__(self, outcome: Outcome) -> None:
        severities = [diagnostic.severity for diagnostic in outcome.diagnostics]
        named = [one for one in outcome.diagnostics if outcome.is_named(one.location.path)]
        levels = [one.fix.applicability for one in named if one.fix is not None]
        self.errors = severities.count(Severity.ERROR)
        self.warnings = severities.count(Severity.WARNING)
        self.infos = severities.count(Severity.INFO)
        self.in_part = len(set(outcome.gave_up))
        others = [file_of(one.location.path) for one in outcome.diagnostics if not outcome.is_named(one.location.path)]
        self.outside, self.others = len(others), list(dict.fromkeys(others))
        self.fixable = levels.count(SAFE)
        self.unsafely = levels.count(UNSAFE)
        self.fixed = len(outcome.fixed)
        files = set(map(file_of, outcome.sources))
        self.files = len(files)
        self.with_findings = len({file_of(one.location.path) for one in outcome.diagnostics})
        self.skipped = len(outcome.skipped)
        self.problems = len(outcome.problems)
        self.is_misread = any(problem.path.startswith("--") for problem in outcome.problems)
        self.partial = len(files & {file_of(problem.path) for problem in outcome.problems})

    def sentences(self, written: bool = True) -> list[str]:
        """The footer, without colour.  ``written``: fixes are on disk, not only shown."""
        lines = self._fixed(written) if self.fixed else []
        if self.errors or self.warnings or self.infos or not self.is_misread:
            lines.append(self._found())
        if self.outside:
            lines.append(self._outside())
        if self.in_part:
            verb = "was" if self.in_part == 1 else "were"
            lines.append(
                f"{_count(self.in_part, 'function')} {verb} too complex to analyze fully (list with `--verbose`)."
            )
        if self.fixable or self.unsafely:
            lines.append(self._remedies())
        return lines + self._troubles()

    def of_fixes(self, written: bool = True) -> list[str]:
        """The same where nobody asks what is left."""
        return (self._fixed(written) if self.fixed else ["No fixes applied."]) + self._troubles()

    def _fixed(self, written: bool) -> list[str]:
        return [f"{'Fixed' if written else 'Would fix'} {_count(self.fixed, 'finding')}."]

    def _troubles(self) -> list[str]:
        said = f"jaxlint could not complete this run: {_count(self.problems, 'problem')} (see above)."
        return [said] if self.problems else []

    def _found(self) -> str:
        kinds = ((self.errors, "error"), (self.warnings, "warning"), (self.infos, "info"))
        parts = [_count(number, *words) for number, *words in kinds if number]
        if not parts and not self.files:
            return "No Python files or notebooks to check."
        if not parts:
            left = " left" if self.fixed else ""
            whole = self.files - self.partial
            if self.partial:
                checked = f"No findings{left} in {_count(whole, 'file')}; " if whole else ""
                return f"{checked}{_count(self.partial, 'file')} could not be checked in full."
            return f"No findings{left} in {_count(self.files, 'file')}."
        listed = " and ".join([part for part in (", ".join(parts[:-1]), parts[-1]) if part])
        where = _count(self.with_findings, "file")
        if self.files > 1 and not self.outside:
            where = f"{self.with_findings} of {_count(self.files, 'file')}"
        return f"Found {listed} in {where}."

    def _outside(self) -> str:
        found = _count(self.outside, "finding")
        where = f"`{self.others[0]}`" if len(self.others) == 1 else f"{len(self.others)} other files"
        return f"{found} in {where}, caused by the files of this run (hide with `--named-only`)."

    def _remedies(self) -> str:
        if not self.fixable:
            return f"{self.unsafely} fixable with `--fix --unsafe-fixes`."
        more = f", {self.unsafely} more with `--fix --unsafe-fixes`" if self.unsafely else ""
        return f"{self.fixable} fixable with `--fix`{more}."


def _count(number: int, word: str, after: str = "") -> str:
    return f"{number} {word}{'' if number == 1 else 's'}{after}"
