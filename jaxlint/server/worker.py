"""One thread that does the work: the tracer's state is the process's, and it needs a larger stack than others."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

_STACK = 256 << 20  # bytes of address space; the tracer makes no more than 12,000 frames
_SWITCH = 0.001  # seconds that the thread may keep the others from running
_MOST_GARBAGE = 8  # jobs after which what they left in cycles is taken away


class Overtaken(BaseException):
    """Nobody waits for this job any more.  No error: what catches those must let it through."""


class Ticket:
    """Of one job.  Called as a run's progress, it ends the run where the job was overtaken."""

    __slots__ = ("is_overtaken",)

    def __init__(self) -> None:
        self.is_overtaken = False

    def __call__(self, path: str, number: int, of: int) -> None:
        if self.is_overtaken:
            raise Overtaken

    def clear(self) -> None:
        pass


class Worker:
    """Jobs are done one after the other."""

    def __init__(self) -> None:
        self._jobs = 0
        before = threading.stack_size(_STACK)
        try:
            self._pool = ThreadPoolExecutor(1, "jaxlint", initializer=_begin)
            self._pool.submit(_warm_up)  # the thread is made now
        finally:
            threading.stack_size(before)

    async def run(self, job: Callable[[], T], ticket: Ticket) -> T | None:
        """None where the job was overtaken, before it began or under way."""

        def guarded() -> T | None:
            if ticket.is_overtaken:
                return None
            try:
                return job()
            except Overtaken:
                return None
            finally:
                self._tidy()

        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, guarded)
        except asyncio.CancelledError:
            ticket.is_overtaken = True
            raise

    def _tidy(self) -> None:
        """A run of the command keeps all it made until the process ends; here there are many runs."""
        self._jobs += 1
        if self._jobs % _MOST_GARBAGE == 0:
            gc.unfreeze()
            gc.collect()


def _begin() -> None:
    sys.setswitchinterval(_SWITCH)


def _warm_up() -> None:
    """Import what the first answer would wait for."""
    try:
        from jaxlint.rules.registry import all_rules

        all_rules()
    except Exception:  # whoever needs it is told
        pass
