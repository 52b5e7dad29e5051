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


class Editor:
    """One that waits for answers.  ``shown``: by URI what the server has pushed last, ``pushes`` all of it in order."""

    def __init__(self, *folders, encodings=("utf-16",), pulls=False, watches=False, settings=None, options=None):
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
        self._call(self._start(folders, encodings, pulls, watches, options))

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

    async def _start(self, folders, encodings, pulls, watches, options):
        await self.client.start_io(*command(), env=environment(), cwd=str(folders[0]))
        document = types.TextDocumentClientCapabilities(
            publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=True),
            code_action=types.CodeActionClientCapabilities(
                resolve_support=types.ClientCodeActionResolveOptions(properties=["edit"])
            ),
            diagnostic=types.DiagnosticClientCapabilities() if pulls else None,
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
                capabilities=types.ClientCapabilities(workspace, document, general=general),
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
        made = [
            types.TextDocumentContentChangePartial(span(*one[:4]), one[4])
            if isinstance(one, tuple)
            else types.TextDocumentContentChangeWholeDocument(one)
            for one in changes
        ]
        item = types.VersionedTextDocumentIdentifier(version, uri(path))
        self._tell(self.client.text_document_did_change, types.DidChangeTextDocumentParams(item, made))

    def save(self, path):
        self._tell(self.client.text_document_did_save, types.DidSaveTextDocumentParams(named(path)))

    def close(self, path):
        self._tell(self.client.text_document_did_close, types.DidCloseTextDocumentParams(named(path)))

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

    def actions(self, path, line=0, column=0, only=None, end=None):
        where = span(line, column, *(end or (line, column)))
        params = types.CodeActionParams(named(path), where, types.CodeActionContext([], only=only))
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
    return Path(path).as_uri()


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
