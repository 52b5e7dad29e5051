"""The line on a terminal: only where somebody looks on, only in long runs, and gone at the end."""

import os
import pty
import subprocess
import sys

import pytest

from jaxlint.cli import progress as module
from jaxlint.cli.progress import Progress
from tests.cli.command_line import environment


@pytest.fixture
def written(monkeypatch):
    rows = []
    monkeypatch.setattr(module, "emit", lambda text, stream: rows.append(text))
    monkeypatch.setattr(module, "_width", lambda: 30)
    return rows


def test_a_short_run_shows_nothing(written):
    progress = Progress()
    progress("a.py", 1, 2)
    progress.clear()
    assert written == []


def test_a_long_run(written, monkeypatch):
    monkeypatch.setattr(module, "_PATIENCE", 0)
    monkeypatch.setattr(module, "_PAUSE", 0)
    progress = Progress()
    progress("a\x1b.py", 1, 2)
    progress("a/very/long/path/of/a/file.py", 2, 2)
    progress.clear()
    assert written[0].startswith("\r\x1b[Ktracing 1 of 2: a")
    assert "\x1b.py" not in written[0]
    assert len(written[1]) == len("\r\x1b[K") + 29
    assert written[2] == "\r\x1b[K"


def test_on_a_terminal_and_off_it(tmp_path):
    (tmp_path / "a.py").write_text("import jax\n")
    setup = "from jaxlint.cli import progress; progress._PATIENCE = -1; "
    command = [sys.executable, "-c", f"{setup}from jaxlint.cli.main import run; run(['a.py'])"]
    ours, theirs = pty.openpty()
    subprocess.run(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=theirs, check=True, env=environment())
    assert b"tracing 1 of 1: a.py" in os.read(ours, 1000)
    assert subprocess.run(command, cwd=tmp_path, capture_output=True, check=True, env=environment()).stderr == b""
