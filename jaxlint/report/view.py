"""How a report is to look, for those formats that ask."""

from __future__ import annotations

from jaxlint.report.paint import Paint


class View:
    """``unsafe``: unsafe fixes are marked as applicable, too; ``verbose``: it is said why there is no fix."""

    __slots__ = ("paint", "quiet", "show_fixes", "unsafe", "verbose")

    def __init__(
        self,
        paint: Paint | None = None,
        unsafe: bool = False,
        quiet: bool = False,
        verbose: bool = False,
        show_fixes: bool = False,
    ) -> None:
        self.paint = paint or Paint()
        self.unsafe = unsafe
        self.quiet = quiet
        self.verbose = verbose
        self.show_fixes = show_fixes
