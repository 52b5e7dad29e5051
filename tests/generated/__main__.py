"""python -m tests.generated --seeds 0:2000"""

from __future__ import annotations

import argparse
import collections
import os

os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true")

from tests.generated.judge import judge
from tests.generated.programs import program


def main() -> None:
    parser = argparse.ArgumentParser(description="Judge jaxlint by JAX on random programs.")
    parser.add_argument("--seeds", default="0:2000")
    parser.add_argument("--show", type=int, help="print the program of one seed, and its verdict")
    options = parser.parse_args()
    if options.show is not None:
        text = program(options.show)
        print("\n".join(f"{number:4} {line}" for number, line in enumerate(text.split("\n"), 1)))
    start, stop = (int(part) for part in options.seeds.split(":"))
    seeds = range(start, stop) if options.show is None else [options.show]
    outcomes: collections.Counter[str] = collections.Counter()
    false, missed = [], []
    for seed in seeds:
        verdict = judge(program(seed))
        outcomes[verdict.outcome] += 1
        false += [f"{seed}: {alarm}" for alarm in verdict.false_alarms]
        missed += [f"{seed}: {verdict.missed}"] if verdict.missed else []
    for title, lines in (("FALSE ALARM", false), ("MISSED", missed)):
        for line in lines:
            print(title, line)
    share = 100 * len(missed) / max(outcomes["raised"], 1)
    print(f"{len(seeds)} programs, {dict(outcomes)}, {len(false)} false alarms, {len(missed)} missed ({share:.1f} %)")


main()
