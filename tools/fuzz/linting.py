"""jaxlint, asked in this process, and what of its answer is a fault of its own."""

from __future__ import annotations

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Outcome, Request
from jaxlint.settings.overrides import Overrides
from jaxlint.syntax.parse import NotParsed, parse

_FAULTS = ("internal error", "leave the file broken", "did not settle", "undo or feed", "too deep for")


def lint(path: str, text: bytes | None = None, **asked: object) -> Outcome:
    """All rules on one file, or on a text in its place, without the project around it."""
    overrides = asked.pop("overrides", ())
    everything = Overrides(('select=["ALL"]', *overrides))  # type: ignore[misc]
    request = Request([path], stdin=text, overrides=everything, **{"isolated_files": True, **asked})  # type: ignore[arg-type]
    return run(request)


def faults(outcome: Outcome) -> list[str]:
    """Problems that no input excuses, and fixed files that are no Python any more."""
    wrong = [str(problem) for problem in outcome.problems if any(word in str(problem) for word in _FAULTS)]
    for path in outcome.changed():
        try:
            parse(outcome.sources[path])
        except NotParsed as error:
            wrong.append(f"a fix broke the file: {error}")
    return wrong
