"""Servers for the tests, each a process of its own, forked from one that has imported all that a server needs.

A server costs 0.7 s of CPU time before it reads its first message, of which imports are nearly all.
"""

from __future__ import annotations

import array
import gc
import importlib
import os
import select
import signal
import socket
import subprocess
import sys
import threading
from functools import cache
from pathlib import Path

from tests.cli.command_line import BAD, COMMAND, environment

# What the client starts: hands its streams and folder to the process that forks, and ends as the server does.
_HANDED_OVER = """\
import array, os, socket, sys
with socket.socket(socket.AF_UNIX) as line:
    line.connect(sys.argv[1])
    line.sendmsg([os.getcwd().encode()], [(socket.SOL_SOCKET, socket.SCM_RIGHTS, array.array("i", [0, 1, 2]))])
    os.close(0), os.close(1), os.close(2)
    os._exit((line.recv(1) or b"\\1")[0])
"""


def command() -> list[str]:
    """What starts a server in the folder it is run in."""
    if not hasattr(os, "fork"):
        return [*COMMAND, "server"]
    return [sys.executable, "-I", "-S", "-c", _HANDED_OVER, _listening()]


_BEGUN: list[subprocess.Popen[bytes]] = []  # they fork until this process ends, and with it their stdin


@cache
def _listening() -> str:
    """The address of the process that forks, which lives as long as this one."""
    address = os.path.join(os.environ["JAXLINT_TESTS_SCRATCH"], f"warm-{os.getpid()}")
    begun = subprocess.Popen(
        [sys.executable, "-m", "tests.server.warm", address],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment(),
        cwd=Path(__file__).parents[2],
    )
    _BEGUN.append(begun)
    assert begun.stdout.readline() == b"ready\n", "no server can be started"
    return address


def _serve(line: socket.socket) -> None:
    from jaxlint.server.main import main

    folder, (rights, *_), _, _ = line.recvmsg(4096, socket.CMSG_SPACE(3 * array.array("i").itemsize))
    streams = array.array("i", rights[2])
    for own, theirs in enumerate(streams):
        os.dup2(theirs, own)
        os.close(theirs)
    os.chdir(folder.decode())
    threading.Thread(target=_die_with, args=(line,), daemon=True).start()
    line.send(bytes([main()]))


def _die_with(line: socket.socket) -> None:
    """Who kills what the client started means the server."""
    if not line.recv(1):
        os._exit(1)


def _fork(listener: socket.socket) -> None:
    """One child a connection; it is its own, and nobody waits for it."""
    line, _ = listener.accept()
    with line:
        if os.fork() == 0:
            try:
                listener.close()
                signal.signal(signal.SIGCHLD, signal.SIG_DFL)
                _serve(line)
            finally:
                os._exit(0)


def _fork_until_the_end(address: str) -> None:
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(address)
        listener.listen()
        print("ready", flush=True)
        while listener in select.select([listener, sys.stdin], [], [])[0]:
            _fork(listener)


if __name__ == "__main__":
    from jaxlint.engine.pipeline import run
    from jaxlint.engine.request import Request

    importlib.import_module("jaxlint.server.main")
    run(Request(["warm.py"], fix=True, unsafe=True, stdin=BAD.encode()))  # which imports rules and fixes
    gc.freeze()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    _fork_until_the_end(sys.argv[1])
