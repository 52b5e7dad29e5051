"""What the fixes change, as a patch (``patch -p0`` takes it)."""

from __future__ import annotations

from difflib import unified_diff

from jaxlint.report.paint import Paint, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.engine.request import Outcome


def diff_report(outcome: Outcome, paint: Paint) -> str:
    """Empty where nothing changes."""
    rows: list[str] = []
    for path in outcome.changed():
        old, new = outcome.before[path].text, outcome.sources[path].text
        name = visible(path)
        for row in unified_diff(_lines(old), _lines(new), name, name, n=3):
            rows.append(_painted(row, paint))
    return "".join(rows)


def _lines(text: str) -> list[str]:
    """Split at LF only: other line ends are content to ``patch``."""
    rows = text.split("\n")
    whole = [f"{row}\n" for row in rows[:-1]]
    return [*whole, rows[-1]] if rows[-1] else whole


def _painted(row: str, paint: Paint) -> str:
    body = row.removesuffix("\n")
    missing = "" if row.endswith("\n") else "\\ No newline at end of file\n"
    if row.startswith(("---", "+++")):
        role = "bold"
    else:
        role = {"+": "added", "-": "removed", "@": "gutter"}.get(row[0], "")
    return f"{paint(role, body) if role else body}\n{missing}"
