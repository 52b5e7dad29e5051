"""What the server answers to: one short function for each message."""

from __future__ import annotations

import asyncio
import os

from lsprotocol import types

from jaxlint.server import actions, hints, hover
from jaxlint.server.documents import path_of
from jaxlint.server.options import SECTION, options_of
from jaxlint.server.server import JaxlintServer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Whatever may decide what is said of a file: its neighbours, settings, and which JAX the project asks for.
_WATCHED = ("**/*.py", "**/*.toml", "**/.gitignore", "**/*.lock", "**/requirements*.txt", "**/setup.cfg")


def make_server() -> JaxlintServer:
    server = JaxlintServer()
    _lifecycle(server)
    _documents(server)
    _questions(server)
    return server


def _lifecycle(server: JaxlintServer) -> None:
    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.begin(params)

    @server.feature(types.INITIALIZED)
    async def initialized(params: types.InitializedParams) -> None:
        await asyncio.gather(_configure(server), _watch(server))

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configured(params: types.DidChangeConfigurationParams) -> None:
        if not await _configure(server):
            server.default, wrong = options_of(params.settings)
            server.complain(wrong)
            server.schedule.changed(0)

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def folders(params: types.DidChangeWorkspaceFoldersParams) -> None:
        await _configure(server)


async def _watch(server: JaxlintServer) -> None:
    """Ask to be told of files that change on disk, and of settings."""
    workspace = server.client_capabilities.workspace
    files = None if workspace is None else workspace.did_change_watched_files
    settings = None if workspace is None else workspace.did_change_configuration
    wanted = []
    if files is not None and files.dynamic_registration:
        watchers: Sequence[types.FileSystemWatcher] = [types.FileSystemWatcher(glob) for glob in _WATCHED]
        how = types.DidChangeWatchedFilesRegistrationOptions(watchers)
        wanted.append(types.Registration("jaxlint-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, how))
    if settings is not None and settings.dynamic_registration:
        section = types.DidChangeConfigurationRegistrationOptions(SECTION)
        wanted.append(types.Registration("jaxlint-settings", types.WORKSPACE_DID_CHANGE_CONFIGURATION, section))
    if not wanted:
        return
    try:
        await server.client_register_capability_async(types.RegistrationParams(wanted))
        server.is_watched = files is not None and bool(files.dynamic_registration)
    except Exception as error:
        server.log(f"the client does not tell of changes: {error}")


async def _configure(server: JaxlintServer) -> bool:
    """The settings of each folder of the workspace, where the client can be asked for them."""
    if not server.can_configure:
        return False
    paths = [path for uri in server.workspace.folders if (path := path_of(uri)) is not None]
    items = [types.ConfigurationItem(scope_uri=uri, section=SECTION) for uri in server.workspace.folders]
    items = items or [types.ConfigurationItem(section=SECTION)]
    try:
        said = await server.workspace_configuration_async(types.ConfigurationParams(items))
    except Exception as error:
        server.log(f"the client does not tell its settings: {error}")
        said = []
    server.is_configured = True
    for path, one in zip(paths or [""], said, strict=False):
        options, wrong = options_of(one)
        server.complain(wrong)
        if not _says_something(one):
            options = server.default
        if path:
            server.options[os.path.abspath(path)] = options
        else:
            server.default = options
    server.schedule.changed(0)
    server.refresh_hints()
    return True


def _says_something(said: object) -> bool:
    return isinstance(said, dict) and bool(said)


def _documents(server: JaxlintServer) -> None:
    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        """The protocol has seen to it; being a feature, it is offered."""

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        server.saved(params.text_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    def notebook_saved(params: types.DidSaveNotebookDocumentParams) -> None:
        server.notebooks.saved(params.notebook_document.uri)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def on_disk(params: types.DidChangeWatchedFilesParams) -> None:
        server.on_disk(params.changes)


def _questions(server: JaxlintServer) -> None:
    @server.feature(
        types.TEXT_DOCUMENT_DIAGNOSTIC,
        types.DiagnosticOptions(inter_file_dependencies=True, workspace_diagnostics=True, identifier="jaxlint"),
    )
    async def diagnostic(params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
        return await _pulled(server, params)

    @server.feature(types.WORKSPACE_DIAGNOSTIC)
    def workspace_diagnostic(params: types.WorkspaceDiagnosticParams) -> types.WorkspaceDiagnosticReport:
        known = {one.uri: one.value for one in params.previous_result_ids}
        return types.WorkspaceDiagnosticReport(server.reports(known))

    @server.feature(
        types.TEXT_DOCUMENT_CODE_ACTION,
        types.CodeActionOptions([types.CodeActionKind.QuickFix, actions.FIX_ALL], resolve_provider=True),
    )
    async def code_action(params: types.CodeActionParams) -> list[types.CodeAction]:
        return await actions.actions(server, params)

    @server.feature(types.CODE_ACTION_RESOLVE)
    async def resolve(params: types.CodeAction) -> types.CodeAction:
        return await actions.resolve(server, params)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hovered(params: types.HoverParams) -> types.Hover | None:
        return await hover.hover(server, params)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay_hints(params: types.InlayHintParams) -> list[types.InlayHint]:
        return await hints.hints(server, params)


async def _pulled(server: JaxlintServer, params: types.DocumentDiagnosticParams) -> types.DocumentDiagnosticReport:
    document = server.documents.get(params.text_document.uri)
    if document is None:
        return types.RelatedFullDocumentDiagnosticReport([])
    if document.saved is document.source or server.options_at(document.path).run == "onType":
        server.pulled.add(document.uri)
        try:
            await server.schedule.answer(document, with_fixes=False, at_once=False)
        finally:
            server.pulled.discard(document.uri)
    items = server.items(document)
    before = server.told.get(document.uri)
    server.told[document.uri] = items
    name = str(hash(repr(items)))
    if before == items and params.previous_result_id == name:
        return types.RelatedUnchangedDocumentDiagnosticReport(name)
    return types.RelatedFullDocumentDiagnosticReport(items, result_id=name)
