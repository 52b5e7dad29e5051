"""``python -m jaxlint.verify.trial ANSWER PIPE``: a job as JSON on standard input, the answer into that file.

The pipe ends with the process that waits for the answer.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys
from threading import Thread


def main() -> None:
    """Whatever the user's code prints goes nowhere near the answer."""
    if os.name == "posix":
        Thread(target=_end_with, args=(int(sys.argv[2]),), daemon=True).start()
    job = json.load(sys.stdin)
    _limit(job["memory"])
    try:
        import jax  # noqa: F401
    except ImportError as error:
        answer = {"error": f"JAX can't be imported by {sys.executable} ({error})"}
    else:
        from jaxlint.verify.trial.inputs import BadSpec
        from jaxlint.verify.trial.trial import tried

        try:
            answer = tried(job)
        except BadSpec as error:
            answer = {"error": str(error)}
        except (Exception, SystemExit) as error:
            first = (str(error).strip().split("\n") or [""])[0]
            answer = {"error": f"{type(error).__name__}: {first}"}
    with open(sys.argv[1], "w", encoding="utf-8") as stream:
        json.dump(answer, stream)


def _end_with(pipe: int) -> None:
    """Where jaxlint is killed, this process ends, what it has begun, and its folder."""
    os.read(pipe, 1)
    shutil.rmtree(os.path.dirname(sys.argv[1]), ignore_errors=True)
    os.killpg(0, signal.SIGKILL)  # the group is this process's own


def _limit(memory: int) -> None:
    """Bytes of data that it may have."""
    try:
        import resource

        most = resource.getrlimit(resource.RLIMIT_DATA)[1]
        soft = memory if most == resource.RLIM_INFINITY else min(memory, most)
        resource.setrlimit(resource.RLIMIT_DATA, (soft, most))
    except (ImportError, AttributeError, ValueError, OSError):  # not on this system
        pass


main()
