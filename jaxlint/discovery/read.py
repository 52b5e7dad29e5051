"""Bytes to Source: encodings as Python reads them (PEP 263), and a Problem for what is no text."""

from __future__ import annotations

from jaxlint.diagnostic import Problem
from jaxlint.text.reading import read_file
from jaxlint.text.source import Source

_BOM = b"\xef\xbb\xbf"


def read(path: str) -> Source | Problem:
    """The text of a file, or why there is none."""
    data = read_bytes(path)
    return data if isinstance(data, Problem) else decode(path, data)


def read_bytes(path: str) -> bytes | Problem:
    """Of a source: how large one may be, the settings say."""
    try:
        return read_file(path, most=None)
    except OSError as error:
        return Problem(path, f"can't be read: {error.strerror}")


def is_notebook(path: str) -> bool:
    return path.endswith(".ipynb")


def decode(path: str, data: bytes) -> Source | Problem:
    """The same for bytes at hand, those of stdin for one."""
    bom = data.startswith(_BOM)
    body = data[3:] if bom else data
    zero = body.find(b"\0")
    if zero >= 0:
        return Problem(path, "can't be read: contains NUL bytes", body.count(b"\n", 0, zero) + 1)
    encoding = "utf-8"
    if b"coding" in body[:400] and not is_notebook(path):
        declared = _declared(path, body)
        if isinstance(declared, Problem):
            return declared
        if bom and declared not in (None, "utf-8"):
            return Problem(path, f"can't be read: declared as {declared}, but starts with a UTF-8 mark", 1)
        encoding = declared or encoding
    try:
        if is_notebook(path):
            from jaxlint.notebook.notebook import read_notebook

            return read_notebook(path, body.decode(), bom)
        text = body.decode(encoding)
        if encoding != "utf-8" and "coding" not in text[:400]:
            return Problem(path, f"can't be read: declared as {encoding}, which can't say so itself", 1)
        return Source(path, text, encoding, bom)
    except UnicodeDecodeError as error:
        line = body.count(b"\n", 0, error.start) + 1
        return Problem(path, f"can't be read: not {encoding} (byte 0x{body[error.start]:02x})", line)
    except Exception as error:  # codecs that are not of text, or of no use: each raises what it likes
        return Problem(path, f"can't be read as {encoding}: {error}", 1)


class Unread(Source):
    """A file of which all is known that matters, and that is read where its text is wanted all the same."""

    __slots__ = ("_read",)

    def __init__(self, path: str) -> None:
        self.path = path
        self._starts = None
        self._code = None
        self._read: Source | None = None

    @property
    def is_read(self) -> bool:
        return self._read is not None

    @property
    def text(self) -> str:  # type: ignore[override]
        return self.now().text

    @property
    def encoding(self) -> str:  # type: ignore[override]
        return self.now().encoding

    @property
    def bom(self) -> bool:  # type: ignore[override]
        return self.now().bom

    def now(self) -> Source:
        """The text as it is, read once."""
        if self._read is None:
            found = read(self.path)
            self._read = found if isinstance(found, Source) else Source(self.path, "")
        return self._read


def rewritten(data: bytes, new: Source) -> bytes | Problem:
    """The bytes of a new text, in the encoding that ``data``, the old one's, was read in."""
    old = decode(new.path, data)
    try:
        if is_notebook(new.path):
            return _notebook(data, new)
        if isinstance(old, Problem) or _encoded(old) != data:
            return Problem(new.path, f"not fixed: {new.encoding} can't be written back as it was read")
        return _encoded(new)
    except UnicodeEncodeError as error:
        missing = error.object[error.start]
        return Problem(new.path, f"not fixed: {new.encoding} has no {missing!r}, that the fix needs")
    except Exception as error:
        return Problem(new.path, f"not fixed: can't be written as {new.encoding}: {error}")


def _notebook(data: bytes, new: Source) -> bytes | Problem:
    """The cells that have changed, in the JSON as it was."""
    from jaxlint.notebook.notebook import Notebook, json_of

    bom = _BOM if data.startswith(_BOM) else b""
    made = json_of(data[len(bom) :].decode(), new) if isinstance(new, Notebook) else None
    if made is None:
        return Problem(new.path, "not fixed: the fixes are not within the cells of the notebook")
    return bom + made.encode()


def _encoded(source: Source) -> bytes:
    body = source.text.encode(source.encoding)
    return _BOM + body if source.bom else body


def _declared(path: str, body: bytes) -> str | Problem | None:
    """The encoding that a comment on the first two lines names."""
    import codecs
    import re

    rows = body.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n", 2)[:2]
    for number, row in enumerate(rows, 1):
        found = re.match(rb"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)", row)
        if found is None:
            if re.match(rb"^[ \t\f]*(?:#|$)", row) is None:
                return None  # code on the first line: a comment on the second does not count
            continue
        name = found[1].decode("ascii", "replace")
        try:
            canonical = codecs.lookup(name).name
        except Exception:  # of a codec's module, too
            return Problem(path, f"can't be read: unknown encoding {name}", number)
        return "utf-8" if canonical == "utf-8-sig" else canonical
    return None
