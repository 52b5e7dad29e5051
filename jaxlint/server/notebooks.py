"""What clients say of notebooks that are open: which cells they have, in which order."""

from __future__ import annotations

from jaxlint.notebook.cell_path import CellPath, file_of
from jaxlint.server.joined import CellText

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Protocol

    from lsprotocol import types

    from jaxlint.server.documents import Change, Documents

    class Texts(Protocol):
        """Who keeps documents: a cell is one of them."""

        documents: Documents

        def path_at(self, uri: str, end: str) -> str | None: ...
        def opened(self, item: types.TextDocumentItem, path: str | None = None) -> None: ...
        def edited(self, item: types.VersionedTextDocumentIdentifier, changes: Sequence[Change]) -> None: ...
        def saved(self, uri: str) -> None: ...
        def closed(self, uri: str) -> None: ...
        def renewed(self) -> None: ...


_RAISES = "raises-exception"


class Notebooks:
    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        self._open: dict[str, list[types.NotebookCell]] = {}  # by URI

    def opened(self, params: types.DidOpenNotebookDocumentParams) -> None:
        book = params.notebook_document
        self.closed(book.uri)
        self._open[book.uri] = list(book.cells)
        self._take(book.uri, params.cell_text_documents)

    def changed(self, params: types.DidChangeNotebookDocumentParams) -> None:
        uri, said = params.notebook_document.uri, params.change.cells
        cells = self._open.get(uri)
        if said is None or cells is None:
            return
        before = [cell.document for cell in cells]
        come: Sequence[types.TextDocumentItem] = ()
        if said.structure is not None:
            array, come = said.structure.array, said.structure.did_open or ()
            cells[array.start : array.start + array.delete_count] = array.cells or ()
            left = {cell.document for cell in cells} - {one.uri for one in said.structure.did_close or ()}
            for gone in [one for one in before if one not in left]:
                self._texts.closed(gone)
        renewed = {cell.document: cell for cell in said.data or ()}
        cells[:] = [renewed.get(cell.document, cell) for cell in cells]
        self._take(uri, come)
        for one in said.text_content or ():
            self._texts.edited(one.document, one.changes)

    def saved(self, uri: str) -> None:
        for cell in self._open.get(uri, ()):
            self._texts.saved(cell.document)

    def closed(self, uri: str) -> None:
        for cell in self._open.pop(uri, ()):
            self._texts.closed(cell.document)

    def _take(self, uri: str, come: Iterable[types.TextDocumentItem]) -> None:
        """New texts; and each cell is named by its place among all of them, those of prose counted."""
        path = self._texts.path_at(uri, ".ipynb")
        if path is None:
            return
        path = path if path.endswith(".ipynb") else f"{path}.ipynb"
        for item in come:
            self._texts.opened(item, CellPath(path, 0))
        for number, cell in enumerate(self._open[uri], 1):
            document = self._texts.documents.get(cell.document)
            if document is None or not isinstance(document.path, CellPath) or file_of(document.path) != path:
                continue
            text = CellText(CellPath(path, number), document.source.text, document.uri, _may_fail(cell.metadata))
            if document.become(text):
                self._texts.renewed()


def _may_fail(metadata: object) -> bool:
    """By its tags, which clients keep at different depths."""
    if not isinstance(metadata, dict):
        return False
    tags = metadata.get("tags")
    inner = (metadata.get("metadata"), metadata.get("custom"))
    return (isinstance(tags, list) and _RAISES in tags) or any(map(_may_fail, inner))
