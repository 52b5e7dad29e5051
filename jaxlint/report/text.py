"""The report for people."""

from __future__ import annotations

from jaxlint.diagnostic import SAFE, UNSAFE
from jaxlint.report.each import each
from jaxlint.report.paint import visible
from jaxlint.report.remedies import heading
from jaxlint.report.tally import Tally

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Fix, Location, Related
    from jaxlint.engine.request import Outcome
    from jaxlint.report.view import View
    from jaxlint.text.source import Source


def render(outcome: Outcome, view: View) -> str:
    """Findings one after another, then the counts."""
    blocks = each(outcome, lambda diagnostic, sources: finding_text(diagnostic, sources, view))
    if not view.quiet:
        blocks.append(footer(outcome, view))
    return "\n".join(blocks)


def footer(outcome: Outcome, view: View, written: bool = True) -> str:
    """Counts, and what to do about them.  ``written``: fixes are on disk, not only shown."""
    tally, paint = Tally(outcome), view.paint
    role = "error" if tally.errors else "warning" if tally.warnings or tally.problems else "fine"
    first, *rest = tally.of_fixes(written) if view.fix_only else tally.sentences(written)
    rows = [paint(role, first), *rest]
    if view.show_fixes and outcome.fixed:
        from jaxlint.report.fixed import fixed_rows

        rows += fixed_rows(outcome)
    return "".join(f"{row}\n" for row in rows)


def is_applicable(diagnostic: Diagnostic, unsafe: bool) -> bool:
    """Would --fix mend it?  ``unsafe``: with --unsafe-fixes."""
    return diagnostic.fix is not None and diagnostic.fix.applicability in (SAFE, UNSAFE if unsafe else "")


def finding_text(diagnostic: Diagnostic, sources: dict[str, Source], view: View) -> str:
    """One finding in full."""
    from jaxlint.report.excerpt import excerpt
    from jaxlint.report.places import page_of

    location, fix, paint = diagnostic.location, diagnostic.fix, view.paint
    width = _gutter_width(diagnostic, sources)
    head = [
        paint("path", f"{place(location)}:"),
        paint(diagnostic.severity, diagnostic.severity),
        paint("bold", diagnostic.code),
        *([paint("fine", "[*]")] if is_applicable(diagnostic, view.unsafe) else []),
        visible(diagnostic.message),
    ]
    rows = [" ".join(head)]
    source = sources.get(location.path)
    if source is not None:
        rows += excerpt(source, location, diagnostic.severity, width, paint)
    rows += _because(diagnostic.related, width, view)
    ways = diagnostic.remedies()
    for at, way in enumerate(ways, 1):
        title = heading(at, way, view.numbered and len(ways) > 1)
        rows.append(_remark(title, str(way) if way.fix is None else way.title, width, view))
        rows += [] if way.fix is None else _fix(way.fix, sources, width, view)
    if view.verbose and fix is None and diagnostic.no_fix is not None:
        rows.append(_remark("no automatic fix", diagnostic.no_fix, width, view))
    page = page_of(diagnostic)
    if page is not None:
        rows.append(f"{' ' * width} {paint('gutter', '=')} {paint('bold', 'see')}: {page}")
    return "".join(f"{row}\n" for row in rows)


def _remark(title: str, text: str, width: int, view: View) -> str:
    head = f"{' ' * width} {view.paint('gutter', '=')} {view.paint('bold', title)}: "
    return head + _fitted(text, width + len(title) + 5, view)


def _fitted(text: str, column: int, view: View) -> str:
    """A sentence that begins at a column of a line, on as many lines as the terminal needs."""
    text = visible(text)
    if view.columns is None or column + len(text) <= view.columns:
        return text
    from textwrap import wrap

    rows = wrap(text, max(view.columns - column, 30), break_long_words=False, break_on_hyphens=False)
    return f"\n{' ' * column}".join(rows)


def _because(related: tuple[Related, ...], width: int, view: View) -> list[str]:
    if not related:
        return []
    places = ["" if step.location is None else place(step.location) for step in related]
    column = max(map(len, places))
    indent = " " * (width + 5)
    said = [_fitted(step.message, len(indent) + column + 2, view) for step in related]
    rows = [f"{indent}{where:<{column}}  {text}" for where, text in zip(places, said, strict=True)]
    return [f"{' ' * width} {view.paint('gutter', '=')} {view.paint('bold', 'because')}", *rows]


def _fix(fix: Fix, sources: dict[str, Source], width: int, view: View) -> list[str]:
    from jaxlint.report.preview import preview

    rows = [_remark("note", fix.note, width, view)] if fix.note else []
    for path, edits in fix.alone.items():
        if len(fix.alone) > 1:
            rows.append(f"{' ' * (width + 3)}{visible(path)}")
        if path in sources:
            rows += preview(sources[path], edits, width, view.paint)
    return rows


def place(location: Location) -> str:
    """As terminals make a link of it."""
    return f"{visible(location.path)}:{location.line}:{location.column}"


def _gutter_width(diagnostic: Diagnostic, sources: dict[str, Source]) -> int:
    lines = [diagnostic.location.line]
    for path, edits in diagnostic.fix.alone.items() if diagnostic.fix is not None else ():
        if path in sources:
            lines += [sources[path].position(edit.span.end)[0] for edit in edits]
    return len(str(max(lines)))
