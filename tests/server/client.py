"""A client that speaks to the server as an editor does: another process, over stdio, by pygls' own client."""

import asyncio
import threading
import time
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

from tests.cli.command_line import environment
from tests.server.warm import command

PATIENCE = 60
NOTEBOOKS = types.NotebookDocumentClientCapabilities(types.NotebookDocumentSyncClientCapabilities())


class Editor:
    """One that waits for answers.  ``shown``: by URI what the server has pushed last, ``pushes`` all of it in order."""

    def __init__(
        self, *folders, encodings=("utf-16",), pulls=False, watches=False, hovers=None, settings=None, options=None
    ):
        self.shown = {}
        self.pushes = []
        self.messages = []
        self.logged = []
        self.refreshes = 0
        self.registered = []
        self.settings = settings
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)
        self._thread.start()
        self.client = LanguageClient("tests", "1")
        self._listen()
        self._call(self._start(folders, encodings, pulls, watches, hovers, options))

    def _listen(self):
        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def published(params):
            params.diagnostics = list(params.diagnostics)
            self.shown[params.uri] = params
            self.pushes.append(params)

        @self.client.feature(types.WINDOW_SHOW_MESSAGE)
        def told(params):
            self.messages.append(params.message)

        @self.client.feature(types.WINDOW_LOG_MESSAGE)
        def logged(params):
            self.logged.append(params.message)

        @self.client.feature(types.WORKSPACE_CONFIGURATION)
        def configuration(params):
            return [self.settings for _ in params.items]

        @self.client.feature(types.CLIENT_REGISTER_CAPABILITY)
        def register(params):
            self.registered += params.registrations

        @self.client.feature(types.WORKSPACE_DIAGNOSTIC_REFRESH)
        def refresh(params):
            self.refreshes += 1

    async def _start(self, folders, encodings, pulls, watches, hovers, options):
        await self.client.start_io(*command(), env=environment(), cwd=str(folders[0]))
        document = types.TextDocumentClientCapabilities(
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=True),
            code_action=types.CodeActionClientCapabilities(
                resolve_support=types.ClientCodeActionResolveOptions(properties=["edit"])
            ),
            diagnostic=types.DiagnosticClientCapabilities() if pulls else None,
            hover=types.HoverClientCapabilities(content_format=[hovers]) if hovers else None,
        )
        workspace = types.WorkspaceClientCapabilities(
            workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True),
            configuration=self.settings is not None,
            diagnostics=types.DiagnosticWorkspaceClientCapabilities(refresh_support=True),
            did_change_watched_files=types.DidChangeWatchedFilesClientCapabilities(dynamic_registration=watches),
        )
        general = types.GeneralClientCapabilities(position_encodings=list(encodings))
        self.initialized = await self.client.initialize_async(
            types.InitializeParams(
                capabilities=types.ClientCapabilities(workspace, document, NOTEBOOKS, general=general),
                workspace_folders=[types.WorkspaceFolder(uri(one), one.name) for one in folders],
                initialization_options=options,
            )
        )
        self.client.initialized(types.InitializedParams())

    def _call(self, coroutine):
        return asyncio.run_coroutine_threadsafe(coroutine, self._loop).result(PATIENCE)

    def _tell(self, function, *arguments):
        async def told():
            function(*arguments)

        self._call(told())

    def ask(self, method, params):
        return self._call(getattr(self.client, f"{method}_async")(params))

    def open(self, path, text=None, version=1, language="python"):
        text = path.read_text() if text is None else text
        item = types.TextDocumentItem(uri(path), language, version, text)
        self._tell(self.client.text_document_did_open, types.DidOpenTextDocumentParams(item))

    def change(self, path, version, *changes):
        """Each a whole text, or (start line, column, end line, column, text)."""
        made = [change(one) for one in changes]
        item = types.VersionedTextDocumentIdentifier(version, uri(path))
        self._tell(self.client.text_document_did_change, types.DidChangeTextDocumentParams(item, made))

    def save(self, path):
        self._tell(self.client.text_document_did_save, types.DidSaveTextDocumentParams(named(path)))

    def close(self, path):
        self._tell(self.client.text_document_did_close, types.DidCloseTextDocumentParams(named(path)))

    def open_notebook(self, book, *cells):
        """``cells``: URI, language, text and, where it has any, metadata."""
        items = [types.TextDocumentItem(one, language, 1, text) for one, language, text, *_ in cells]
        document = types.NotebookDocument(uri(book), "jupyter-notebook", 1, [cell(*one) for one in cells])
        self._tell(self.client.notebook_document_did_open, types.DidOpenNotebookDocumentParams(document, items))

    def change_notebook(self, book, **cells):
        """As the protocol names them: ``structure``, ``data``, ``text_content``."""
        item = types.VersionedNotebookDocumentIdentifier(2, uri(book))
        change = types.NotebookDocumentChangeEvent(cells=types.NotebookDocumentCellChanges(**cells))
        self._tell(self.client.notebook_document_did_change, types.DidChangeNotebookDocumentParams(item, change))

    def splice(self, book, start, count, *cells, opened=(), closed=()):
        """Cells in place of others, of which those that are new are opened."""
        array = types.NotebookCellArrayChange(start, count, [cell(*one) for one in cells])
        items = [types.TextDocumentItem(one, language, 1, text) for one, language, text, *_ in opened]
        gone = [types.TextDocumentIdentifier(one) for one in closed]
        self.change_notebook(book, structure=types.NotebookDocumentCellChangeStructure(array, items, gone))

    def write(self, book, address, version, *changes):
        """In a cell."""
        item = types.VersionedTextDocumentIdentifier(version, address)
        made = [types.NotebookDocumentCellContentChanges(item, [change(one) for one in changes])]
        self.change_notebook(book, text_content=made)

    def save_notebook(self, book):
        params = types.DidSaveNotebookDocumentParams(types.NotebookDocumentIdentifier(uri(book)))
        self._tell(self.client.notebook_document_did_save, params)

    def close_notebook(self, book, *cells):
        items = [types.TextDocumentIdentifier(one) for one, *_ in cells]
        params = types.DidCloseNotebookDocumentParams(types.NotebookDocumentIdentifier(uri(book)), items)
        self._tell(self.client.notebook_document_did_close, params)

    def on_disk(self, path, kind=types.FileChangeType.Changed):
        event = types.DidChangeWatchedFilesParams([types.FileEvent(uri(path), kind)])
        self._tell(self.client.workspace_did_change_watched_files, event)

    def configure(self, settings):
        self.settings = settings
        params = types.DidChangeConfigurationParams({"jaxlint": settings})
        self._tell(self.client.workspace_did_change_configuration, params)

    def diagnostics(self, path, version=None):
        """What was pushed for a version, or for any, as soon as it is there."""
        wait(lambda: uri(path) in self.shown and version in (None, self.shown[uri(path)].version))
        return self.shown[uri(path)].diagnostics

    def codes(self, path, version=None):
        return [one.code for one in self.diagnostics(path, version)]

    def until(self, path, codes):
        """Waits for a push of these codes."""
        wait(lambda: uri(path) in self.shown and [one.code for one in self.shown[uri(path)].diagnostics] == codes)

    def pull(self, path, previous=None):
        params = types.DocumentDiagnosticParams(named(path), previous_result_id=previous)
        report = self.ask("text_document_diagnostic", params)
        if isinstance(report, types.RelatedFullDocumentDiagnosticReport):
            report.items = list(report.items)
        return report

    def actions(self, path, line=0, column=0, only=None, end=None, trigger=None):
        where = span(line, column, *(end or (line, column)))
        params = types.CodeActionParams(named(path), where, types.CodeActionContext([], only, trigger))
        return self.ask("text_document_code_action", params)

    def resolve(self, action):
        return self.ask("code_action_resolve", action)

    def hover(self, path, line, column):
        return self.ask("text_document_hover", types.HoverParams(named(path), types.Position(line, column)))

    def hints(self, path, lines=1000):
        return self.ask("text_document_inlay_hint", types.InlayHintParams(named(path), span(0, 0, lines, 0)))

    @property
    def process(self):
        return self.client._server

    def leave(self):
        """As an editor leaves; the exit status of the server."""

        async def end():
            await self.client.shutdown_async(None)
            self.client.exit(None)
            return await asyncio.wait_for(self.client._server.wait(), PATIENCE)

        return self._call(end())

    def kill(self):
        """And leaves nothing behind, whether the server has ended or not."""

        async def end():
            if self.process.returncode is None:
                self.process.kill()
            await self.client.stop()

        self._call(end())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


def uri(path):
    """Of a file; what is one already stays as it is."""
    return Path(path).as_uri() if isinstance(path, Path) else path


def change(one):
    if isinstance(one, tuple):
        return types.TextDocumentContentChangePartial(span(*one[:4]), one[4])
    return types.TextDocumentContentChangeWholeDocument(one)


def cell(address, language, text, metadata=None):
    kind = types.NotebookCellKind.Markup if language == "markdown" else types.NotebookCellKind.Code
    return types.NotebookCell(kind, address, metadata)


def named(path):
    return types.TextDocumentIdentifier(uri(path))


def span(line, column, end_line, end_column):
    return types.Range(types.Position(line, column), types.Position(end_line, end_column))


def wait(condition, patience=PATIENCE):
    end = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < end, "the server did not answer in time"
        time.sleep(0.01)


def applied(text, edits):
    """A text with edits of the protocol made, in characters."""
    starts = [0]
    for row in text.split("\n"):
        starts.append(starts[-1] + len(row) + 1)
    spans = [
        (starts[one.range.start.line] + one.range.start.character, starts[one.range.end.line] + one.range.end.character)
        for one in edits
    ]
    for (start, end), one in sorted(zip(spans, edits, strict=True), key=lambda pair: pair[0], reverse=True):
        text = text[:start] + one.new_text + text[end:]
    return text
