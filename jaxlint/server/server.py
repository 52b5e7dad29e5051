"""The server: what is open, what was found, what the client can show."""

from __future__ import annotations

import os
import traceback

from lsprotocol import types
from pygls.exceptions import JsonRpcException, JsonRpcInvalidRequest, JsonRpcServerNotInitialized
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, lsp_method

from jaxlint.diagnostic import Problem
from jaxlint.release import __version__
from jaxlint.server.checker import Answer, Checker
from jaxlint.server.documents import Document, Documents, new_path_of, path_of
from jaxlint.server.moved import moved
from jaxlint.server.notebooks import Notebooks
from jaxlint.server.options import Options, options_of
from jaxlint.server.positions import Positions
from jaxlint.server.schedule import Schedule
from jaxlint.server.translate import Translator
from jaxlint.server.worker import Worker

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any


# With cells of all languages: those of prose count in the numbers that messages name.
_NOTEBOOKS = types.NotebookDocumentSyncOptions(
    [types.NotebookDocumentFilterWithNotebook(kind) for kind in ("jupyter-notebook", "interactive")], save=True
)
_PATIENCE = 0.5  # seconds in which a client may say what its settings are


class Protocol(LanguageServerProtocol):
    """Documents are ours: those of pygls end lines at form feeds, too, which Python and the protocol do not."""

    _server: JaxlintServer
    _is_begun = False

    def handle_message(self, message: Any) -> None:  # noqa: ANN401  requests, notifications and answers
        """What the protocol does not allow in the state that it is in is refused; a notification, without a word."""
        refusal = self._refusal(getattr(message, "method", None))
        if refusal is None:
            super().handle_message(message)
        elif (question := getattr(message, "id", None)) is not None:
            self._send_response(question, error=refusal.to_response_error())

    def _refusal(self, method: str | None) -> JsonRpcException | None:
        if method is None:  # the answer to a question of ours
            return None
        if method == types.EXIT:
            self._server.exit_status = 0 if self._shutdown else 1
            return None
        if self._shutdown:
            return JsonRpcInvalidRequest("the server has been shut down")
        if method == types.INITIALIZE and self._is_begun:
            return JsonRpcInvalidRequest("the server is initialized already")
        if method != types.INITIALIZE and not self._is_begun:
            return JsonRpcServerNotInitialized()
        self._is_begun = True
        return None

    def structure_message(self, data: dict[str, Any]) -> object:
        """A question that can't be read is answered, too: its client waits."""
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())
            raise

    @lsp_method(types.TEXT_DOCUMENT_DID_OPEN)
    def lsp_text_document__did_open(self, params: types.DidOpenTextDocumentParams) -> None:
        self._server.opened(params.text_document)

    @lsp_method(types.TEXT_DOCUMENT_DID_CHANGE)
    def lsp_text_document__did_change(self, params: types.DidChangeTextDocumentParams) -> None:
        self._server.edited(params.text_document, params.content_changes)

    @lsp_method(types.TEXT_DOCUMENT_DID_CLOSE)
    def lsp_text_document__did_close(self, params: types.DidCloseTextDocumentParams) -> None:
        self._server.closed(params.text_document.uri)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def lsp_notebook_document__did_open(self, params: types.DidOpenNotebookDocumentParams) -> None:
        self._server.notebooks.opened(params)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def lsp_notebook_document__did_change(self, params: types.DidChangeNotebookDocumentParams) -> None:
        self._server.notebooks.changed(params)

    @lsp_method(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def lsp_notebook_document__did_close(self, params: types.DidCloseNotebookDocumentParams) -> None:
        self._server.notebooks.closed(params.notebook_document.uri)


class JaxlintServer(LanguageServer):
    """``schedule`` decides when something is worked out, ``checker`` does it, ``told`` holds what the client shows."""

    def __init__(self) -> None:
        super().__init__("jaxlint", __version__, notebook_document_sync=_NOTEBOOKS, protocol_cls=Protocol)
        self.documents = Documents()
        self.notebooks = Notebooks(self)
        self.checker = Checker()
        self.schedule = Schedule(self.documents, self.checker, Worker(), self)
        self.positions = Positions("utf-16")
        self.translator = Translator(self.positions, True, self.documents.uri)
        self.options: dict[str, Options] = {}  # by folder of the workspace
        self.default = Options()  # where none of them holds
        self.is_configured = False  # has the client said what its settings are?
        self.is_watched = False  # does the client tell of files that change on disk?
        self.told: dict[str, list[types.Diagnostic]] = {}
        self.pulled: set[str] = set()  # documents whose findings the client is waiting for
        self._versions: dict[str, int | None] = {}  # that they were told of
        self.outside: dict[str, list[types.Diagnostic]] = {}  # of files that are not open, by URI
        self.exit_status = 0  # of the process
        self._said: set[str] = set()

    def begin(self, params: types.InitializeParams) -> None:
        """What the client can do, and what its settings say."""
        capabilities = params.capabilities
        general, document = capabilities.general, capabilities.text_document
        encodings = (general.position_encodings if general is not None else None) or ["utf-16"]
        known = [str(getattr(one, "value", one)) for one in encodings]
        encoding = next((one for one in known if one in ("utf-8", "utf-16", "utf-32")), "utf-16")
        published = None if document is None else document.publish_diagnostics
        self.positions = Positions(encoding)
        self.translator = Translator(
            self.positions, bool(published and published.related_information), self.documents.uri
        )
        self.default, wrong = options_of(params.initialization_options)
        self.complain(wrong)

    @property
    def can_configure(self) -> bool:
        """Can the client be asked for its settings?"""
        workspace = self.client_capabilities.workspace
        return workspace is not None and bool(workspace.configuration)

    @property
    def pulls(self) -> bool:
        """Does the client ask for diagnostics?  Then they are not pushed: it would show them twice."""
        document = self.client_capabilities.text_document
        return document is not None and document.diagnostic is not None

    def options_at(self, path: str) -> Options:
        """Those of the innermost folder of the workspace around a file."""
        full = os.path.abspath(path)
        around = [one for one in self.options if full.startswith(os.path.join(one, ""))]
        return self.options[max(around, key=len)] if around else self.default

    def path_at(self, uri: str, end: str) -> str | None:
        """The file that a URI stands for, or will when it is saved."""
        folders = [*self.workspace.folders, self.workspace.root_uri or ""]
        folder = next((path for one in folders if (path := path_of(one)) is not None), os.curdir)
        return path_of(uri) or new_path_of(uri, folder, end)

    def opened(self, item: types.TextDocumentItem, path: str | None = None) -> None:
        document = self.documents.open(item, path or self.path_at(item.uri, ".py"))
        if document is None:
            return
        if not self.is_watched:
            self.checker.forget_places()
        self.renewed()

    def edited(
        self, item: types.VersionedTextDocumentIdentifier, changes: Sequence[types.TextDocumentContentChangeEvent]
    ) -> None:
        document = self.documents.get(item.uri)
        if document is None:
            return
        document.change(changes, item.version, self.positions)
        self.documents.touch(item.uri)
        options = self.options_at(document.path)
        self.schedule.changed(options.delay / 1000 if options.run == "onType" else None)

    def renewed(self) -> None:
        """Cells were moved, or are meant to raise."""
        self.schedule.changed(_PATIENCE if self.can_configure and not self.is_configured else 0)

    def saved(self, uri: str) -> None:
        document = self.documents.get(uri)
        if document is None:
            return
        is_new = document.saved is not document.source and self.options_at(document.path).run == "onSave"
        document.saved = document.source
        self.documents.touch(uri)
        if not self.is_watched:
            self.checker.forget_places()
        if is_new:
            self.schedule.changed(0)
        else:
            self.schedule.hurry()
            self.schedule.again()

    def closed(self, uri: str) -> None:
        if self.documents.close(uri) is None:
            return
        self.schedule.closed(uri)
        if self.told.pop(uri, None) and not self.pulls:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))
        self.schedule.changed(0)  # from now on the file on disk counts

    def on_disk(self, events: Sequence[types.FileEvent]) -> None:
        """Files came, changed or went.  Of those that are open the buffers count."""
        whole = [one for one in events if one.type != types.FileChangeType.Changed or not one.uri.endswith(".py")]
        if whole:
            self.checker.forget_places()
        names = [path_of(one.uri) for one in events]
        if whole or any(name is not None and self.documents.at(name) is None for name in names):
            self.schedule.changed(0.05)

    def items(self, document: Document) -> list[types.Diagnostic]:
        """The findings as they stand in the text as it is now."""
        answer = self.schedule.last(document.uri)
        if answer is None:
            return []
        shown = Answer(document.source, moved(answer.all(), answer.source, document.source), answer.texts)
        return [self.translator.diagnostic(one, shown) for one in shown.diagnostics]

    def tell(self, document: Document, answer: Answer) -> None:
        """Push what is new; a client that pulls is told to pull again what it has an older answer for."""
        if answer.source is not document.source:
            return
        items = [self.translator.diagnostic(one, answer) for one in answer.all()]
        before = self.told.get(document.uri)
        if self.pulls:
            if before is not None and before != items and document.uri not in self.pulled:
                self._refresh()
            return
        if before != items or self._versions.get(document.uri) != document.version:
            self.told[document.uri], self._versions[document.uri] = items, document.version
            self.text_document_publish_diagnostics(
                types.PublishDiagnosticsParams(document.uri, items, document.version)
            )

    def tell_outside(self, answers: dict[str, Answer]) -> None:
        """What files that are not open have because of those that are; what is gone is withdrawn."""
        now = {
            self.documents.uri(path): [self.translator.diagnostic(one, answer) for one in answer.diagnostics]
            for path, answer in answers.items()
        }
        before, self.outside = self.outside, now
        if before == now:
            return
        if self.pulls:
            self._refresh()
            return
        for uri in {**before, **now}:
            if before.get(uri) != now.get(uri) and self.documents.get(uri) is None:
                self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, now.get(uri, [])))

    def reports(self, known: dict[str, str]) -> list[types.WorkspaceDocumentDiagnosticReport]:
        """On files that are not open.  ``known``: by URI the name of the result that the client has."""
        found: list[types.WorkspaceDocumentDiagnosticReport] = []
        for uri in {**known, **self.outside}:
            items = self.outside.get(uri, [])
            name = str(hash(repr(items)))
            if self.documents.get(uri) is not None:  # its findings are asked for by itself
                continue
            if known.get(uri) == name:
                found.append(types.WorkspaceUnchangedDocumentDiagnosticReport(uri, name))
            else:
                found.append(types.WorkspaceFullDocumentDiagnosticReport(uri, items, result_id=name))
        return found

    def _refresh(self) -> None:
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.diagnostics is not None and workspace.diagnostics.refresh_support:
            self.workspace_diagnostic_refresh(None)

    def refresh_hints(self) -> None:
        workspace = self.client_capabilities.workspace
        if workspace is not None and workspace.inlay_hint is not None and workspace.inlay_hint.refresh_support:
            self.workspace_inlay_hint_refresh(None)

    def report(self, problems: list[Problem] | Exception) -> None:
        """In the log, each once; what is wrong with the settings is shown."""
        if isinstance(problems, Exception):
            traceback.print_exception(problems)  # on standard error, which editors keep in a log
            self.log(f"internal error: {type(problems).__name__}: {problems}; please report it")
            return
        settings = [str(one) for one in problems if one.path.endswith(".toml") or one.path.startswith("--")]
        self.complain(settings)
        for one in problems:
            if str(one) not in settings:
                self.log(str(one))

    def complain(self, sentences: list[str]) -> None:
        for one in sentences:
            if one not in self._said:
                self._said.add(one)
                self.window_show_message(types.ShowMessageParams(types.MessageType.Warning, f"jaxlint: {one}"))

    def log(self, sentence: str) -> None:
        if sentence not in self._said:
            self._said.add(sentence)
            self.window_log_message(types.LogMessageParams(types.MessageType.Error, f"jaxlint: {sentence}"))

    def report_server_error(self, error: Exception, source: object) -> None:
        """What a client sends may be anything: it is no reason to bother the user."""
        self.log(f"{type(error).__name__}: {error}")
