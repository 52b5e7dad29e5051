"""How a report is to look, for those formats that ask."""

from __future__ import annotations

from jaxlint.report.paint import Paint


class View:
    """``unsafe``: unsafe fixes are marked as applicable, too; ``verbose``: it is said why there is no fix.

    ``show_fixes``: what was fixed is listed; ``fix_only``: of what is left nothing is told;
    ``numbered``: so are the ways out; ``columns``: of the terminal that the report is for, if any.
    """

    __slots__ = ("columns", "fix_only", "numbered", "paint", "quiet", "show_fixes", "unsafe", "verbose")

    def __init__(
        self,
        paint: Paint | None = None,
        unsafe: bool = False,
        quiet: bool = False,
        verbose: bool = False,
        show_fixes: bool = False,
        fix_only: bool = False,
        columns: int | None = None,
        numbered: bool = False,
    ) -> None:
        self.paint = paint or Paint()
        self.unsafe = unsafe
        self.quiet = quiet
        self.verbose = verbose
        self.show_fixes = show_fixes
        self.fix_only = fix_only
        self.columns = columns
        self.numbered = numbered
