"""python -m tests.mutation [RECIPE ...] [--each 60] [--seed 0] [--survivors FILE]: recipes broken on purpose."""

from __future__ import annotations

import argparse
import json
import multiprocessing
from collections import defaultdict
from pathlib import Path

import tests.mutation
from tests.mutation.coverage import RECIPES, observe
from tests.mutation.trial import Account, account
from tests.mutation.units import Unit, units


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.mutation",
        description=tests.mutation.__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("recipes", nargs="*", help="names of files or topics; all, where none is named")
    parser.add_argument("--each", type=int, default=60, help="so many mutants of each file, drawn at random; 0: all")
    parser.add_argument("--seed", type=int, default=0, help="of the drawing")
    parser.add_argument("--workers", type=int, default=1, help="so many processes")
    parser.add_argument("--survivors", type=Path, help="write them there, one JSON object a line")
    options = parser.parse_args()
    chosen = [
        path
        for path in sorted(RECIPES.rglob("[a-z]*.py"))
        if not options.recipes or {path.stem, path.parent.name} & {*options.recipes}
    ]
    global _units
    _units = list(units())
    with multiprocessing.get_context("fork").Pool(options.workers) as pool:
        _units = pool.map(_observed, range(len(_units)))
    accounts = []
    with multiprocessing.get_context("fork").Pool(options.workers) as pool:
        jobs = [(path, options.each, options.seed) for path in chosen]
        for done in pool.imap(_account, jobs):
            accounts.append(done)
            _tell(done)
    _table(accounts)
    if options.survivors:
        options.survivors.write_text("".join(json.dumps(one) + "\n" for done in accounts for one in _records(done)))


_units: list[Unit] = []  # each worker has them from its parent


def _observed(number: int) -> Unit:
    observe(_units[number])
    return _units[number]


def _account(job: tuple[Path, int, int]) -> Account:
    path, each, seed = job
    return account(path, _units, each, seed)


def _tell(done: Account) -> None:
    print(f"{done.path.parent.name}/{done.path.stem}: {done.noticed} of {done.tried} noticed", flush=True)
    for one in _records(done):
        print(
            f"    {done.path.name}:{one['line']} {one['function']} ({one['units']} units): {one['change']}", flush=True
        )


def _records(done: Account) -> list[dict[str, object]]:
    return [
        {
            "file": str(done.path.relative_to(RECIPES)),
            "line": mutant.lines.start,
            "function": mutant.function,
            "change": mutant.said,
            "units": reach,
        }
        for mutant, reach in done.survivors
    ]


def _table(accounts: list[Account]) -> None:
    topics: dict[str, list[Account]] = defaultdict(list)
    for done in accounts:
        topics[done.path.parent.name].append(done)
    print(f"\n{'topic':<12}{'mutants':>9}{'not reached':>13}{'tried':>7}{'noticed':>9}{'survived':>10}{'share':>8}")
    for topic, ones in [*topics.items(), ("all", accounts)]:
        found, reached, tried, noticed = (
            sum(getattr(one, name) for one in ones) for name in ("all", "reached", "tried", "noticed")
        )
        share = f"{100 * noticed / tried:.0f} %" if tried else "-"
        print(f"{topic:<12}{found:>9}{found - reached:>13}{tried:>7}{noticed:>9}{tried - noticed:>10}{share:>8}")


if __name__ == "__main__":
    main()
