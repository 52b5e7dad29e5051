"""Many programs, over several processes; false alarms, and what was missed by cause."""

from __future__ import annotations

import argparse
import collections
import multiprocessing

from tests.generated.judge import Verdict, judge
from tests.generated.programs import program

CHUNK = 20
RENEWED = 400  # programs that one process judges: JAX keeps what it compiled


def judged(seed: int) -> tuple[int, Verdict]:
    return seed, judge(program(seed))


def main() -> None:
    parser = argparse.ArgumentParser(description="Judge jaxlint by JAX on random programs.")
    parser.add_argument("--seeds", default="0:2000", help="from the first up to the second")
    parser.add_argument("--jobs", type=int, default=1, help="processes")
    parser.add_argument("--show", type=int, help="print the program of one seed, and its verdict")
    options = parser.parse_args()
    start, stop = (int(part) for part in options.seeds.split(":"))
    seeds = list(range(start, stop))
    if options.show is not None:
        seeds = [options.show]
        lines = program(options.show).split("\n")
        print("\n".join(f"{number:4} {line}" for number, line in enumerate(lines, 1)))
    if options.jobs > 1:
        context = multiprocessing.get_context("spawn")
        with context.Pool(options.jobs, maxtasksperchild=RENEWED // CHUNK) as pool:
            verdicts = dict(pool.imap_unordered(judged, seeds, chunksize=CHUNK))
    else:
        verdicts = dict(map(judged, seeds))
    report(dict(sorted(verdicts.items())))


def report(verdicts: dict[int, Verdict]) -> None:
    """The false alarms, the misses by cause, and the totals."""
    causes: dict[str, list[str]] = collections.defaultdict(list)
    false = 0
    for seed, verdict in verdicts.items():
        for alarm in verdict.false_alarms:
            print(f"FALSE ALARM {seed}: {alarm}")
        false += len(verdict.false_alarms)
        if verdict.missed:
            causes[verdict.cause].append(f"{seed}: {verdict.missed}")
    for cause, lines in sorted(causes.items(), key=lambda item: -len(item[1])):
        print(f"MISSED {len(lines)}: {cause}")
        for line in lines:
            print(f"    {line}")
    outcomes = collections.Counter(verdict.outcome for verdict in verdicts.values())
    missed = sum(map(len, causes.values()))
    elsewhere = sum(verdict.elsewhere for verdict in verdicts.values())
    share = 100 * missed / max(outcomes["raised"], 1)
    print(
        f"{len(verdicts)} programs, {dict(outcomes)}, {false} false alarms, {missed} missed ({share:.2f} %),", end=" "
    )
    print(f"{elsewhere} seen on an outer line only")
