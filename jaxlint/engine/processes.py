"""Projects that know nothing of one another, each in a process of its own.

Several at a time, and one after the other where they are more than memory: what each has used is given back.
"""

from __future__ import annotations

import json
import os
import selectors
import sys

from jaxlint.cache.answer import diagnostics_of, rows_of
from jaxlint.diagnostic import Problem
from jaxlint.engine.unit import UnitOutcome

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


def in_processes(works: list[Callable[[], UnitOutcome]], jobs: int) -> list[UnitOutcome | None]:
    """The answers in the order of the works, ``jobs`` of which run at a time; None of one that came to no end."""
    found: list[UnitOutcome | None] = [None] * len(works)
    waiting = list(enumerate(works))
    with selectors.DefaultSelector() as ends:
        while waiting or ends.get_map():
            while waiting and len(ends.get_map()) < jobs:
                at, work = waiting.pop(0)
                child, end = _begun(work)
                ends.register(end, selectors.EVENT_READ, (at, child, bytearray()))
            for key, _ in ends.select():
                at, child, got = key.data
                piece = os.read(key.fd, 1 << 16)
                if piece:
                    got += piece
                    continue
                ends.unregister(key.fd)
                os.close(key.fd)
                os.waitpid(child, 0)
                found[at] = _unpacked(got)
    return found


def _begun(work: Callable[[], UnitOutcome]) -> tuple[int, int]:
    """The number of a new process, and where its answer is read."""
    end, begin = os.pipe()
    for stream in (sys.stdout, sys.stderr):  # or both would write what is waiting
        if stream is not None:
            stream.flush()
    child = os.fork()
    if child:
        os.close(begin)
        return child, end
    try:
        with open(begin, "wb") as stream:
            stream.write(_packed(work()))
    finally:
        os._exit(0)  # without an answer, whatever was raised: this is worked out once more


def _packed(outcome: UnitOutcome) -> bytes:
    problems = [[one.path, one.message, one.line] for one in outcome.problems]
    return json.dumps([rows_of(outcome.diagnostics), rows_of(outcome.elsewhere), problems, outcome.gave_up]).encode()


def _unpacked(got: bytearray) -> UnitOutcome | None:
    try:
        found, elsewhere, problems, gave_up = json.loads(got.decode())
    except ValueError:
        return None
    wrong = [Problem(path, message, line) for path, message, line in problems]
    return UnitOutcome(
        diagnostics_of(found), diagnostics_of(elsewhere), wrong, [(place, why) for place, why in gave_up]
    )
