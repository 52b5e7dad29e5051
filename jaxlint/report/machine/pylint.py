"""Lines as pylint writes them, that many tools read: ``path:line: [code] message``."""

from __future__ import annotations

from jaxlint.report.each import each
from jaxlint.report.paint import visible
from jaxlint.report.places import slashed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View


def render(outcome: Outcome, view: View) -> str:
    """One line a finding."""
    return "".join(each(outcome, lambda diagnostic, _: _row(diagnostic)))


def _row(diagnostic: Diagnostic) -> str:
    place = diagnostic.location
    return f"{visible(slashed(place.path))}:{place.line}: [{diagnostic.code}] {visible(diagnostic.message)}\n"
