"""A language server that is sent what editors send, in any order, with nonsense between."""

from __future__ import annotations

import json
import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from queue import Empty, Queue
from typing import TYPE_CHECKING

from tools.fuzz.files import BAD
from tools.fuzz.programs import mutated

if TYPE_CHECKING:
    from tools.fuzz.trials import Trial

Message = dict[str, object]
_PATIENCE = 60  # seconds, until an answer is missed
_ROOT = Path(__file__).parents[2]


def messages(source: random.Random, _: list[str]) -> Iterator[Trial]:
    """Storms of a hundred messages; after each the server tells of a new file what it would have told before."""
    while True:
        storm = list(_storm(random.Random(source.random())))
        yield "a storm", json.dumps(storm, indent=1).encode(), partial(_survives, storm)


def _storm(source: random.Random) -> Iterator[Message | str]:
    files = [Path(f"{name}.py").absolute().as_uri() for name in "abc"]
    text, version = BAD, 0
    for number in range(100):
        uri = source.choice([*files, "untitled:Untitled-1", "file:///no/such.py", "%"])
        version += source.choice((1, 1, 1, 0, -3))
        text = mutated(source, text) if source.random() < 0.5 else BAD
        yield source.choice(_edits(source, uri, version, text) + _questions(source, uri, number))


def _edits(source: random.Random, uri: str, version: int, text: str) -> list[Message | str]:
    whole = {"uri": uri, "languageId": source.choice(("python", "rust")), "version": version, "text": text}
    document: Message = {"uri": uri, "version": version}
    part = {"range": _range(source), "text": source.choice(("", "x", "\n", "é𝄞"))}
    return [
        _note("textDocument/didOpen", textDocument=whole),
        _note("textDocument/didChange", textDocument=document, contentChanges=[{"text": text}]),
        _note("textDocument/didChange", textDocument=document, contentChanges=[part]),
        _note("textDocument/didSave", textDocument=document),
        _note("textDocument/didClose", textDocument=document),
        _note("workspace/didChangeWatchedFiles", changes=[{"uri": uri, "type": source.randint(1, 3)}]),
        {"jsonrpc": "2.0"},
        "{",
    ]


def _questions(source: random.Random, uri: str, number: int) -> list[Message | str]:
    document, span = {"uri": uri}, _range(source)
    nothing: Message = {"diagnostics": []}
    return [
        _note("$/cancelRequest", id=f"storm-{source.randint(0, number)}"),
        _ask(number, "textDocument/hover", textDocument=document, position=span["start"]),
        _ask(number, "textDocument/inlayHint", textDocument=document, range=span),
        _ask(number, "textDocument/diagnostic", textDocument=document),
        _ask(number, "textDocument/codeAction", textDocument=document, range=span, context=nothing),
        _ask(number, "textDocument/hover", textDocument=document),
        _ask(number, "no/such"),
    ]


def _range(source: random.Random) -> dict[str, dict[str, int]]:
    def place() -> dict[str, int]:
        return {"line": source.randint(0, 12), "character": source.randint(0, 40)}

    return {"start": place(), "end": place()}


def _note(method: str, **params: object) -> Message:
    return {"jsonrpc": "2.0", "method": method, "params": params}


def _ask(number: int, method: str, **params: object) -> Message:
    return {"jsonrpc": "2.0", "id": f"storm-{number}", "method": method, "params": params}


def _survives(storm: list[Message | str]) -> list[str]:
    for name in "abc":
        Path(f"{name}.py").write_text(BAD)
    server = _Server()
    try:
        root = Path.cwd().as_uri()
        server.send({**_ask(0, "initialize", processId=os.getpid(), rootUri=root, capabilities={}), "id": "first"})
        server.answer("first")
        server.send(_note("initialized"))
        for message in storm:
            server.send(message)
        uri = Path("last.py").absolute().as_uri()
        whole = {"uri": uri, "languageId": "python", "version": 1, "text": BAD}
        server.send(_note("textDocument/didOpen", textDocument=whole))
        codes = server.findings(uri)
        server.send({"jsonrpc": "2.0", "id": "last", "method": "shutdown"})
        server.answer("last")
        server.send({"jsonrpc": "2.0", "method": "exit"})
        status = server.process.wait(_PATIENCE)
    except (Empty, BrokenPipeError, subprocess.TimeoutExpired) as error:
        return [f"the server is silent or dead ({type(error).__name__}): {server.said()}"]
    finally:
        server.process.kill()
    wrong = [] if codes == ["JAX103", "JAX501"] else [f"told {codes}"]
    wrong += [] if status == 0 else [f"left with status {status}"]
    return wrong + (["printed a traceback"] if _failed_in_ours(server.said()) else [])


def _failed_in_ours(text: str) -> bool:
    """Does a traceback end in our code?  pygls prints one for each message that it can't read, which passes through."""
    frame = ""
    for line in text.splitlines():
        if line.startswith('  File "'):
            frame = line
        elif not line.startswith(" "):
            if f"{os.sep}jaxlint{os.sep}" in frame:
                return True
            frame = ""
    return False


class _Server:
    def __init__(self) -> None:
        command = [sys.executable, "-P", "-m", "jaxlint", "server"]
        environment = {**os.environ, "PYTHONPATH": str(_ROOT)}
        self._errors = open("stderr.txt", "w+b")  # noqa: SIM115  closed with the process
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self._errors, env=environment
        )
        self._heard: Queue[Message] = Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def send(self, message: Message | str) -> None:
        body = (message if isinstance(message, str) else json.dumps(message)).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def answer(self, name: str) -> Message:
        while True:
            message = self._heard.get(timeout=_PATIENCE)
            if message.get("id") == name:
                return message

    def findings(self, uri: str) -> list[str]:
        while True:
            params = self._heard.get(timeout=_PATIENCE).get("params")
            if isinstance(params, dict) and params.get("uri") == uri:
                return sorted(one["code"] for one in params["diagnostics"])

    def said(self) -> str:
        self._errors.seek(0)
        return self._errors.read().decode(errors="replace")[-2000:]

    def _listen(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while header := stream.readline():
            if header.lower().startswith(b"content-length:"):
                length = int(header.split(b":")[1])
                while stream.readline().strip():
                    pass
                self._heard.put(json.loads(stream.read(length)))
