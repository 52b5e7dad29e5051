"""The ways out of a finding, a line each."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Way


def remedy_lines(diagnostic: Diagnostic) -> list[str]:
    """The fix, or the first advice, and the others behind ``or``."""
    ways = enumerate(diagnostic.remedies(), 1)
    return [f"{heading(at, way)}: {way if way.fix is None else way.fix.summary}" for at, way in ways]


def heading(at: int, way: Way, numbered: bool = False) -> str:
    """``at``: its number, counted from 1."""
    word = f"way {at}" if numbered else "fix" if at == 1 else "or"
    return word if way.fix is None else f"{word} ({way.fix.applicability})"
