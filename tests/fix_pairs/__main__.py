"""python -m tests.fix_pairs [--pairs 0:1800] [--triples 0:1000] [--only WORD] [--show]"""

from __future__ import annotations

import argparse
import collections
import os
import time

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true")

import jax

from tests.fix_pairs.judge import judge
from tests.fix_pairs.programs import pairs, triples

_CHUNK = 25  # programs of one file
_FORGET = 8  # files: compiled programs are kept by JAX until told otherwise


def main() -> None:
    parser = argparse.ArgumentParser(description="Fix fragments put together, and compare them with the originals.")
    parser.add_argument("--pairs", default="0:0")
    parser.add_argument("--step", type=int, default=1, help="each how many of the pairs")
    parser.add_argument("--triples", default="0:0", help="by their seeds")
    parser.add_argument("--only", default="", help="programs whose label holds this")
    parser.add_argument("--show", action="store_true", help="print what raises and is reported, too")
    options = parser.parse_args()
    low, high = map(int, options.pairs.split(":"))
    made = pairs()[low : high : options.step] + triples(*map(int, options.triples.split(":")))
    made = [one for one in made if options.only in one.label]
    counts: collections.Counter[str] = collections.Counter()
    gradients, start = 0, time.monotonic()
    for at in range(0, len(made), _CHUNK):
        if at % (_CHUNK * _FORGET) == 0:
            jax.clear_caches()
        for found in judge(made[at : at + _CHUNK]):
            counts[found.outcome] += 1
            gradients += found.gradients > 0
            if found.is_bad or (options.show and found.outcome != "equal"):
                print(found, flush=True)
        print(f"... {at + _CHUNK}: {dict(counts)}, {time.monotonic() - start:.0f} s", flush=True)
    print(f"{len(made)} programs: {dict(counts)}, gradients in {gradients}, {time.monotonic() - start:.0f} s")


main()
