"""What the fixes change, as a patch (``patch -p0`` takes it)."""

from __future__ import annotations

from difflib import unified_diff

from jaxlint.report.paint import Paint, visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.engine.request import Outcome


def diff_report(outcome: Outcome, paint: Paint, terminal: bool = False) -> str:
    """Empty where nothing changes.  ``terminal``: to be looked at, and not applied."""
    rows: list[str] = []
    for path in outcome.changed():
        old, new = outcome.before[path].text, outcome.sources[path].text
        name = visible(path)
        for row in unified_diff(_lines(old), _lines(new), name, name, n=3):
            rows.append(_painted(_harmless(row) if terminal else row, paint))
    return "".join(rows)


def _lines(text: str) -> list[str]:
    """Split at LF only: other line ends are content to ``patch``."""
    rows = text.split("\n")
    whole = [f"{row}\n" for row in rows[:-1]]
    return [*whole, rows[-1]] if rows[-1] else whole


def _harmless(row: str) -> str:
    """Tabs stay, and what ends the line."""
    body = row.rstrip("\r\n")
    return "\t".join(map(visible, body.split("\t"))) + ("\n" if row.endswith("\n") else "")


def _painted(row: str, paint: Paint) -> str:
    body = row.removesuffix("\n")
    missing = "" if row.endswith("\n") else "\\ No newline at end of file\n"
    if row.startswith(("---", "+++")):
        role = "bold"
    else:
        role = {"+": "added", "-": "removed", "@": "gutter"}.get(row[0], "")
    return f"{paint(role, body) if role else body}\n{missing}"
