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
        if one.fix is not None and not _are_free(one.fix.edits, texts):
            one.fix, one.no_fix = None, _NO_FIX
        elif one.fix is not None and not _are_free(one.fix.alone, texts):
            one.fix.alone = one.fix.edits
    return [one for one in diagnostics if not _is_expected(one, texts)]


def _are_free(edits: dict[str, list[Edit]], texts: dict[str, Source]) -> bool:
    from jaxlint.notebook.notebook import Notebook

    for path, made in edits.items():
        source = texts.get(path)
        if isinstance(source, Notebook) and not all(source.is_free(one.span.start, one.span.end) for one in made):
            return False
    return True


def _is_expected(diagnostic: Diagnostic, texts: dict[str, Source]) -> bool:
    """An error in a cell with the tag ``raises-exception``."""
    from jaxlint.notebook.notebook import Notebook

    source = texts.get(diagnostic.location.path)
    if diagnostic.severity != Severity.ERROR or not isinstance(source, Notebook):
        return False
    part = source.part(diagnostic.location.line)
    return part is not None and part.may_fail
