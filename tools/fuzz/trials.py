"""One trial after another: what is tried, how long it took, and whether it went as it should."""

from __future__ import annotations

import gc
import os
import random
import resource
import shutil
import signal
import tempfile
import time
import traceback
from collections.abc import Callable, Iterator

from tools.fuzz import files, programs, server

# Each makes trials without end, or until its files are used up: a name, what to keep where it fails, and what to do,
# which tells what went wrong.
Trial = tuple[str, bytes, Callable[[], list[str]]]
Kind = Callable[[random.Random, list[str]], Iterator[Trial]]

KINDS: dict[str, Kind] = {
    "mutants": programs.mutants,
    "traced": programs.traced,
    "prefixes": programs.prefixes,
    "settings": files.settings,
    "ignores": files.ignores,
    "requirements": files.requirements,
    "notebooks": files.notebooks,
    "cache": files.cache,
    "messages": server.messages,
}
_PATIENCE = 20  # times the seconds that a trial may take, until it is ended


class Hangs(BaseException):
    """Comes between whatever goes on."""


class Campaign:
    """``run`` gives one line for each failure; as text it is what was tried, and the worst time and memory of it."""

    def __init__(self, kind: str, seed: int, count: int, seconds: float, keep: str | None, paths: list[str]) -> None:
        self.kind = kind
        self.seed = seed
        self.count = count
        self.seconds = seconds
        self.keep = None if keep is None else os.path.abspath(keep)
        self.paths = paths
        self.tried = self.failed = 0
        self.slowest = (0.0, "")

    def __str__(self) -> str:
        taken, name = self.slowest
        most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
        worst = f"slowest {taken:.2f} s of CPU{f' ({name})' if name else ''}, at most {most:.0f} MB"
        return f"{self.tried} tried with seed {self.seed}, {self.failed} failed; {worst}"

    def run(self) -> Iterator[str]:
        here, folder = os.getcwd(), tempfile.mkdtemp(prefix="fuzz-")
        before = signal.signal(signal.SIGALRM, _hang)
        os.chdir(folder)
        try:
            trials = KINDS[self.kind](random.Random(self.seed), self.paths)
            for number, (name, text, trial) in zip(range(self.count), trials, strict=False):
                wrong = self._one(name, trial)
                if wrong:
                    self.failed += 1
                    yield f"{name}: {'; '.join(wrong)}{self._kept(number, text)}"
        finally:
            signal.signal(signal.SIGALRM, before)
            os.chdir(here)
            shutil.rmtree(folder, ignore_errors=True)

    def _one(self, name: str, trial: Callable[[], list[str]]) -> list[str]:
        started = time.process_time()
        signal.alarm(max(1, int(self.seconds * _PATIENCE)))
        try:
            wrong = trial()
        except Hangs:
            wrong = ["does not end"]
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            wrong = [f"{type(error).__name__}: {error} ({last.filename}:{last.lineno})"]
        finally:
            signal.alarm(0)
            gc.unfreeze()  # a run of the command keeps what it made, as its process ends with it
        taken = time.process_time() - started
        self.tried += 1
        self.slowest = max(self.slowest, (taken, name))
        return [*wrong, f"{taken:.1f} s of CPU"] if taken > self.seconds else wrong

    def _kept(self, number: int, text: bytes) -> str:
        if self.keep is None:
            return ""
        os.makedirs(self.keep, exist_ok=True)
        path = os.path.join(self.keep, f"{self.kind}-{self.seed}-{number}")
        with open(path, "wb") as stream:
            stream.write(text)
        return f" (kept as {path})"


def _hang(*_: object) -> None:
    raise Hangs
