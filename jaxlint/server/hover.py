"""What the tracer knows of the name under the cursor, and why it is traced; and the finding that stands there."""

from __future__ import annotations

from lsprotocol import types

from jaxlint.discovery.read import is_notebook
from jaxlint.engine.cell_place import in_cell
from jaxlint.notebook.cell_path import file_of
from jaxlint.report.remedies import remedy_lines
from jaxlint.rules.address import address_of
from jaxlint.rules.quoting import shortened
from jaxlint.server.documents import name_in
from jaxlint.server.known import told
from jaxlint.tracing.events.models import is_model
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic, Related
    from jaxlint.server.server import JaxlintServer
    from jaxlint.tracing.values.origin import Origin

    Step = tuple[str, tuple[str, int] | None]  # and the path and line that it stands in


async def hover(server: JaxlintServer, params: types.HoverParams) -> types.Hover | None:
    document = server.documents.get(params.text_document.uri)
    if document is None or not server.options_at(document.path).enable:
        return None
    source = document.source
    offset = server.positions.offset(source, params.position)
    line, column = source.position(offset)
    known = await server.schedule.known(document)
    answer = server.schedule.last(document.uri)  # by now with its fixes
    here = [] if answer is None or answer.source is not source else answer.diagnostics
    findings = [one for one in here if _holds(one, line, column)]
    found = None if known is None or known.source is not source else known.at(offset)
    marked = _marks(server)
    parts: list[str] = []
    place = value = None
    if found is not None and known is not None:
        node, value = found
        if value is not None or findings:
            parts = [f"`{known.text(node)}`: `{told(value)}`"]
        span = known.span(node)
        place = None if span is None else server.positions.range(source, span)
    if isinstance(value, Traced):
        parts.append(_because(server, [_link(step) for step in value.origin.steps()], marked))
    for one in findings:
        reasons = [] if isinstance(value, Traced) else [_related(step) for step in one.related]
        parts += [_heading(one, marked), _because(server, reasons, marked), _ways(one)]
    if not parts:
        return None
    kind = types.MarkupKind.Markdown if marked else types.MarkupKind.PlainText
    said = "\n\n".join(part for part in dict.fromkeys(parts) if part)  # two findings may have one reason
    return types.Hover(types.MarkupContent(kind, said), place)


def _link(step: Origin) -> Step:
    text, line = shortened(step.text), getattr(step.node, "lineno", None)
    if is_model(step.module) or line is None:
        return text, None
    return text, in_cell(step.module.path, step.module.source, line)


def _related(step: Related) -> Step:
    return step.message, None if step.location is None else (step.location.path, step.location.line)


def _because(server: JaxlintServer, steps: list[Step], marked: bool) -> str:
    """The chain, each link with the place that it stands in."""
    said = "  \n".join(text if place is None else f"{text} ({_where(server, *place, marked)})" for text, place in steps)
    return f"because {said}" if said else ""


def _where(server: JaxlintServer, path: str, line: int, marked: bool) -> str:
    file = file_of(path)
    uri = server.documents.uri(file)
    said = f"{name_in(uri)}{path.removeprefix(file)}:{line}"
    # No link leads into a cell, nor to a text that was never saved.
    return f"[{said}]({uri}#L{line})" if marked and uri.startswith("file:") and not is_notebook(file) else said


def _heading(one: Diagnostic, marked: bool) -> str:
    """Without its message, which the client shows wherever it shows the finding."""
    if not marked:
        return f"{one.code} {one.name}"
    address = address_of(one.code)
    return f"**{one.code if address is None else f'[{one.code}]({address})'}** {one.name}"


def _ways(one: Diagnostic) -> str:
    return "\n".join(f"- {line}" for line in remedy_lines(one))


def _holds(one: Diagnostic, line: int, column: int) -> bool:
    place = one.location
    return (place.line, place.column) <= (line, column) < (place.end_line, place.end_column)


def _marks(server: JaxlintServer) -> bool:
    """Does the client show Markdown?"""
    document = server.client_capabilities.text_document
    shown = None if document is None or document.hover is None else document.hover.content_format
    return shown is None or types.MarkupKind.Markdown in shown
