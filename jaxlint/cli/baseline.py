"""``--baseline``: what it holds is left out of the report; it is made, brought up to date, pruned."""

from __future__ import annotations

import os

from jaxlint.cli.streams import tell
from jaxlint.diagnostic import Problem
from jaxlint.engine.baseline import Baseline, Key, configured, made_of, read_baseline
from jaxlint.text.writing import write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.cli.options import Options
    from jaxlint.engine.request import Outcome


def use_baseline(options: Options, outcome: Outcome) -> None:
    """Leave out what it holds; a baseline that can't be read leaves out nothing, and is a problem."""
    path = options.baseline or configured(outcome.settings)
    if path is None:
        path = Problem(_asked(options), "requires --baseline FILE")
    if isinstance(path, Problem):
        outcome.problems.append(path)
        return
    found = read_baseline(path)
    if options.update_baseline:
        _update(path, found, outcome)
        return
    if isinstance(found, Problem):
        outcome.problems.append(found)
        return
    stale = found.stale(outcome.diagnostics, outcome.sources)
    outcome.diagnostics = found.apply(outcome.diagnostics, outcome.spoken_of)
    if stale and options.prune_baseline:
        _write(found.pruned(stale), f"removed {_counted(stale, 'stale ')}", outcome)
    elif stale and not options.quiet:
        _tell_stale(path, stale)
    if stale and options.error_stale_baseline and not options.prune_baseline:
        outcome.problems.append(Problem(path, f"contains {_counted(stale, 'stale ')}"))


def _asked(options: Options) -> str:
    named = ("update_baseline", "prune_baseline", "error_stale_baseline")
    return next(f"--{name.replace('_', '-')}" for name in named if getattr(options, name))


def _update(path: str, found: Baseline | Problem, outcome: Outcome) -> None:
    """What is no baseline is not written over: it may be something else."""
    if isinstance(found, Problem) and os.path.exists(path):
        outcome.problems.append(found)
        return
    if outcome.problems:
        outcome.problems.append(Problem(path, "not written: some files could not be analyzed"))
        return
    made = made_of(
        path, outcome.diagnostics, outcome.sources, outcome.spoken_of, None if isinstance(found, Problem) else found
    )
    if _write(made, f"wrote {_counted(made.counts)}", outcome):
        outcome.diagnostics = made.apply(outcome.diagnostics, outcome.spoken_of)


def _write(baseline: Baseline, done: str, outcome: Outcome) -> bool:
    try:
        write_file(baseline.path, baseline.text().encode(errors="backslashreplace"))
    except OSError as error:
        outcome.problems.append(Problem(baseline.path, f"can't be written: {error.strerror}"))
        return False
    tell("note", f"{baseline.path}: {done}")
    return True


def _tell_stale(path: str, stale: dict[Key, int]) -> None:
    for (file, code, function, text), count in sorted(stale.items()):
        where = f"{file}, in `{function}`" if function else file
        times = "" if count == 1 else f" ({count} times)"
        tell("note", f"{path}: stale entry: {code} in {where}{times}: {text}")
    tell("note", f"{path}: remove {'it' if sum(stale.values()) == 1 else 'them'} with --prune-baseline")


def _counted(counts: dict[Key, int], kind: str = "") -> str:
    number = sum(counts.values())
    return f"{number} {kind}finding{'' if number == 1 else 's'}"
