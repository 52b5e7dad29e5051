"""How many findings each rule has."""

from __future__ import annotations

from jaxlint.report.text import is_applicable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View


def statistics(outcome: Outcome, view: View, as_json: bool) -> str:
    """The most frequent first."""
    groups: dict[str, list[Diagnostic]] = {}
    for diagnostic in outcome.diagnostics:
        groups.setdefault(diagnostic.code, []).append(diagnostic)
    rows = [_row(code, found, view.unsafe) for code, found in groups.items()]
    rows.sort(key=lambda row: (-row[2], row[0]))
    if as_json:
        import json

        names = ("code", "name", "count", "fixable", "fixable_count")
        data = [dict(zip(names, (*row[:3], row[3] > 0, row[3]), strict=True)) for row in rows]
        return json.dumps(data, indent=2) + "\n"
    width = max((len(str(row[2])) for row in rows), default=0)
    text = "".join(_line(row, width, view) for row in rows)
    if view.quiet:
        return text
    from jaxlint.report.text import footer

    return text + footer(outcome, view)


def _row(code: str, found: list[Diagnostic], unsafe: bool) -> tuple[str, str, int, int]:
    """Code, name, how many there are, and how many of them --fix would mend."""
    return code, found[0].name, len(found), sum(is_applicable(one, unsafe) for one in found)


def _line(row: tuple[str, str, int, int], width: int, view: View) -> str:
    code, name, count, fixable = row
    mark = view.paint("fine", "[*]") if fixable == count else "[-]" if fixable else "[ ]"
    return f"{count:>{width}}  {view.paint('bold', code)}  {mark} {name}\n"
