"""What a run found out of some files."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Problem


class UnitOutcome:
    """``elsewhere``: findings in other files."""

    __slots__ = ("diagnostics", "elsewhere", "gave_up", "problems")

    def __init__(
        self,
        diagnostics: list[Diagnostic],
        elsewhere: list[Diagnostic],
        problems: list[Problem],
        gave_up: list[tuple[str, str]],
    ) -> None:
        self.diagnostics = diagnostics
        self.elsewhere = elsewhere
        self.problems = problems
        self.gave_up = gave_up
