"""python -m tests.fix_pairs [--pairs 0:1800] [--triples 0:1000] [--claims] [--only WORD] [--without WORD ...]"""

from __future__ import annotations

import argparse
import collections
import os
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true")

import jax

from tests.fix_pairs.claims import claims
from tests.fix_pairs.judge import Verdict, judge, judge_alone
from tests.fix_pairs.programs import pairs, triples

_CHUNK = 25  # programs of one file
_FORGET = 8  # files: compiled programs are kept by JAX until told otherwise


def main() -> None:
    parser = argparse.ArgumentParser(description="Fix fragments put together, and compare them with the originals.")
    parser.add_argument("--pairs", default="0:0")
    parser.add_argument("--step", type=int, default=1, help="each how many of the pairs")
    parser.add_argument("--triples", default="0:0", help="by their seeds")
    parser.add_argument("--claims", action="store_true", help="single programs of which laws say what they give")
    parser.add_argument("--only", default="", help="programs whose label holds this")
    parser.add_argument("--without", nargs="*", default=[], help="no programs whose label holds one of these")
    parser.add_argument("--show", action="store_true", help="print what raises and is reported, too")
    options = parser.parse_args()
    low, high = map(int, options.pairs.split(":"))
    made = pairs()[low : high : options.step] + triples(*map(int, options.triples.split(":")))
    made = [one for one in made if options.only in one.label and not any(word in one.label for word in options.without)]
    told = Told(options.show)
    for at in range(0, len(made), _CHUNK):
        if at % (_CHUNK * _FORGET) == 0:
            jax.clear_caches()
        told.add(*judge(made[at : at + _CHUNK]))
        print(f"... {told}", flush=True)
    for number, claim in enumerate(claims() if options.claims else ()):
        if number % (2 * _CHUNK) == 0:
            jax.clear_caches()
        if options.only in claim.program.label:
            told.add(judge_alone(*claim))
    print(told)


class Told:
    """What became of all so far."""

    def __init__(self, show: bool) -> None:
        self._show = show
        self._counts: collections.Counter[str] = collections.Counter()
        self._gradients = 0
        self._start = time.monotonic()

    def add(self, *verdicts: Verdict) -> None:
        for found in verdicts:
            self._counts[found.outcome] += 1
            self._gradients += found.gradients > 0
            if found.is_bad or (self._show and found.outcome != "equal"):
                print(found, flush=True)

    def __str__(self) -> str:
        seconds = time.monotonic() - self._start
        return f"{self._counts.total()} programs: {dict(self._counts)}, gradients in {self._gradients}, {seconds:.0f} s"


main()
