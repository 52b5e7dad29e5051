"""What notebooks ask of findings: a fix stays within one cell, and what a cell is meant to raise is no finding."""

from __future__ import annotations

from jaxlint.diagnostic import Severity
from jaxlint.discovery.read import is_notebook

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic
    from jaxlint.text.edit import Edit
    from jaxlint.text.source import Source

_NO_FIX = "the fix would change more than the code of one cell"


def within_cells(diagnostics: list[Diagnostic], texts: dict[str, Source]) -> list[Diagnostic]:
    """The findings that count, with the fixes that can be written."""
    if not any(is_notebook(path) for path in texts):
        return diagnostics
    for one in diagnostics:
        if one.fix is not None:
            edits, alone = (_within(made, texts) for made in (one.fix.edits, one.fix.alone))
            if edits is None:
                one.fix, one.no_fix = None, _NO_FIX
            else:
                one.fix.edits, one.fix.alone = edits, alone or edits
    return [one for one in diagnostics if not _is_expected(one, texts)]


def _within(edits: dict[str, list[Edit]], texts: dict[str, Source]) -> dict[str, list[Edit]] | None:
    """The edits, each within a cell; None where one is not."""
    from jaxlint.notebook.notebook import Notebook

    found: dict[str, list[Edit]] = {}
    for path, made in edits.items():
        source = texts.get(path)
        kept = [source.within_cell(one) for one in made] if isinstance(source, Notebook) else made
        found[path] = [one for one in kept if one is not None]
        if len(found[path]) < len(made):
            return None
    return found


def _is_expected(diagnostic: Diagnostic, texts: dict[str, Source]) -> bool:
    """An error in a cell with the tag ``raises-exception``."""
    from jaxlint.notebook.notebook import Notebook

    source = texts.get(diagnostic.location.path)
    if diagnostic.severity != Severity.ERROR or not isinstance(source, Notebook):
        return False
    part = source.part(diagnostic.location.line)
    return part is not None and part.may_fail
