"""The texts that a client has open: the one place where a document's text comes from."""

from __future__ import annotations

import os

from lsprotocol import types
from pygls.uris import from_fs_path, to_fs_path, urlparse

from jaxlint.discovery.walk import shown
from jaxlint.text.source import Source

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from jaxlint.server.positions import Positions

    Change = types.TextDocumentContentChangeEvent

_LANGUAGES = ("python", "")  # of others nothing is said; some clients name none
_UNSAVED = ("untitled", "vscode-interactive")


class Document:
    """One text as it is now.  ``path``: as reports show it; ``source``: replaced with each change, never written to.

    ``saved``: the one that was opened or saved.
    """

    __slots__ = ("path", "saved", "source", "uri", "version")

    def __init__(self, uri: str, path: str, text: str, version: int | None) -> None:
        self.uri = uri
        self.path = path
        self.source = self.saved = Source(path, text)
        self.version = version

    def change(self, changes: Sequence[Change], version: int | None, positions: Positions) -> None:
        for change in changes:
            text = self.source.text
            if isinstance(change, types.TextDocumentContentChangePartial):
                start = positions.offset(self.source, change.range.start)
                end = max(start, positions.offset(self.source, change.range.end))
                text = text[:start] + change.text + text[end:]
            else:
                text = change.text
            self.source = self.source.having(text)
        self.version = version

    def become(self, source: Source) -> bool:
        """The same text in another place, as a cell that is moved; is anything new about it?"""
        old = self.source
        if source.is_same(old):
            return False
        self.saved = source if self.saved is old else self.saved
        self.path, self.source = source.path, source
        return True


class Documents:
    """Those of Python that stand for a file, by URI; the one that was touched last comes last."""

    def __init__(self) -> None:
        self._open: dict[str, Document] = {}

    def open(self, item: types.TextDocumentItem, path: str | None) -> Document | None:
        if path is None or (item.language_id or "").lower() not in _LANGUAGES:
            return None
        self._open[item.uri] = Document(item.uri, path, item.text, item.version)
        return self._open[item.uri]

    def close(self, uri: str) -> Document | None:
        return self._open.pop(uri, None)

    def get(self, uri: str) -> Document | None:
        return self._open.get(uri)

    def touch(self, uri: str) -> None:
        """It is the one that the user works on."""
        if uri in self._open:
            self._open[uri] = self._open.pop(uri)

    def __iter__(self) -> Iterator[Document]:
        return reversed(list(self._open.values()))

    def at(self, path: str) -> Document | None:
        """The one that stands for a file."""
        full, end = os.path.abspath(path), os.path.basename(path)
        return next((one for one in self if one.path.endswith(end) and os.path.abspath(one.path) == full), None)

    def uri(self, path: str) -> str:
        """Of a file: that which the client knows it by, where it is open."""
        document = self.at(path)
        return uri_of(path) if document is None else document.uri


def path_of(uri: str) -> str | None:
    """The file that a URI names; None where it names none, such as one side of a comparison."""
    try:
        path = to_fs_path(uri)
    except ValueError:
        return None
    return shown(path) if path else None


def new_path_of(uri: str, folder: str, end: str) -> str | None:
    """Where a text that was never saved would be a file, in that folder; ``end``: of its name."""
    scheme, _, path, _, _, _ = urlparse(uri)
    if scheme not in _UNSAVED or "\0" in path:
        return None
    name = path if path.startswith(os.path.join(os.path.abspath(folder), "")) else os.path.basename(path)
    return shown(os.path.join(os.path.abspath(folder), name if name.endswith(end) else name + end))


def name_in(uri: str) -> str:
    """Of a file, or as the editor calls a text that was never saved."""
    path: str = urlparse(uri)[2]
    return os.path.basename(path)


def uri_of(path: str) -> str:
    return from_fs_path(os.path.abspath(path)) or ""
