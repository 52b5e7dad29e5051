"""python -m tests.generated_fixes --seeds 0:2000"""

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

_FORGET = 200  # compiled programs are kept by JAX until told otherwise


def shown(made: Program, verdict: Verdict) -> str:
    """What the fixes changed."""
    old, new = made.text.splitlines(), verdict.text.splitlines()
    return "\n".join(difflib.unified_diff(old, new, "original", "fixed", lineterm="", n=2))


def main() -> None:
    parser = argparse.ArgumentParser(description="Fix random programs, and compare them with the originals on JAX.")
    parser.add_argument("--seeds", default="0:2000")
    parser.add_argument("--enough", type=int, default=0, help="stop after so many programs that were all fixed safe")
    parser.add_argument("--show", action="store_true", help="print each program")
    options = parser.parse_args()
    start, stop = (int(part) for part in options.seeds.split(":"))
    outcomes: collections.Counter[str] = collections.Counter()
    levels: collections.Counter[tuple[str, str | None]] = collections.Counter()
    for seed in range(start, stop):
        if seed % _FORGET == 0:
            jax.clear_caches()
            print(f"... {seed}: {dict(outcomes)}", file=sys.stderr, flush=True)
        made = program(seed)
        verdict = judge(made)
        outcomes[verdict.outcome] += 1
        levels.update(verdict.hazards)
        if options.show or verdict.is_bad:
            print(f"--- {seed} {verdict.outcome}: {verdict.said}\n{shown(made, verdict)}", flush=True)
        if options.enough and outcomes["equal"] >= options.enough:
            break
    for code in sorted({code for code, _ in levels}):
        print(code, {level or "none": count for (one, level), count in sorted(levels.items(), key=str) if one == code})
    print(f"{sum(outcomes.values())} programs, {dict(outcomes)}")


main()
