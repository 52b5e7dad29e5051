"""``jaxlint verify FILE::FUNCTION``: the verdicts to standard output, and an exit status."""

from __future__ import annotations

import sys

from jaxlint.cli.streams import emit, tell
from jaxlint.diagnostic import Problem
from jaxlint.report.paint import visible
from jaxlint.syntax.parse import NotParsed, parse
from jaxlint.text.source import Source
from jaxlint.verify.verify import Trial, Verdict, verify

_FORMS = {"safe": "--fix", "unsafe": "--fix --unsafe-fixes", "unfixed": "no fix, as it is"}


def run(place: str, shapes: str, others: list[str], gradients: bool, seconds: float, memory: float) -> int:
    """0 equal, 1 differs, 2 could not be told."""
    path, parted, function = place.partition("::")
    given = _given(shapes)
    if not parted or not function or given is None:
        wrong = (
            f"expected FILE::FUNCTION, got {place!r}"
            if given is not None
            else f"expected --shapes such as `x=f32[3], n=3`, got {shapes!r}"
        )
        tell("error", wrong)
        return 2
    found = verify(Trial(path, function, given, others, gradients, seconds, memory))
    if isinstance(found, Problem):
        tell("error", str(found))
        return 2
    last = found.verdicts[-1]
    rows = [f"{visible(path)}: {visible(found.call)}{', gradients' if gradients else ''}\n"]
    status = 0
    for verdict in found.verdicts:
        awaited = verdict is not last and verdict.outcome == "failed" != last.outcome  # what the unsafe fixes mend
        rows.append(_row(verdict, awaited))
        status = max(status, 0 if awaited else {"equal": 0, "differs": 1, "failed": 2}[verdict.outcome])
    emit("".join(rows), sys.stdout)
    return status


def _row(verdict: Verdict, awaited: bool) -> str:
    head = f"  {_FORMS[verdict.level]}: "
    if verdict.outcome == "equal":
        return f"{head}equal, on {verdict.rounds} rounds of inputs\n"
    if verdict.outcome == "failed":
        more = "; more is mended by the unsafe fixes" if awaited else ""
        return f"{head}could not run under jit: {visible(verdict.said)}{more}\n"
    meant = (
        f"    the fixes of {', '.join(verdict.redrawn)} are meant to draw other numbers\n" if verdict.redrawn else ""
    )
    said, inputs = visible(" ".join(verdict.said.split())), visible(verdict.inputs)
    return f"{head}differs\n    {said}\n    for {inputs}\n{meant}"


def _given(shapes: str) -> dict[str, str] | None:
    """``x=f32[3, 4], n=3`` by name."""
    import ast
    import re

    text = re.sub(r"\b(\w+)\[\]", r"\1[()]", shapes)
    try:
        (line,) = parse(Source("--shapes", f"f({text})")).tree.body
    except (NotParsed, ValueError):
        return None
    call = line.value if isinstance(line, ast.Expr) else None
    if not isinstance(call, ast.Call) or call.args or any(keyword.arg is None for keyword in call.keywords):
        return None
    return {str(keyword.arg): ast.unparse(keyword.value).replace("[()]", "[]") for keyword in call.keywords}
