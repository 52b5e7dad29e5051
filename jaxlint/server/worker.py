"""One thread that does the work: the tracer's state is the process's, and it needs a larger stack than others."""

from __future__ import annotations

import asyncio
import gc
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

from jaxlint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import TypeVar

    T = TypeVar("T")

_STACK = 256 << 20  # bytes of address space; the tracer makes no more than 12,000 frames
_SWITCH = 0.001  # seconds that the thread may keep the others from running
# A run of the command keeps all it made until its process ends; what is left in cycles here is taken away when nothing
# has been done for so many seconds and it may be such a part of all memory, or when it is a larger part: while that
# lasts, nothing else runs, and what one edit leaves is not worth going through all that is there to stay.
_IDLE, _WORTH_IT, _TOO_MUCH, _FEWEST = 0.5, 1 / 4, 1 / 2, 2_000_000


class Overtaken(BaseException):
    """Nobody waits for this job any more.  No error: what catches those must let it through."""


class Ticket(Record):
    """Of one job.  Called as a run's progress, it ends the run where the job was overtaken."""

    is_overtaken = False

    def __call__(self, path: str, number: int, of: int) -> None:
        if self.is_overtaken:
            raise Overtaken

    def clear(self) -> None:
        pass


class Worker:
    """Jobs are done one after the other."""

    def __init__(self) -> None:
        self._kept = 0  # blocks of memory that are there to stay
        self._is_tidy = False
        self._under_way = 0
        self._timer: asyncio.TimerHandle | None = None
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
            self._is_tidy = False
            if self._is_left(_TOO_MUCH):
                self._tidy()
            try:
                return job()
            except Overtaken:
                return None

        loop = asyncio.get_running_loop()
        self._under_way += 1
        try:
            return await loop.run_in_executor(self._pool, guarded)
        except asyncio.CancelledError:
            ticket.is_overtaken = True
            raise
        finally:
            self._under_way -= 1
            if self._timer is not None:
                self._timer.cancel()
            self._timer = loop.call_later(_IDLE, self._idle)

    def _idle(self) -> None:
        if not (self._is_tidy or self._under_way) and self._is_left(_WORTH_IT):
            self._pool.submit(self._tidy)

    def _is_left(self, part: float) -> bool:
        # In blocks of memory: to count frozen objects is to go through all of them.
        return sys.getallocatedblocks() - self._kept > max(_FEWEST, part * self._kept)

    def _tidy(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._kept = sys.getallocatedblocks()
        self._is_tidy = True


def _begin() -> None:
    sys.setswitchinterval(_SWITCH)


def _warm_up() -> None:
    """Import what the first answer would wait for."""
    try:
        from jaxlint.rules.registry import all_rules

        all_rules()
    except Exception:  # whoever needs it is told
        pass
