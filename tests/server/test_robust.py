"""What a client may send, and at what pace; nothing kills the server, and nothing but messages is on stdout."""

import json
import shlex
import subprocess
import sys
import threading
import time

import pytest
from lsprotocol import types

from tests.cli.command_line import BAD, COMMAND, environment
from tests.server.client import uri


def test_a_hundred_edits_a_second(top, editor):
    path = top / "a.py"
    text = BAD + "".join(f"\n\ndef g{at}(x):\n    return x + {at}\n" for at in range(250))
    path.write_text(text)
    one = editor()
    one.open(path)
    one.diagnostics(path)
    count, begun = len(one.pushes), time.monotonic()
    for version in range(2, 302):
        one.change(path, version, (0, 0, 0, 0, "\n"))
        time.sleep(max(0, begun + (version - 1) / 100 - time.monotonic()))
    found = one.diagnostics(path, 301)
    assert [(item.code, item.range.start.line) for item in found] == [("JAX501", 305), ("JAX201", 306)]
    assert len(one.pushes) - count < 100
    versions = [push.version for push in one.pushes]
    assert versions == sorted(versions)
    assert one.leave() == 0


def test_a_question_that_is_taken_back(top, editor):
    path = top / "a.py"
    path.write_text(BAD)
    one = editor(pulls=True)
    one.open(path)
    params = types.DocumentDiagnosticParams(types.TextDocumentIdentifier(uri(path)))
    for _ in range(20):

        async def ask_and_cancel():
            one.client.protocol.send_request("textDocument/diagnostic", params, msg_id="taken")
            one.client.cancel_request(types.CancelParams("taken"))

        one._call(ask_and_cancel())
    assert [item.code for item in one.pull(path).items] == ["JAX501", "JAX201"]
    assert one.leave() == 0


def test_what_is_taken_back_too_late_is_no_news(top):
    messages = [
        frame(id=1, method="initialize", params={"processId": None, "rootUri": None, "capabilities": {}}),
        frame(method="$/cancelRequest", params={"id": 99}),
        frame(id=2, method="shutdown"),
        frame(method="exit"),
    ]
    done = subprocess.run(
        [*COMMAND, "server"], input=b"".join(messages), capture_output=True, env=environment(), cwd=top, timeout=60
    )
    assert b'"id": 2' in done.stdout
    assert done.stderr == b""


def frame(**message):
    body = json.dumps({"jsonrpc": "2.0", **message}).encode()
    return b"Content-Length: %d\r\n\r\n%b" % (len(body), body)


def answers(stream, until):
    """By their ids, up to one of them."""
    found = {}
    while until not in found:
        length = 0
        while (line := stream.readline()) not in (b"\r\n", b""):
            length = int(line.split(b":")[1]) if line.startswith(b"Content-Length") else length
        message = json.loads(stream.read(length))  # nothing, where the server has ended
        found[message.get("id")] = message
    return found


def test_each_question_is_answered(top):
    """Numbers that are none, or too large, are no reason to let a client wait."""
    document = {"uri": uri(top / "a.py")}
    asked = [{"id": 0, "method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}}]
    for number in (-1, 2**31, 2**40, 10**30, "x", None, 1.5, [], True):
        for place in ({"line": number, "character": 0}, {"line": 5, "character": number}, number):
            for method in ("hover", "inlayHint", "codeAction"):
                where = {"position": place, "range": {"start": place, "end": place}, "context": {"diagnostics": []}}
                params = {"textDocument": document, **where}
                asked.append({"id": len(asked), "method": f"textDocument/{method}", "params": params})
    for params in (None, {}, [], {"textDocument": 5}, {"textDocument": {"uri": "\0"}}):
        asked += [{"id": len(asked), "method": "textDocument/diagnostic", "params": params}]
    begun = subprocess.Popen(
        [*COMMAND, "server"],
        cwd=top,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment(),
    )
    watch = threading.Timer(60, begun.kill)
    watch.start()
    try:
        begun.stdin.write(b"".join(frame(**one) for one in asked))
        opened = {"textDocument": {**document, "languageId": "python", "version": 1, "text": BAD}}
        begun.stdin.write(frame(method="textDocument/didOpen", params=opened))
        place = {"textDocument": document, "position": {"line": 5, "character": 10}}
        begun.stdin.write(frame(id="last", method="textDocument/hover", params=place))
        begun.stdin.flush()
        found = answers(begun.stdout, "last")
    finally:
        watch.cancel()
        begun.kill()
        begun.communicate()
    assert found.keys() >= {*range(len(asked)), "last"}
    assert found["last"]["result"] is not None
    assert all("error" in found[number] or "result" in found[number] for number in range(len(asked)))


def test_errors_of_ours_cost_an_answer_and_no_more(top, editor):
    """A text that is nested deeper than the tracer goes, and one that no file system and no encoding can hold."""
    path = top / "a.py"
    path.write_text("x = 1\n")
    one = editor(pulls=True)
    one.open(path)
    for version, text in enumerate(
        ["(" * 5000 + ")" * 5000, "x = '\ud800'", "x = '\0'", "# coding: klingon\n", "-" * 9000 + "1"], 2
    ):
        one.change(path, version, text)
        assert one.pull(path).items == []
        one.hover(path, 0, 2)
        one.actions(path, 0, 2)
    one.change(path, 9, BAD)
    assert [item.code for item in one.pull(path).items] == ["JAX501", "JAX201"]
    one.change(top / "never_opened.py", 2, BAD)
    one.close(top / "never_opened.py")
    one.save(top / "never_opened.py")
    assert [item.code for item in one.pull(path).items] == ["JAX501", "JAX201"]


def test_a_file_that_is_opened_twice_and_closed(top, editor):
    path = top / "a.py"
    path.write_text(BAD)
    one = editor()
    one.open(path)
    one.open(path, "x = 1\n", 2)
    one.until(path, [])
    one.open(path, BAD, 3)
    one.until(path, ["JAX501", "JAX201"])
    one.close(path)
    one.until(path, [])


def test_what_is_printed_is_no_message(top):
    """A print in the server's process, as a library may make it."""
    script = (
        "import os, sys, jaxlint.server.main as main\n"
        "make = main.make_server\n"
        "def loud():\n    print('hello'); os.write(1, b'hello'); return make()\n"
        "main.make_server = loud\n"
        "main.main()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], input=b"", capture_output=True, env=environment(), cwd=top, timeout=60
    )
    assert done.stdout == b""
    assert b"hello" in done.stderr


def spoken(top, *messages):
    """The answers by id, and the exit status, of a server that is sent these."""
    sent = b"".join(frame(**one) for one in messages)
    done = subprocess.run([*COMMAND, "server"], input=sent, capture_output=True, env=environment(), cwd=top, timeout=60)
    parts = done.stdout.split(b"Content-Length: ")[1:]
    bodies = [json.loads(part.partition(b"\r\n\r\n")[2]) for part in parts]
    return {one["id"]: one.get("error", {}).get("code") for one in bodies if "id" in one}, done.returncode


def test_each_state_of_the_protocol_has_its_answers(top):
    begin = {"method": "initialize", "params": {"processId": None, "rootUri": None, "capabilities": {}}}
    ask = {
        "method": "textDocument/hover",
        "params": {"textDocument": {"uri": "file:///a.py"}, "position": {"line": 0, "character": 0}},
    }
    opened = {"method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///a.py"}}}
    found, status = spoken(
        top,
        opened,
        {"id": 1, **ask},
        {"id": 2, "method": "shutdown"},
        {"id": 3, **begin},
        {"id": 4, **begin},
        {"id": 5, "method": "shutdown"},
        {"id": 6, **ask},
        {"id": 7, **begin},
        {"method": "exit"},
    )
    assert found == {1: -32002, 2: -32002, 3: None, 4: -32600, 5: None, 6: -32600, 7: -32600}
    assert status == 0


def test_who_leaves_without_a_shutdown_gets_status_1(top):
    assert spoken(top, {"method": "exit"}) == ({}, 1)


@pytest.mark.skipif(sys.platform != "linux", reason="the limit is Linux's")
def test_without_memory_for_its_threads_one_line_says_so(top):
    command = f"ulimit -v 300000; exec {shlex.join([*COMMAND, 'server'])}"
    done = subprocess.run(
        ["bash", "-c", command], input=b"", capture_output=True, env=environment(), cwd=top, timeout=60
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"error: the server can't start: ")
    assert done.stderr.count(b"\n") == 1


def test_it_leaves_with_its_client(top):
    done = subprocess.run([*COMMAND, "server"], input=b"", capture_output=True, env=environment(), cwd=top, timeout=60)
    assert (done.returncode, done.stdout) == (0, b"")
    broken = b"Content-Length: 9\r\n\r\nnot json!Content-Length: 2\r\n\r\n[]"
    done = subprocess.run(
        [*COMMAND, "server"], input=broken, capture_output=True, env=environment(), cwd=top, timeout=60
    )
    assert done.returncode == 0


def test_work_that_is_overtaken_ends(top, editor):
    """A program that takes seconds: an edit that makes it small is answered before it could have been traced."""
    path = top / "a.py"
    call = "\n\n@jax.jit\ndef f{0}(x):\n    for i in range(40):\n        x = x + i * x - x / 2\n    return x\n"
    text = "import jax\n" + "".join(call.format(at) for at in range(800))
    path.write_text("import jax\n")
    one = editor(pulls=True)
    one.open(path)
    one.pull(path)
    begun = time.monotonic()
    one.change(path, 2, text)
    one.pull(path)
    long = time.monotonic() - begun
    one.change(path, 3, text + "\n")
    time.sleep(0.3 + long / 10)
    begun = time.monotonic()
    one.change(path, 4, BAD)
    assert [item.code for item in one.pull(path).items] == ["JAX501", "JAX201"]
    assert time.monotonic() - begun < max(0.6 * long, 0.5)
