"""A fix as the few lines that it changes."""

from __future__ import annotations

from jaxlint.report.excerpt import shown
from jaxlint.report.paint import Paint
from jaxlint.text.edit import Edit, apply_edits
from jaxlint.text.span import Span

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.text.source import Source


def preview(source: Source, edits: list[Edit], width: int, paint: Paint) -> list[str]:
    """Removed and added lines with their old numbers, one group for each run of neighbouring lines."""
    rows: list[str] = []
    for first, last, group in _groups(source, edits):
        start, end = source.starts[first - 1], _line_end(source, last)
        moved = [Edit(Span(edit.span.start - start, edit.span.end - start), edit.replacement) for edit in group]
        old = source.text[start:end].splitlines()
        new = apply_edits(source.text[start:end], moved).splitlines()
        same = _common_head(old, new)
        tail = _common_head(old[same:][::-1], new[same:][::-1])
        old, new = old[same : len(old) - tail], new[same : len(new) - tail]
        rows += [_row(first + same + index, "-", row, width, paint) for index, row in enumerate(old)]
        rows += [_row(None, "+", row, width, paint) for row in new]
    return rows


def _groups(source: Source, edits: list[Edit]) -> list[tuple[int, int, list[Edit]]]:
    """Edits with the lines, first and last, that they touch."""
    groups: list[tuple[int, int, list[Edit]]] = []
    for edit in sorted(edits, key=lambda edit: edit.span):
        first, last = source.position(edit.span.start)[0], source.position(edit.span.end)[0]
        if groups and first <= groups[-1][1] + 1:
            start, end, group = groups.pop()
            groups.append((start, max(end, last), [*group, edit]))
        else:
            groups.append((first, last, [edit]))
    return groups


def _line_end(source: Source, line: int) -> int:
    return source.starts[line] if line < len(source.starts) else len(source.text)


def _common_head(left: list[str], right: list[str]) -> int:
    count = 0
    for one, other in zip(left, right, strict=False):
        if one != other:
            break
        count += 1
    return count


def _row(number: int | None, sign: str, row: str, width: int, paint: Paint) -> str:
    label = "" if number is None else str(number)
    role = "removed" if sign == "-" else "added"
    return f"{paint('gutter', f'{label:>{width}}')} {paint(role, f'{sign} {shown(row)}'.rstrip())}"
