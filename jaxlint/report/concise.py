"""One line a finding, as compilers write them."""

from __future__ import annotations

from jaxlint.report.each import each
from jaxlint.report.paint import visible
from jaxlint.report.text import footer, is_applicable, place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View


def render(outcome: Outcome, view: View) -> str:
    """Findings, then the counts."""
    rows = each(outcome, lambda diagnostic, _: _row(diagnostic, view))
    return "".join(f"{row}\n" for row in rows) + ("" if view.quiet else footer(outcome, view))


def _row(diagnostic: Diagnostic, view: View) -> str:
    head = [
        view.paint("path", f"{place(diagnostic.location)}:"),
        view.paint(diagnostic.severity, diagnostic.severity),
        view.paint("bold", diagnostic.code),
        *([view.paint("fine", "[*]")] if is_applicable(diagnostic, view.unsafe) else []),
        visible(diagnostic.message),
    ]
    return " ".join(head)
