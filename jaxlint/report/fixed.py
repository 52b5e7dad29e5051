"""What was fixed, by file and rule."""

from __future__ import annotations

from jaxlint.report.paint import visible

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.engine.request import Outcome


def fixed_rows(outcome: Outcome) -> list[str]:
    """Files and rules in their order, the count of each rule in front."""
    files: dict[str, dict[tuple[str, str], int]] = {}
    for one in outcome.fixed:
        counts = files.setdefault(one.location.path, {})
        counts[one.code, one.name] = counts.get((one.code, one.name), 0) + 1
    rows: list[str] = []
    for path, counts in sorted(files.items()):
        rows.append(f"- {visible(path)}")
        rows += [f"    {count} x {code} ({name})" for (code, name), count in sorted(counts.items())]
    return rows
