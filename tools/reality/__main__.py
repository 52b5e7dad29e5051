"""Compare what jaxlint says with what was seen.

    python -m pytest -p tools.reality.plugin --reality-root PACKAGE --reality-out SEEN PACKAGE/tests
    python -m tools.reality compare PACKAGE SEEN --output PAGE.md
    python -m tools.reality table PAGE.json...

``compare`` writes the page, and beside it a .json that ``table`` puts together.
Development only; see docs/accuracy.md.
"""

from __future__ import annotations

import argparse
import glob
import os
import sys

from tools.reality.claims import claims
from tools.reality.compare import compare
from tools.reality.report import markdown, summary, table
from tools.reality.store import read


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    commands = parser.add_subparsers(dest="command", required=True)
    one = commands.add_parser("compare")
    one.add_argument("root")
    one.add_argument("seen")
    one.add_argument("--output", default="-")
    one.add_argument("--title")
    one.add_argument("--assume-traced", action="store_true", help="analyse every function as if it were jitted")
    many = commands.add_parser("table")
    many.add_argument("summaries", nargs="+")
    options = parser.parse_args(arguments)
    if options.command == "table":
        print(table([_text(path) for path in options.summaries]), end="")
        return 0
    observed = read(sorted(glob.glob(os.path.join(os.path.abspath(options.seen), "*.jsonl"))))
    comparison = compare(claims(options.root, options.assume_traced), observed)
    title = options.title or os.path.basename(os.path.abspath(options.root))
    page = markdown(title, comparison)
    if options.output == "-":
        print(page, end="")
        return 0
    with open(options.output, "w", encoding="utf-8") as stream:
        stream.write(page)
    with open(os.path.splitext(options.output)[0] + ".json", "w", encoding="utf-8") as stream:
        stream.write(summary(title, comparison))
    return 0


def _text(path: str) -> str:
    with open(path, encoding="utf-8") as stream:
        return stream.read()


if __name__ == "__main__":
    sys.exit(main())
