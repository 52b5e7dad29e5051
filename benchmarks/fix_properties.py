"""What every fix must keep, on whole trees:  python -m benchmarks.fix_properties PATH ... [--level safe]

For each file that a fix changes: it parses, a second run changes nothing, comments are kept as a multiset, no line
changes outside the functions that held something to fix, and the order of rules doesn't matter.
"""

from __future__ import annotations

import argparse
import collections
import time
from pathlib import Path

from tests.fix_properties.properties import LEVELS, complaints, files_below, fix


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="+", type=Path)
    parser.add_argument("--assume-traced", action="store_true", help="as if every function were under jit")
    parser.add_argument("--level", choices=LEVELS, action="append", help="both, where none is named")
    options = parser.parse_args()
    levels = options.level or list(LEVELS)
    counts: collections.Counter[str] = collections.Counter()
    passes, start = 0, time.monotonic()
    for path in [file for root in options.paths for file in (files_below(root) if root.is_dir() else [root])]:
        try:
            text = path.read_text(encoding="utf-8")
            compile(text, str(path), "exec", dont_inherit=True)
        except (SyntaxError, ValueError):
            continue  # no text, or no Python that this one reads
        counts["files"] += 1
        for level in levels:
            done = fix({str(path): text}, level, assumed=options.assume_traced)
            counts[f"{level} fixes"] += done.mended
            passes = max(passes, len(done.rounds) - 1)
            if done.mended or done.problems:
                counts[f"{level} changed files"] += 1
                for said in complaints({str(path): text}, level, options.assume_traced):
                    counts["complaints"] += 1
                    print(f"{level} {path}: {said}", flush=True)
    print(f"{dict(counts)}, at most {passes} passes, {time.monotonic() - start:.0f} s")


if __name__ == "__main__":
    main()
