"""A fixed text must still be Python; the fix that breaks it is left out, the others stay."""

from __future__ import annotations

from jaxlint.codemods.plan import gathered
from jaxlint.diagnostic import Diagnostic, Problem
from jaxlint.record import Record
from jaxlint.syntax.parse import parse
from jaxlint.text.edit import apply_edits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.text.source import Source


class Verified(Record):
    """The new texts by path (changed files only), the findings that they mend, and who was left out and why."""

    sources: dict[str, Source]
    kept: list[Diagnostic]
    problems: list[Problem]


def verify(sources: dict[str, Source], chosen: list[Diagnostic]) -> Verified:
    """Apply what can be applied without breaking a file."""
    kept = _sound(sources, chosen)
    survivors = set(kept)
    dropped = [diagnostic for diagnostic in chosen if diagnostic not in survivors]
    problems = [
        Problem(
            diagnostic.location.path,
            f"not fixed: the fix of {diagnostic.code} ({diagnostic.name}) would leave the file broken",
            diagnostic.location.line,
        )
        for diagnostic in dropped
    ]
    return Verified(applied(sources, kept), kept, problems)


def applied(sources: dict[str, Source], chosen: list[Diagnostic]) -> dict[str, Source]:
    """The changed files with the edits of all chosen findings in them."""
    changed: dict[str, Source] = {}
    for path, edits in gathered(chosen).items():
        old = sources[path]
        changed[path] = old.having(apply_edits(old.text, edits))
    return changed


def _sound(sources: dict[str, Source], chosen: list[Diagnostic]) -> list[Diagnostic]:
    """The largest part of ``chosen`` that halving finds to leave every file parseable."""
    if not chosen or _holds(sources, chosen):
        return chosen
    if len(chosen) == 1:
        return []
    middle = len(chosen) // 2
    kept = _sound(sources, chosen[:middle])
    rest = _sound(sources, chosen[middle:])
    if _holds(sources, [*kept, *rest]):
        return [*kept, *rest]
    for diagnostic in rest:  # sound apart, not together
        if _holds(sources, [*kept, diagnostic]):
            kept = [*kept, diagnostic]
    return kept


def _holds(sources: dict[str, Source], chosen: list[Diagnostic]) -> bool:
    """Can all edits be made, and is every file Python afterwards?"""
    try:
        for source in applied(sources, chosen).values():
            parse(source)
    except Exception:  # an edit that can't be made breaks its file, too
        return False
    return True
