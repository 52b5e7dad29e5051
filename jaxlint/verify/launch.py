"""The child process: an empty folder to run in, limits, an end for all that it has begun, and no blind trust."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
from contextlib import suppress

from jaxlint.text.reading import read_file
from jaxlint.text.shapes import fits

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import IO, Any

_LONGEST_END = 10.0  # seconds
_ENDS = 4000  # bytes of what the process said last
_VERDICT = {"verdict": str, "said": str, "inputs": str, "rounds": int}


def launch(job: dict[str, Any], seconds: float) -> dict[str, Any]:
    """The answer; an ``error`` where there is none."""
    with (
        tempfile.TemporaryDirectory(prefix="jaxlint-verify-", ignore_cleanup_errors=True) as folder,
        tempfile.TemporaryFile() as said,
    ):
        file = os.path.join(folder, "answer.json")
        work = os.path.join(folder, "work")
        os.mkdir(work)
        status = _run(file, work, json.dumps(job).encode(), said, seconds)
        if status is None:
            return {"error": f"stopped after {seconds:g} seconds (--timeout)"}
        answer = _answer(file, len(job["forms"]))
        if answer is None:
            said.seek(max(0, said.seek(0, os.SEEK_END) - _ENDS))
            return {"error": _ended(status, said.read().decode(errors="replace"))}
        return answer


def _run(file: str, work: str, job: bytes, said: IO[bytes], seconds: float) -> int | None:
    """The exit status; None where the time was up.  Nothing that the process has begun is left."""
    end, held = os.pipe()  # the process sees that this one has ended, however that came
    try:
        child = subprocess.Popen(
            [sys.executable, "-m", "jaxlint.verify.trial", file, str(end)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=said,
            cwd=work,
            env=_environment(),
            start_new_session=True,
            pass_fds=(end,) if os.name == "posix" else (),
        )
        try:
            child.communicate(job, timeout=seconds)
            return child.returncode
        except subprocess.TimeoutExpired:
            return None
        finally:
            os.close(held)
            _stop(child)
    finally:
        os.close(end)


def _stop(child: subprocess.Popen[bytes]) -> None:
    """It ends by itself, once nobody waits for it; where that takes too long, or cannot be, its group is ended."""
    with suppress(subprocess.TimeoutExpired):
        child.wait(_LONGEST_END)
    try:
        os.killpg(child.pid, signal.SIGKILL)
    except (OSError, AttributeError):  # all are gone, or there are no groups here
        child.kill()
    child.wait()


def _answer(file: str, count: int) -> dict[str, Any] | None:
    """The file is the user's code's to write, too: None where it holds no answer about so many forms."""
    try:
        answer = json.loads(read_file(file))
    except (OSError, ValueError, RecursionError):
        return None
    if fits(answer, {"error": str}):
        return dict(answer)
    if not fits(answer, {"forms": [dict]}) or len(answer["forms"]) != count:
        return None
    forms = [{"said": "", "inputs": "", "rounds": 0, **one} for one in answer["forms"]]
    known = all(fits(one, _VERDICT) and one["verdict"] in ("equal", "differs", "failed") for one in forms)
    return {"forms": forms} if known else None


def _ended(status: int, said: str) -> str:
    """For a process that left no answer."""
    last = said.strip().split("\n")[-1]
    how = f"with status {status}" if status >= 0 else f"by signal {-status}"
    return f"no answer: the process ended {how}{f': {last}' if last else ''}"


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
