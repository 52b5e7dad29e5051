"""``--fix -``: an editor puts what comes out in place of its buffer, so what came in comes out, whatever happens."""

import io
import os
import subprocess
import sys

import pytest

import jaxlint.cli.check as checking
import jaxlint.engine.judge as judging
import jaxlint.engine.pipeline as pipeline
import jaxlint.tracing.program as program
from jaxlint.cli.buffer import Buffer
from jaxlint.cli.main import run
from tests.cli.command_line import BAD, environment, jaxlint

FIXED = BAD.replace('print("x is", x)', 'jax.debug.print("x is {}", x)')


@pytest.mark.parametrize("encoding", ["punycode", "undefined", "hex", "klingon", "utf-16"])
def test_encodings(tmp_path, encoding):
    given = f"# coding: {encoding}\n{BAD}".encode()
    done = jaxlint("--fix", "-", cwd=tmp_path, given=given)
    assert done.stdout.encode() == given
    assert done.returncode == 2
    assert "can't be read" in done.stderr
    assert done.stderr.count("\n") <= 3
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("encoding", ["punycode", "undefined", "klingon"])
def test_a_file_in_such_an_encoding_costs_only_itself(tmp_path, encoding):
    (tmp_path / "a.py").write_bytes(f"# coding: {encoding}\nx = '".encode() + b"\xe9'\n")
    (tmp_path / "bad.py").write_text(BAD)
    done = jaxlint(".", cwd=tmp_path)
    assert done.returncode == 2
    assert "bad.py:7:12: error JAX201" in done.stdout
    assert done.stderr.count("\n") == 1
    assert done.stderr.startswith("error: a.py:")


@pytest.mark.parametrize(
    "arguments",
    [
        ["--fix", "-", "other.py"],
        ["--fix", "--bogus", "-"],
        ["--fix", "--output-format", "xml", "--stdin-filename", "x.py"],
        ["check", "--fix", "--select", "NONE", "-"],
        ["--fix", "-", "--stdin-filename"],
    ],
)
def test_a_command_line_that_is_wrong(tmp_path, arguments):
    done = jaxlint(*arguments, cwd=tmp_path, given=BAD)
    assert (done.returncode, done.stdout) == (2, BAD)
    assert done.stderr


@pytest.mark.parametrize(
    "settings", ["[tool.jaxlint]\nexclude = 1\n", "[tool.jaxlint\n", '[tool.jaxlint]\nselect = ["X"]\n']
)
def test_settings_that_are_wrong(tmp_path, settings):
    (tmp_path / "pyproject.toml").write_text(settings)
    done = jaxlint("--fix", "-", cwd=tmp_path, given=BAD)
    assert (done.returncode, done.stdout) == (2, BAD)


class _Stdin(io.TextIOWrapper):
    def __init__(self, data):
        super().__init__(io.BufferedReader(io.BytesIO(data)))


@pytest.fixture
def given(monkeypatch):
    """What stdin holds, in this process."""
    data = BAD.encode()
    monkeypatch.setattr(sys, "stdin", _Stdin(data))
    buffer = Buffer()
    for home in ("main", "check"):
        monkeypatch.setattr(f"jaxlint.cli.{home}.BUFFER", buffer)
    return data


def raising(error):
    def fail(*_, **__):
        raise error

    return fail


PLACES = [
    (checking, "run"),
    (pipeline, "common_directory"),
    (pipeline, "decode"),
    (program, "trace"),
    (judging, "judge"),
]


@pytest.mark.parametrize(
    "error", [KeyError("ours"), RecursionError(), MemoryError(), KeyboardInterrupt(), SystemExit(3)]
)
@pytest.mark.parametrize(("home", "name"), [*PLACES, (checking, "_report")])
def test_errors_of_ours(given, monkeypatch, capfdbinary, home, name, error):
    monkeypatch.setattr(home, name, raising(error))
    try:
        status = run(["--fix", "-"])
    except SystemExit:
        status = 2
    assert status in (2, 130)
    out = capfdbinary.readouterr().out
    assert out == (given if name != "_report" else FIXED.encode())


def test_stdin_is_left_alone_where_nobody_waits_for_it(given, monkeypatch, capfdbinary):
    monkeypatch.setattr(checking, "run", raising(KeyError("ours")))
    for arguments in (["-"], ["--diff", "-"], ["--fix", "."]):
        assert run(arguments) == 2
    assert capfdbinary.readouterr().out == b""


def test_an_interrupt_while_it_is_read_loses_nothing(given, monkeypatch, capfdbinary):
    class Interrupted(io.BytesIO):
        reads = 0

        def read1(self, size):
            self.reads += 1
            if self.reads == 2:
                raise KeyboardInterrupt
            return super().read1(10)

    stdin = _Stdin(b"")
    monkeypatch.setattr(sys, "stdin", stdin)
    monkeypatch.setattr(_Stdin, "buffer", Interrupted(given), raising=False)
    assert run(["--fix", "-"]) == 130
    assert capfdbinary.readouterr().out == given


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs a full device")
@pytest.mark.parametrize("arguments", [["."], ["--diff", "."], ["rule", "JAX101"], ["--output-format", "json", "."]])
def test_no_room_for_the_output(tmp_path, arguments):
    (tmp_path / "bad.py").write_text(BAD)
    command = f"{sys.executable} -m jaxlint {' '.join(arguments)} > /dev/full"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert done.returncode == 2
    assert "error: the output can't be written: No space left on device\n" in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "2> /dev/full", "> /dev/full 2> /dev/full"])
def test_streams_that_are_not_there(tmp_path, closed):
    (tmp_path / "bad.py").write_text(BAD)
    command = f"{sys.executable} -m jaxlint . {closed}"
    done = subprocess.run(["bash", "-c", command], cwd=tmp_path, env=environment(), capture_output=True, text=True)
    assert done.returncode in (1, 2)
    assert "Traceback" not in done.stderr
