"""The process between jaxlint and the user's code: it watches all that the code begins, and ends all of it."""

from __future__ import annotations

import json
import os
import select
import signal
import time

_EACH = 0.1  # seconds between two looks
_LONGEST_END = 5.0  # seconds, for processes that the system does not end at once
_SUBREAPER = 36  # PR_SET_CHILD_SUBREAPER: whoever loses its parent becomes a child of this process


def keep(child: int, pipe: int, memory: int, answer: str) -> int | None:
    """The exit status of the child, negative for a signal; None where nobody waits for it any more.

    Nothing that the child has begun is left.

    ``pipe`` ends with the process that waits for the answer; ``memory``: bytes that all together may take, of which the
    system tells on Linux alone; ``answer``: the file for it.
    """
    status = None
    while status is None and not select.select([pipe], [], [], _EACH)[0]:
        status = _reaped(child)
        if status is None and _taken(_below(os.getpid())) > memory:
            status = -signal.SIGKILL
            with open(answer, "w", encoding="utf-8") as stream:
                json.dump({"error": f"stopped at more than {memory / 2**30:g} gigabytes (--memory)"}, stream)
    _end_all()
    return status


def adopt() -> None:
    """Processes below this one stay below it, whatever becomes of those between; on Linux."""
    try:
        import ctypes

        ctypes.CDLL(None).prctl(_SUBREAPER, 1, 0, 0, 0)
    except (ImportError, OSError, AttributeError):  # not on this system
        pass


def _reaped(child: int) -> int | None:
    """The exit status of the child, once it has ended; others that have are done with."""
    found = None
    try:
        while (ended := os.waitpid(-1, os.WNOHANG))[0]:
            found = os.waitstatus_to_exitcode(ended[1]) if ended[0] == child else found
    except ChildProcessError:
        pass
    return found


def _end_all() -> None:
    until = time.monotonic() + _LONGEST_END
    while (left := _below(os.getpid())) and time.monotonic() < until:
        for one in left:
            try:
                os.kill(one, signal.SIGKILL)
            except OSError:  # it has ended, or is another user's
                pass
        _reaped(0)
        time.sleep(0.01)


def _below(top: int) -> list[int]:
    """The processes that one has begun, and those that they have; none where the system does not tell."""
    children: dict[int, list[int]] = {}
    for name in os.listdir("/proc") if os.path.isdir("/proc/self") else ():
        if name.isdecimal():
            children.setdefault(_parent(name), []).append(int(name))
    found, waiting = [], [top]
    while waiting:
        more = children.pop(waiting.pop(), [])
        found += more
        waiting += more
    return found


def _parent(process: str) -> int:
    try:
        with open(f"/proc/{process}/stat", encoding="utf-8", errors="replace") as stream:
            return int(stream.read().rpartition(")")[2].split()[1])
    except OSError:
        return 0


def _taken(processes: list[int]) -> int:
    """Bytes of memory; what several share counts once."""
    kilobytes = 0
    for one in processes:
        try:
            with open(f"/proc/{one}/smaps_rollup", encoding="utf-8") as stream:
                rows = [line.split() for line in stream if line.startswith(("Pss:", "SwapPss:"))]
        except OSError:
            continue
        kilobytes += sum(int(row[1]) for row in rows)
    return kilobytes * 1024
