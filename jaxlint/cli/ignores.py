"""``--add-ignore``: silence what a run has found, by comments in the code."""

from __future__ import annotations

import sys

from jaxlint.cli.streams import emit, tell
from jaxlint.engine.add_ignore import add_ignores
from jaxlint.engine.write import write_all

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.engine.request import Outcome


def write_ignores(reason: str, outcome: Outcome, writes: bool) -> int:
    """The exit status: 0 where all that was found is silenced, 2 where something went wrong."""
    if not writes:
        tell("error", "--add-ignore cannot write comments to stdin")
        return 2
    if any(not char.isprintable() or char == "#" for char in reason):
        tell("error", f"--add-ignore: the reason must be one line without `#`: {reason!r}")
        return 2
    before = outcome.sources
    named = [one for one in outcome.diagnostics if one.location.path in before]
    made, count, problems = add_ignores(before, named, reason.strip())
    after = {**before, **made}
    unwritten: set[str] = set()
    if made:
        failed, unwritten = write_all(before, after, list(made), [])
        problems += failed
        count -= sum(one.location.path in unwritten for one in named)
    for problem in sorted([*outcome.problems, *problems], key=str):
        tell("error", str(problem))
    files = len(made) - len(unwritten)
    emit(f"Silenced {_count(count, 'finding')} in {_count(files, 'file')}.\n", sys.stdout)
    return 2 if outcome.problems or problems else 0


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'' if number == 1 else 's'}"
