"""Our findings and fixes in the words of the protocol."""

from __future__ import annotations

from lsprotocol import types

from jaxlint.diagnostic import Severity
from jaxlint.notebook.cell_path import CellPath
from jaxlint.rules.address import address_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from jaxlint.diagnostic import Diagnostic, Related
    from jaxlint.server.checker import Answer
    from jaxlint.server.documents import Document
    from jaxlint.server.positions import Positions
    from jaxlint.text.edit import Edit
    from jaxlint.text.source import Source

SOURCE = "jaxlint"
_SEVERITIES = {
    Severity.ERROR: types.DiagnosticSeverity.Error,
    Severity.WARNING: types.DiagnosticSeverity.Warning,
    Severity.INFO: types.DiagnosticSeverity.Information,
}
# Clients draw the one as struck through, the other as faded: for what is old, and for what has no effect.
_TAGS = {
    "removed-api": types.DiagnosticTag.Deprecated,
    "deprecated-api": types.DiagnosticTag.Deprecated,
    "unused-ignore": types.DiagnosticTag.Unnecessary,
    "unused-split": types.DiagnosticTag.Unnecessary,
}


class Translator:
    """``relates``: does the client show related information?  Else the chain stands in the message.

    ``uri_of``: what the client knows a file by.
    """

    def __init__(self, positions: Positions, relates: bool, uri_of: Callable[[str], str]) -> None:
        self.positions = positions
        self._relates = relates
        self._uri_of = uri_of

    def diagnostic(self, one: Diagnostic, answer: Answer) -> types.Diagnostic:
        placed = [step for step in one.related if step.location is not None]
        bare = [step.message for step in one.related if step.location is None]
        said = bare if self._relates else [step.message for step in one.related]
        message = one.message + (f"\nbecause {', '.join(said)}" if said else "")
        address = address_of(one.code)
        tag = _TAGS.get(one.name)
        return types.Diagnostic(
            range=self.positions.of(answer.source, one.location),
            message=message,
            severity=_SEVERITIES[one.severity],
            code=one.code,
            code_description=None if address is None else types.CodeDescription(address),
            source=SOURCE,
            tags=None if tag is None else [tag],
            related_information=[self._related(step, answer) for step in placed] if self._relates and placed else None,
        )

    def _related(self, step: Related, answer: Answer) -> types.DiagnosticRelatedInformation:
        assert step.location is not None
        path = step.location.path
        place = types.Location(self._uri_of(path), self.positions.of(answer.text(path), step.location))
        cell = f"cell {path.cell}: " if isinstance(path, CellPath) else ""  # clients show the name of the notebook
        return types.DiagnosticRelatedInformation(place, cell + step.message)

    def text_edits(self, source: Source, edits: list[Edit]) -> list[types.TextEdit | types.AnnotatedTextEdit]:
        ordered = sorted(edits, key=lambda edit: edit.span)
        return [types.TextEdit(self.positions.range(source, edit.span), edit.replacement) for edit in ordered]

    def workspace_edit(
        self, edits: dict[str, list[Edit]], answer: Answer, document_at: Callable[[str], Document | None]
    ) -> types.WorkspaceEdit | None:
        """One edit of all files; None where one of them is not what it was, or can't be read any more."""
        changes = []
        for path, made in edits.items():
            source, document = answer.text(path), document_at(path)
            if source is None or (document is not None and document.source.text != source.text):
                return None
            version = None if document is None else document.version
            identifier = types.OptionalVersionedTextDocumentIdentifier(self._uri_of(path), version)
            changes.append(types.TextDocumentEdit(identifier, self.text_edits(source, made)))
        return types.WorkspaceEdit(document_changes=changes)


def plain(edit: types.WorkspaceEdit) -> types.WorkspaceEdit:
    """The same for clients that know no versions."""
    changes: dict[str, list[types.TextEdit]] = {}
    for one in edit.document_changes or ():
        assert isinstance(one, types.TextDocumentEdit)
        changes[one.text_document.uri] = [made for made in one.edits if isinstance(made, types.TextEdit)]
    return types.WorkspaceEdit(changes=changes)
