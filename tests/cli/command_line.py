"""jaxlint as a user runs it, in a directory of its own: the same entry in this process, or in another."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from unittest.mock import patch

import jaxlint.cli.check as _check
import jaxlint.cli.main as _main
from jaxlint.cli.buffer import Buffer

ROOT = Path(__file__).parents[2]
COMMAND = [sys.executable, "-m", "jaxlint"]

# An error with an unsafe fix, and a warning with a safe one.
BAD = """\
import jax


@jax.jit
def f(x):
    print("x is", x)
    return x.item()
"""
GOOD = "import jax.numpy as jnp\n\n\ndef f(x):\n    return jnp.sum(x)\n"


class Done:
    """What a run of the command leaves."""

    def __init__(self, returncode, stdout, stderr):
        self.returncode = returncode
        self.stdout = stdout.decode()
        self.stderr = stderr.decode()


def environment():
    """Without colours, and with jaxlint found from any directory."""
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    clean["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return clean


def jaxlint(*arguments, cwd, given=None, env=None):
    """Runs in this process, which has all imported; ``given`` is what stdin holds."""
    out, err = _stream(), _stream()
    with (
        contextlib.chdir(cwd),
        patch.dict(os.environ, {**environment(), **(env or {})}, clear=True),
        patch.multiple(sys, stdin=_stream(_data(given)), stdout=out, stderr=err),
        patch.object(_main, "BUFFER", buffer := Buffer()),
        patch.object(_check, "BUFFER", buffer),
    ):
        status = _run([str(one) for one in arguments])
    return Done(status, out.buffer.getvalue(), err.buffer.getvalue())


def another_process(*arguments, cwd, given=None, env=None):
    """The same of a process of its own, where that is what is asked about."""
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd=cwd,
        input=_data(given),
        capture_output=True,
        env={**environment(), **(env or {})},
        timeout=120,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def _run(arguments):
    try:
        status = _main.run(arguments)
    except SystemExit as left:
        status = left.code
    for stream in (sys.stdout, sys.stderr):
        stream.flush()
    return status


def _data(given):
    return given.encode() if isinstance(given, str) else given or b""


def _stream(data=b""):
    return io.TextIOWrapper(io.BytesIO(data), encoding="utf-8", write_through=True)
