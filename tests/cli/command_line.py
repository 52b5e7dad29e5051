"""jaxlint as a user runs it: another process, in a directory of its own."""

import os
import subprocess
import sys
from pathlib import Path

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


def environment():
    """Without colours, and with jaxlint found from any directory."""
    clean = {key: value for key, value in os.environ.items() if key not in ("NO_COLOR", "FORCE_COLOR")}
    clean["PYTHONPATH"] = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH")]))
    return clean


def jaxlint(*arguments, cwd, given=None, env=None):
    """Runs to the end; ``given`` goes to stdin."""
    data = given.encode() if isinstance(given, str) else given
    done = subprocess.run(
        [*COMMAND, *map(str, arguments)],
        cwd=cwd,
        input=data or b"",
        capture_output=True,
        env={**environment(), **(env or {})},
        timeout=120,
    )
    done.stdout, done.stderr = done.stdout.decode(), done.stderr.decode()
    return done
