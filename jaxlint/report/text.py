"""The report for people."""

from __future__ import annotations

from jaxlint.diagnostic import SAFE, UNSAFE
from jaxlint.report.each import each
from jaxlint.report.paint import Paint, visible
from jaxlint.report.tally import Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Fix, Location, Related
    from jaxlint.engine.request import Outcome
    from jaxlint.text.source import Source


def text_report(
    outcome: Outcome, paint: Paint, unsafe: bool = False, quiet: bool = False, verbose: bool = False
) -> str:
    """Findings one after another, then the counts.

    ``unsafe``: unsafe fixes are marked as applicable, too; ``verbose``: it is said why there is no fix.
    """
    blocks = each(outcome, lambda diagnostic, sources: _finding(diagnostic, sources, paint, unsafe, verbose))
    if not quiet:
        blocks.append(footer(outcome, paint))
    return "\n".join(blocks)


def footer(outcome: Outcome, paint: Paint, written: bool = True) -> str:
    """Counts, and what to do about them.  ``written``: fixes are on disk, not only shown."""
    tally = Tally(outcome)
    role = "error" if tally.errors else "warning" if tally.warnings or tally.problems else "fine"
    first, *rest = tally.sentences(written)
    return "".join(f"{line}\n" for line in (paint(role, first), *rest))


def _finding(diagnostic: Diagnostic, sources: dict[str, Source], paint: Paint, unsafe: bool, verbose: bool) -> str:
    from jaxlint.report.excerpt import excerpt

    location, fix = diagnostic.location, diagnostic.fix
    width = _gutter_width(diagnostic, sources)
    applicable = fix is not None and fix.applicability in (SAFE, UNSAFE if unsafe else "")
    head = [
        paint("path", f"{_place(location)}:"),
        paint(diagnostic.severity, diagnostic.severity),
        paint("bold", diagnostic.code),
        *([paint("fine", "[*]")] if applicable else []),
        visible(diagnostic.message),
    ]
    rows = [" ".join(head)]
    source = sources.get(location.path)
    if source is not None:
        rows += excerpt(source, location, diagnostic.severity, width, paint)
    rows += _because(diagnostic.related, width, paint)
    if fix is not None:
        rows += _fix(fix, sources, width, paint)
    elif verbose and diagnostic.no_fix is not None:
        rows.append(f"{' ' * width} {paint('gutter', '=')} {paint('bold', 'no fix')}: {visible(diagnostic.no_fix)}")
    return "".join(f"{row}\n" for row in rows)


def _because(related: tuple[Related, ...], width: int, paint: Paint) -> list[str]:
    if not related:
        return []
    places = ["" if step.location is None else _place(step.location) for step in related]
    column = max(map(len, places))
    indent = " " * (width + 5)
    rows = [f"{indent}{place:<{column}}  {visible(step.message)}" for place, step in zip(places, related, strict=True)]
    return [f"{' ' * width} {paint('gutter', '=')} {paint('bold', 'because')}", *rows]


def _fix(fix: Fix, sources: dict[str, Source], width: int, paint: Paint) -> list[str]:
    from jaxlint.report.preview import preview

    title = paint("bold", f"fix ({fix.applicability})")
    rows = [f"{' ' * width} {paint('gutter', '=')} {title}: {visible(fix.summary)}"]
    for path, edits in fix.alone.items():
        if len(fix.alone) > 1:
            rows.append(f"{' ' * (width + 3)}{visible(path)}")
        if path in sources:
            rows += preview(sources[path], edits, width, paint)
    return rows


def _place(location: Location) -> str:
    return f"{visible(location.path)}:{location.line}:{location.column}"


def _gutter_width(diagnostic: Diagnostic, sources: dict[str, Source]) -> int:
    lines = [diagnostic.location.line]
    for path, edits in diagnostic.fix.alone.items() if diagnostic.fix is not None else ():
        if path in sources:
            lines += [sources[path].position(edit.span.end)[0] for edit in edits]
    return len(str(max(lines)))
