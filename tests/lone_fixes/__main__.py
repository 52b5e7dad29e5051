"""What is wrong with single fixes:  python -m tests.lone_fixes PATH ... [--assume-traced] [--seeds 0:200]"""

from __future__ import annotations

import argparse
import collections
import time
from pathlib import Path

from tests.fix_properties.properties import files_below
from tests.generated_fixes.programs import program
from tests.lone_fixes.judge import Texts, trials


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("paths", nargs="*", type=Path)
    parser.add_argument("--assume-traced", action="store_true", help="as if every function were under jit")
    parser.add_argument("--seeds", default="0:0", help="random programs, beside the files")
    parser.add_argument("--most", type=int, default=None, help="fixes of one file")
    options = parser.parse_args()
    low, high = map(int, options.seeds.split(":"))
    counts: collections.Counter[str] = collections.Counter()
    start = time.monotonic()
    for texts in [
        *_files(options.paths),
        *({f"/nowhere/seed{seed}.py": program(seed).text} for seed in range(low, high)),
    ]:
        for one in trials(texts, options.assume_traced, most=options.most):
            counts[one.fix.applicability] += 1
            if one.wrong:
                counts[f"{one.fix.applicability} wrong"] += 1
                print(one, flush=True)
    print(f"{dict(counts)}, {time.monotonic() - start:.0f} s")


def _files(paths: list[Path]) -> list[Texts]:
    found: list[Texts] = []
    for path in [file for root in paths for file in (files_below(root) if root.is_dir() else [root])]:
        try:
            text = path.read_text(encoding="utf-8")
            compile(text, str(path), "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            continue
        found.append({str(path.resolve()): text})
    return found


main()
