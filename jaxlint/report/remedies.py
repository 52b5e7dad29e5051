"""The ways out of a finding, a line each."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Way


def remedy_rows(diagnostic: Diagnostic, numbered: bool = False) -> list[tuple[str, str]]:
    """Heading and sentence: the fix, or the first advice, as ``fix``; the others as ``or``."""
    return [(_heading(at, way, numbered), _sentence(way)) for at, way in enumerate(diagnostic.remedies(), 1)]


def remedy_lines(diagnostic: Diagnostic) -> list[str]:
    return [f"{heading}: {sentence}" for heading, sentence in remedy_rows(diagnostic)]


def _heading(at: int, way: Way, numbered: bool) -> str:
    word = f"way {at}" if numbered else "fix" if at == 1 else "or"
    return word if way.fix is None else f"{word} ({way.fix.applicability})"


def _sentence(way: Way) -> str:
    """Whoever sees edits sees what they do."""
    return str(way) if way.fix is None else way.title
