"""Fix a program; where all was fixed safe, it must run under jit and give what the original gave un-jitted."""

from __future__ import annotations

from pathlib import Path

from jaxlint.diagnostic import Applicability
from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Outcome, Request
from jaxlint.verify.trial.compare import difference
from jaxlint.verify.trial.execution import call, call_untraced, load, untraced
from jaxlint.verify.trial.inputs import SAMPLES
from tests.generated_fixes.programs import Program

PATH = Path("/nowhere/program.py")
# XLA sums one -0.0 to -0.0, and two to 0.0; NumPy takes another of two zeros for the larger.
SUMS = ("np.m", "sum(", "mean(", "dot(", "norm(", " @ ", "std(", "var(")


class Verdict:
    """``outcome``: equal, differs, raises, idle (the original runs on too few inputs), unfixed, clean, or
    compiled: equal without jit, and other numbers with it.

    ``fixed``: (code, level) of what was or would be fixed, and of what has no fix (level None).
    """

    def __init__(self, outcome: str, said: str = "", text: str = "") -> None:
        self.outcome = outcome
        self.said = said
        self.text = text
        self.hazards: list[tuple[str, str | None]] = []

    @property
    def is_bad(self) -> bool:
        return self.outcome in ("differs", "raises", "broken")


def lint(text: str, fix: bool = False, unsafe: bool = False) -> Outcome:
    return run(Request([str(PATH)], select=("ALL",), fix=fix, unsafe=unsafe, stdin=text.encode()))


def judge(program: Program) -> Verdict:
    """What became of one program."""
    first = lint(program.text)
    mended = lint(program.text, fix=True)
    (source,) = mended.sources.values()
    if mended.problems:
        verdict = Verdict("broken", "; ".join(map(str, mended.problems)), source.text)
    elif not first.diagnostics:
        verdict = Verdict("clean")
    elif mended.diagnostics:
        verdict = Verdict("unfixed", ", ".join(item.code for item in mended.diagnostics), source.text)
    else:
        verdict = _compared(program, source.text)
    verdict.hazards = [(item.code, item.fix.applicability if item.fix else None) for item in first.diagnostics]
    return verdict


def is_safe(level: str | None) -> bool:
    return level == Applicability.SAFE


def _compared(program: Program, text: str) -> Verdict:
    with untraced():
        original = load(PATH, program.text)
    fixed = load(PATH, text)
    signed_zeros = not any(word in program.text for word in SUMS)
    compared = 0
    for sample in SAMPLES:
        before = call_untraced(original, program.call, sample)
        if before.error is not None:
            continue
        compared += 1
        jitted = call(fixed, program.call, sample)
        if jitted.error is not None:
            return Verdict("raises", f"{sample}: {jitted.error_name}: {jitted.error!s:.150}", text)
        plain = call_untraced(fixed, program.call, sample)
        if plain.error is not None:
            return Verdict("raises", f"{sample}, un-jitted: {plain.error_name}: {plain.error!s:.150}", text)
        found = difference(before.result, plain.result, signed_zeros)
        if found:
            return Verdict("differs", f"{sample}: {found}", text)
        found = difference(before.result, jitted.result, signed_zeros=False)
        if found:  # XLA alone: it takes x * (y > 0) for a choice between x and 0, for one
            return Verdict("compiled", f"{sample}: {found}", text)
    return Verdict("equal" if compared >= 2 else "idle", text=text)
