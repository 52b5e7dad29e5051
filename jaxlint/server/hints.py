"""Behind each name that is bound: traced, static or unknown.  Off until the settings ask for it."""

from __future__ import annotations

from lsprotocol import types

from jaxlint.server.known import told
from jaxlint.tracing.values.value import Function

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.server.server import JaxlintServer

_LONGEST = 40


async def hints(server: JaxlintServer, params: types.InlayHintParams) -> list[types.InlayHint]:
    document = server.documents.get(params.text_document.uri)
    if document is None:
        return []
    options = server.options_at(document.path)
    if not (options.enable and options.inlay_hints):
        return []
    source = document.source
    start = server.positions.offset(source, params.range.start)
    end = server.positions.offset(source, params.range.end)
    known = await server.schedule.known(document)
    if known is None or known.source is not source:
        return []
    found = []
    for node, value in known.bound():
        span = known.span(node)
        said = told(value)
        if span is not None and start <= span.end <= end and not isinstance(value, Function):
            short = said if len(said) <= _LONGEST else said[: _LONGEST - 1] + "…"
            found.append(types.InlayHint(server.positions.position(source, span.end), f": {short}", tooltip=said))
    return found
