"""``python -m jaxlint.verify.trial ANSWER PIPE``: a job as JSON on standard input, the answer into that file.

The pipe ends with the process that waits for the answer.
"""

from __future__ import annotations

import json
import os
import shutil
import signal
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


def main() -> None:
    """Where the system can fork, the user's code runs in a process of its own, and this one ends all that it begins."""
    job = json.load(sys.stdin)
    answer = sys.argv[1]
    if not hasattr(os, "fork"):
        _work(job, answer)
        return
    from jaxlint.verify.trial.keeper import adopt, keep

    adopt()
    child = os.fork()
    if child == 0:
        _work(job, answer)
        return
    status = keep(child, int(sys.argv[2]), job["memory"], answer)
    if status is None:  # nobody waits for the answer
        shutil.rmtree(os.path.dirname(answer), ignore_errors=True)
        os.killpg(0, signal.SIGKILL)  # the group is this process's own
    elif status < 0:
        os.kill(os.getpid(), -status)  # it ends as the user's code did
    sys.exit(status)


def _work(job: dict[str, Any], file: str) -> None:
    """Whatever the user's code prints goes nowhere near the answer."""
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
    with open(file, "w", encoding="utf-8") as stream:
        json.dump(answer, stream)


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
