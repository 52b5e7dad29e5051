"""Of all hazards that are found, how many have a fix, and how far it may be trusted.

    python -m benchmarks.fix_share [PATH ...] [--assume-traced] [--each-file] [--without 20]

Prints, for each rule, the share of its findings whose fix is safe, unsafe, a suggestion, or missing, and how many
findings are left after ``--fix``, and after ``--fix --unsafe-fixes``: one rewrite may mend several, and a fix may
bring the next to light.  Without a path: the fixtures.  A folder is linted as one project; with ``--each-file`` each
file alone.  ``--without N`` prints N findings that have no fix.
"""

from __future__ import annotations

import argparse
import collections
import os
import time
from collections.abc import Iterator
from pathlib import Path

from jaxlint.diagnostic import SAFE, SUGGESTION, UNSAFE, Diagnostic
from jaxlint.discovery.read import read
from jaxlint.discovery.walk import discover
from jaxlint.engine.lint import Linter
from jaxlint.engine.mend import mend
from jaxlint.engine.request import Request
from jaxlint.engine.select import Selection
from jaxlint.settings.model import Settings
from jaxlint.settings.nearest import Nearest
from jaxlint.text.source import Source

FIXTURES = Path(__file__).parents[1] / "fixtures"
LEVELS = (SAFE, UNSAFE, SUGGESTION, "none")
BLESSED = (".safe.py", ".unsafe.py")
Counts = dict[str, collections.Counter[str]]


def projects(paths: list[str], each_file: bool) -> Iterator[tuple[str, dict[str, Source]]]:
    """(root, files) of what is linted together."""
    for path in paths:
        root = os.path.abspath(path) if os.path.isdir(path) else os.path.dirname(os.path.abspath(path))
        read_ones = map(read, discover([path], Nearest(Settings(root))).files)
        sources = {one.path: one for one in read_ones if isinstance(one, Source) and not one.path.endswith(BLESSED)}
        if each_file:
            yield from ((root, {name: source}) for name, source in sources.items())
        else:
            yield root, sources


def count(root: str, sources: dict[str, Source], assume_traced: bool, counts: Counts) -> list[Diagnostic]:
    """Adds what one project has; the findings without a fix."""
    settings = Settings(root, assume_traced=("*",) if assume_traced else ())
    linter = Linter(settings, Selection(settings, Request(list(sources), select=("ALL",))))
    first = linter(sources)
    for item in first:
        counts[_rule(item)][level(item)] += 1
        counts[_rule(item)]["found"] += 1
    for unsafe in (False, True) if first else ():
        for item in mend(sources, linter, unsafe).remaining:
            counts[_rule(item)][f"left {unsafe}"] += 1
    return [item for item in first if item.fix is None]


def level(item: Diagnostic) -> str:
    return item.fix.applicability if item.fix is not None else "none"


def _rule(item: Diagnostic) -> str:
    return f"{item.code} {item.name}"


def table(counts: Counts) -> str:
    heads = "".join(f"{name:>18}" for name in LEVELS)
    rows = [f"{'rule':36}{'found':>7}{heads}{'left by --fix':>16}{'by unsafe fixes':>18}"]
    whole: collections.Counter[str] = collections.Counter()
    for rule, found in sorted(counts.items()):
        rows.append(_row(rule, found))
        whole.update(found)
    return "\n".join([*rows, _row("all", whole)])


def _row(name: str, found: collections.Counter[str]) -> str:
    cells = "".join(f"{found[one]:7} ({100 * found[one] / max(found['found'], 1):5.1f} %)" for one in LEVELS)
    return f"{name:36}{found['found']:7}{cells}{found['left False']:16}{found['left True']:18}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("paths", nargs="*", default=[str(FIXTURES)])
    parser.add_argument("--assume-traced", action="store_true", help="as if every function were under jit")
    parser.add_argument("--each-file", action="store_true", help="each file is a project of its own")
    parser.add_argument("--without", type=int, default=0, help="print so many findings that have no fix")
    options = parser.parse_args()
    counts: Counts = collections.defaultdict(collections.Counter)
    missing: list[Diagnostic] = []
    files, start = 0, time.monotonic()
    for root, sources in projects(options.paths, options.each_file):
        files += len(sources)
        missing += count(root, sources, options.assume_traced, counts)
    print(table(counts))
    print(f"{files} files, {time.monotonic() - start:.0f} s")
    for item in missing[:: max(len(missing) // options.without, 1)][: options.without] if options.without else ():
        place = f"{os.path.relpath(item.location.path)}:{item.location.line}"
        print(f"{place}: {item.code} {item.message}")


if __name__ == "__main__":
    main()
