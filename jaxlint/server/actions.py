"""Quick fixes, each complete by itself; all safe ones at once; a comment that silences a line."""

from __future__ import annotations

from lsprotocol import types

from jaxlint.diagnostic import SAFE, SUGGESTION
from jaxlint.notebook.cell_path import file_of
from jaxlint.server.checker import Answer
from jaxlint.server.differences import differences
from jaxlint.server.translate import plain

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from jaxlint.diagnostic import Diagnostic
    from jaxlint.server.documents import Document
    from jaxlint.server.server import JaxlintServer
    from jaxlint.text.edit import Edit

FIX_ALL = "source.fixAll.jaxlint"  # clients ask for it in each cell of a notebook, and make the edits of all answers
_QUICK = types.CodeActionKind.QuickFix.value


def wants(only: Sequence[str] | None, kind: str) -> bool:
    """Kinds are trees: who asks for ``source`` asks for ``source.fixAll.jaxlint``, too."""
    return only is None or any(not one or kind == one or kind.startswith(f"{one}.") for one in map(_word, only))


def _word(kind: object) -> str:
    return str(getattr(kind, "value", kind))


async def actions(server: JaxlintServer, params: types.CodeActionParams) -> list[types.CodeAction]:
    document = server.documents.get(params.text_document.uri)
    if document is None:
        return []
    only = params.context.only
    # Some clients ask whenever the cursor moves, to draw a light bulb.
    by_itself = only is None and params.context.trigger_kind == types.CodeActionTriggerKind.Automatic
    answer = await server.schedule.answer(document, at_once=not by_itself)
    if answer is None or answer.source is not document.source:
        return []
    found: list[types.CodeAction] = []
    if wants(only, _QUICK):
        start = server.positions.offset(document.source, params.range.start)
        end = server.positions.offset(document.source, params.range.end)
        met = [one for one in answer.diagnostics if _meets(one, document, start, end)]
        fixes = [made for one in met if (made := _fix(server, answer, one)) is not None]
        found += sorted(fixes, key=lambda made: not made.is_preferred)
        found += [_ignore(server, document, answer, one) for one in met]
    if not by_itself:
        found += _whole(server, document, only)
    if only is None and _resolves(server):
        return found
    resolved = [one if one.edit is not None else await resolve(server, one) for one in found]
    return [one for one in resolved if one.edit is not None]


def _whole(server: JaxlintServer, document: Document, only: Sequence[str] | None) -> list[types.CodeAction]:
    """All fixes: of a notebook, what they change in this cell."""
    if not wants(only, FIX_ALL):
        return []
    file = file_of(document.path)  # what a cell lacks may be an import for a fix in another one
    answers = [server.schedule.last(one.uri) for one in server.documents if file_of(one.path) == file]
    if not any(one.fix is not None for answer in answers if answer is not None for one in answer.diagnostics):
        return []
    data = {"uri": document.uri, "version": document.version}
    return [types.CodeAction("Fix all safe jaxlint findings", FIX_ALL, data=data)]


async def resolve(server: JaxlintServer, action: types.CodeAction) -> types.CodeAction:
    """With its edit, which is made when the action is chosen: of all fixes, or of a comment."""
    said = action.data if isinstance(action.data, dict) else {}
    document = server.documents.get(str(said.get("uri")))
    if document is None or document.version != said.get("version"):
        return action
    old, silenced = document.source, said.get("silenced")
    answer = server.schedule.last(document.uri)
    if silenced is None:
        new = await server.schedule.fixed(document)
    else:
        wanted = [] if answer is None else [one for one in answer.diagnostics if _key(one) == silenced][:1]
        new = await server.schedule.ask(lambda buffers, ticket: server.checker.silenced(document.path, buffers, wanted))
    if new and document.path in new and document.source is old:
        edits = {document.path: differences(old, new[document.path])}
        action.edit = _edit(server, Answer(old, [], {}), edits)
    return action


def _key(one: Diagnostic) -> list[str | int]:
    """What tells a finding from others of its file, in JSON."""
    return [one.code, one.location.line, one.location.column]


def _meets(one: Diagnostic, document: Document, start: int, end: int) -> bool:
    """Does it stand in the selection, or on the line of the cursor?"""
    place, starts = one.location, document.source.starts
    first = starts[place.line - 1] + place.column - 1
    last = starts[place.end_line - 1] + place.end_column - 1
    if start == end:
        line, _ = document.source.position(start)
        return place.line <= line <= place.end_line
    return first <= end and start <= last


def _fix(server: JaxlintServer, answer: Answer, one: Diagnostic) -> types.CodeAction | None:
    if one.fix is None or one.fix.applicability == SUGGESTION:
        return None
    edit = _edit(server, answer, one.fix.alone)
    if edit is None:
        return None
    doubt = "" if one.fix.applicability == SAFE else " (unsafe)"
    return types.CodeAction(
        f"{one.code}: {one.fix.title}{doubt}",
        types.CodeActionKind.QuickFix,
        diagnostics=[server.translator.diagnostic(one, answer)],
        is_preferred=one.fix.applicability == SAFE,
        edit=edit,
    )


def _ignore(server: JaxlintServer, document: Document, answer: Answer, one: Diagnostic) -> types.CodeAction:
    return types.CodeAction(
        f"Ignore {one.code} on this line",
        types.CodeActionKind.QuickFix,
        diagnostics=[server.translator.diagnostic(one, answer)],
        is_preferred=False,
        data={"uri": document.uri, "version": document.version, "silenced": _key(one)},
    )


def _edit(server: JaxlintServer, answer: Answer, edits: dict[str, list[Edit]]) -> types.WorkspaceEdit | None:
    made = server.translator.workspace_edit(edits, answer, server.documents.at)
    return made if made is None or _knows_versions(server) else plain(made)


def _knows_versions(server: JaxlintServer) -> bool:
    workspace = server.client_capabilities.workspace
    known = None if workspace is None else workspace.workspace_edit
    return known is not None and bool(known.document_changes)


def _resolves(server: JaxlintServer) -> bool:
    document = server.client_capabilities.text_document
    known = None if document is None or document.code_action is None else document.code_action
    return known is not None and known.resolve_support is not None and "edit" in known.resolve_support.properties
