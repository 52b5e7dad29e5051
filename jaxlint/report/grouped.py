"""One line a finding, below the name of its file."""

from __future__ import annotations

from jaxlint.report.each import each
from jaxlint.report.paint import visible
from jaxlint.report.text import footer, is_applicable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View


def render(outcome: Outcome, view: View) -> str:
    """A block for each file that has findings, then the counts."""
    files: dict[str, list[Diagnostic]] = {}
    for diagnostic in each(outcome, lambda diagnostic, _: diagnostic):
        files.setdefault(diagnostic.location.path, []).append(diagnostic)
    blocks = [_block(path, found, view) for path, found in files.items()]
    if not view.quiet:
        blocks.append(footer(outcome, view))
    return "\n".join(blocks)


def _block(path: str, found: list[Diagnostic], view: View) -> str:
    places = [f"{one.location.line}:{one.location.column}" for one in found]
    width = max(map(len, places))
    rows = [view.paint("path", f"{visible(path)}:")]
    for where, one in zip(places, found, strict=True):
        mark = [view.paint("fine", "[*]")] if is_applicable(one, view.unsafe) else []
        head = [f"  {where:<{width}}", view.paint(one.severity, one.severity), view.paint("bold", one.code), *mark]
        rows.append(" ".join([*head, visible(one.message)]))
    return "".join(f"{row}\n" for row in rows)
