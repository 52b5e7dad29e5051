"""python -m tests.generated_fixes --seeds 0:4000 [--enough 2000] [--families] [--shrink]"""

from __future__ import annotations

import argparse
import collections
import difflib
import os
import sys

os.environ.setdefault("JAX_PLATFORMS", "cpu")
os.environ.setdefault("XLA_FLAGS", "--xla_backend_optimization_level=0 --xla_llvm_disable_expensive_passes=true")

import jax

from tests.generated_fixes.judge import Verdict, judge
from tests.generated_fixes.programs import Program, program
from tests.generated_fixes.shrink import shrink

_FORGET = 600  # compiled programs are kept by JAX until told otherwise


def shown(made: Program, verdict: Verdict) -> str:
    """What the fixes changed."""
    old, new = made.text.splitlines(), verdict.text.splitlines()
    return "\n".join(difflib.unified_diff(old, new, "original", "fixed", lineterm="", n=2))


def whole(made: Program, verdict: Verdict) -> str:
    return f"{made.text}==> {made.call}\n{verdict.said}\n{shown(made, verdict)}"


class Tally:
    """What became of the programs: of all, of each rule's findings, of each family of templates."""

    def __init__(self) -> None:
        self.safe: collections.Counter[str] = collections.Counter()
        self.unsafe: collections.Counter[str] = collections.Counter()
        self.levels: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
        self.families: dict[str, collections.Counter[str]] = collections.defaultdict(collections.Counter)
        self.gradients = 0

    def add(self, made: Program, verdict: Verdict) -> None:
        self.safe[verdict.safe] += 1
        self.gradients += verdict.gradients > 0
        if verdict.unsafe is not None:
            self.unsafe[verdict.unsafe] += 1
        for code, level in verdict.hazards:
            self.levels[code][level or "none"] += 1
        for family in set(made.families):
            self.families[family][verdict.safe if verdict.unsafe is None else f"unsafe {verdict.unsafe}"] += 1

    def line(self) -> str:
        ran = self.unsafe["equal"] + self.unsafe["differs"] + self.unsafe["raises"]
        share = f", {100 * self.unsafe['equal'] / ran:.0f} % of those that run are equal" if ran else ""
        return (
            f"{sum(self.safe.values())} programs: {dict(self.safe.most_common())}, gradients in {self.gradients}\n"
            f"after unsafe fixes: {dict(self.unsafe.most_common())}{share}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Fix random programs, and compare them with the originals on JAX.")
    parser.add_argument("--seeds", default="0:2000")
    parser.add_argument("--enough", type=int, default=0, help="stop after so many programs that were all fixed safe")
    parser.add_argument("--show", action="store_true", help="print each program")
    parser.add_argument("--families", action="store_true", help="tell what became of each family of templates")
    parser.add_argument("--shrink", action="store_true", help="make what is bad as small as it gets")
    options = parser.parse_args()
    start, stop = (int(part) for part in options.seeds.split(":"))
    tally = Tally()
    for seed in range(start, stop):
        if seed % _FORGET == 0:
            jax.clear_caches()
            print(f"... {seed}: {tally.line()}", file=sys.stderr, flush=True)
        made = program(seed)
        verdict = judge(made)
        tally.add(made, verdict)
        if options.show or verdict.is_bad:
            print(
                f"=== {seed} {verdict.safe}, unsafe {verdict.unsafe}: {verdict.said}\n{shown(made, verdict)}",
                flush=True,
            )
        if options.shrink and verdict.is_bad:
            small = shrink(made)
            print(f"smallest:\n{whole(small, judge(small))}", flush=True)
        if options.enough and tally.safe["equal"] >= options.enough:
            break
    for code, levels in sorted(tally.levels.items()):
        print(code, dict(levels.most_common()))
    if options.families:
        for family, outcomes in sorted(tally.families.items()):
            print(f"{family:20} {dict(outcomes.most_common())}")
    print(tally.line())


main()
