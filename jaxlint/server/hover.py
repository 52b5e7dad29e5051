"""What the tracer knows of the name under the cursor, and why it is traced; and the finding that stands there."""

from __future__ import annotations

import os

from lsprotocol import types

from jaxlint.discovery.read import is_notebook
from jaxlint.engine.cell_place import label
from jaxlint.report.remedies import remedy_lines
from jaxlint.rules.quoting import shortened
from jaxlint.server.documents import uri_of
from jaxlint.server.known import told
from jaxlint.tracing.models import is_model
from jaxlint.tracing.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.diagnostic import Diagnostic
    from jaxlint.server.known import Known
    from jaxlint.server.server import JaxlintServer
    from jaxlint.tracing.origin import Origin
    from jaxlint.tracing.value import Value


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
    parts = [_finding(one) for one in findings]
    place = None
    if found is not None and known is not None:
        node, value = found
        if value is not None or findings:
            parts.insert(0, _said(known, known.text(node), value, marked))
        span = known.span(node)
        place = None if span is None else server.positions.range(source, span)
    if not parts:
        return None
    kind = types.MarkupKind.Markdown if marked else types.MarkupKind.PlainText
    return types.Hover(types.MarkupContent(kind, "\n\n".join(parts)), place)


def _said(known: Known, text: str, value: Value | None, marked: bool) -> str:
    if not isinstance(value, Traced):
        return f"`{text}`: {told(value)}"
    steps = [_step(step, marked) for step in value.origin.steps()]
    return f"`{text}`: {told(value)}\n\nbecause {steps[0]}" + "".join(f"  \n{step}" for step in steps[1:])


def _step(step: Origin, marked: bool) -> str:
    """One link of the chain, with the place that it stands in."""
    text, line = shortened(step.text), getattr(step.node, "lineno", None)
    if is_model(step.module) or line is None:
        return text
    path = step.module.path
    where = label(os.path.basename(path), step.module.source, line)
    if marked and not is_notebook(path):  # no link leads into a cell
        where = f"[{where}]({uri_of(path)}#L{line})"
    return f"{text} ({where})"


def _finding(one: Diagnostic) -> str:
    ways = "".join(f"\n- {line}" for line in remedy_lines(one))
    return f"{one.severity} {one.code} ({one.name}): {one.message}\n{ways}"


def _holds(one: Diagnostic, line: int, column: int) -> bool:
    place = one.location
    return (place.line, place.column) <= (line, column) < (place.end_line, place.end_column)


def _marks(server: JaxlintServer) -> bool:
    """Does the client show Markdown?"""
    document = server.client_capabilities.text_document
    shown = None if document is None or document.hover is None else document.hover.content_format
    return shown is None or types.MarkupKind.Markdown in shown
