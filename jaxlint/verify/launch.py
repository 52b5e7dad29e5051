"""The child process: an empty folder to run in, a time limit, and nothing written beside the user's files."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def launch(job: dict[str, Any], seconds: float) -> dict[str, Any]:
    """The answer; an ``error`` where there is none."""
    with tempfile.TemporaryDirectory(prefix="jaxlint-verify-") as folder:
        file = os.path.join(folder, "answer.json")
        work = os.path.join(folder, "work")
        os.mkdir(work)
        try:
            done = subprocess.run(
                [sys.executable, "-m", "jaxlint.verify.trial", file],
                input=json.dumps(job).encode(),
                stdout=subprocess.DEVNULL,
                stderr=subprocess.PIPE,
                cwd=work,
                env=_environment(),
                timeout=seconds,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return {"error": f"stopped after {seconds:g} seconds (--timeout)"}
        try:
            with open(file, encoding="utf-8") as stream:
                answer: dict[str, Any] = json.load(stream)
        except (OSError, ValueError):
            return {"error": _ended(done.returncode, done.stderr.decode(errors="replace"))}
        return answer


def _ended(status: int, said: str) -> str:
    """For a process that left no answer."""
    last = said.strip().split("\n")[-1]
    how = f"with status {status}" if status >= 0 else f"by signal {-status}"
    return f"the process ended {how}{f': {last}' if last else ''}"


def _environment() -> dict[str, str]:
    """On the CPU unless the user says otherwise: an accelerator may be at work."""
    here = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
    paths = [os.path.abspath(path) for path in (here, *os.environ.get("PYTHONPATH", "").split(os.pathsep)) if path]
    return {
        "JAX_PLATFORMS": "cpu",
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONSAFEPATH": "1",
    }
