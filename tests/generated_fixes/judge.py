"""Fix a program, and let JAX say what the fixed forms give.

After the safe fixes alone, the program must give what the original gave un-jitted, gradients included; where nothing
is left to fix, it must run under jit, too.  After the unsafe fixes the same is asked, but for what these say of
themselves.
"""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Outcome, Request
from jaxlint.verify.trial.compare import difference
from jaxlint.verify.trial.execution import Outcome as Ran
from jaxlint.verify.trial.execution import call, call_untraced, load, untraced
from jaxlint.verify.trial.inputs import SAMPLES
from jaxlint.verify.trial.transforms import gradient, jitted, jitted_gradient
from tests.generated_fixes.programs import Program

PATH = Path("/nowhere/program.py")
# XLA sums one -0.0 to -0.0, and two to 0.0; NumPy takes another of two zeros for the larger, and -0.0 // 2 for -0.0.
SUMS = (
    "np.m", "//", "sum(", "mean(", "dot(", "norm(", " @ ", "std(", "var(", "max(", "min(", "sort", "numpy.m", "cumsum",
)  # fmt: skip
# NumPy's order of bfloat16 is whatever comes of NaN being neither more nor less.
SORTS = ("np.sort", "np.argsort", "numpy.sort", "numpy.argsort", "np.median", "np.partition", "np.unique")
# Where an infinity or NaN reaches an arm that was not taken, `where` has 0 * inf in its gradient: told apart.
GRADIENTS = ("random", "zeros", "duplicates", "extremes", "special")
# A number that a tracer has not, and writes that NumPy's arrays alone take, or that JAX's alone do.
_REFUSALS = (
    jax.errors.ConcretizationTypeError,
    jax.errors.NonConcreteBooleanIndexError,
    jax.errors.TracerArrayConversionError,
    jax.errors.TracerIntegerConversionError,
)
_WRITES = ("no attribute 'at'", "JAX arrays are immutable")
# What a fix that is not safe may say of itself, and where that shows.
NOTES = {
    "remove the conversion": ("gradient",),  # which a number of Python's has not
    "keep the JAX scalar": ("gradient",),
    "no reverse-mode gradient": ("gradient",),
    "reverse-mode gradients can be NaN": ("gradient",),
    "the gradient of `std` is NaN": ("gradient",),
    "the gradient of `var` is NaN": ("gradient",),
    "NaNs in the selection are skipped": ("value", "gradient"),
    "keep the shape and fill with 0": ("value", "gradient"),
    "padding indices are out of bounds and ignored": ("value", "gradient"),
    "the padding repeats": ("value", "gradient"),
    "near the ends the start is clamped": ("value", "gradient"),
    "positions past the end are dropped": ("value", "gradient"),
    "elements past the selected ones": ("value", "gradient"),
    "it returns an array": ("value",),
    "a shift beyond the length wraps around": ("value", "gradient"),
    "rows of the outputs beyond the length are padding": ("value", "gradient"),
    "an out-of-bounds index is clamped": ("value", "gradient"),
    "larger values are dropped": ("value", "gradient"),
    "larger ids are dropped": ("value", "gradient"),
    "the result is truncated, or padded with its last value": ("value", "gradient"),
    "an out-of-bounds index changes nothing": ("value", "gradient"),
    "an out-of-bounds index deletes": ("value", "gradient"),
    "Python rounds in 64 bits": ("value",),
    "use `jax.random`": ("value", "gradient"),
    "split the key before each use": ("value", "gradient"),
    "use a new key in every iteration": ("value", "gradient"),
    "keep leading zeros": ("value", "gradient"),
}
BAD = ("differs", "raises", "broken", "missed")


class Verdict:
    """``safe``: equal, idle (the original runs on too few inputs), clean; partial (equal, and something is left);
    compiled (equal without jit, and other numbers with it); unfixed (nothing is safe); or what must not be: differs,
    raises, broken (no fix came to an end), missed (nothing is said, and jit fails).

    ``unsafe``: the same of the form after the unsafe fixes, where these change more; noted (other, as a fix says).
    """

    def __init__(self) -> None:
        self.safe = ""
        self.unsafe: str | None = None
        self.gradients = 0  # inputs on which gradients were compared
        self.said = ""
        self.text = ""
        self.hazards: list[tuple[str, str | None]] = []

    @property
    def is_bad(self) -> bool:
        return self.safe in BAD or self.unsafe in BAD

    def settle(self, outcome: str, said: str = "") -> str:
        """Remembers what is said of the first thing that is wrong."""
        self.said = self.said or said
        return outcome


def lint(text: str, fix: bool = False, unsafe: bool = False) -> Outcome:
    return run(Request([str(PATH)], select=("ALL",), fix=fix, unsafe=unsafe, stdin=text.encode()))


def judge(program: Program) -> Verdict:
    """What became of one program."""
    verdict = Verdict()
    first = lint(program.text)
    verdict.hazards = [(item.code, item.fix.applicability if item.fix else None) for item in first.diagnostics]
    trial = _Trial(program, verdict)
    # What is written to in place is NumPy's, un-jitted, and NumPy takes bfloat16 beside a Python float for float32.
    narrow = "bf16" in program.call and any(code == "JAX504" for code, _ in verdict.hazards)
    if trial.ran < 2 or narrow:
        verdict.safe = "idle"
        return verdict
    safe, text = _fixed(program.text, False, verdict)
    if verdict.safe:
        return verdict
    verdict.safe = trial.safe_form(text, bool(safe.diagnostics))
    if not safe.diagnostics or verdict.is_bad:
        return verdict
    outcome, unsafe_text = _fixed(program.text, True, verdict)
    if unsafe_text != text and not verdict.is_bad:
        verdict.unsafe = "unfixed" if outcome.diagnostics else trial.unsafe_form(unsafe_text, _summaries(outcome))
    return verdict


def _summaries(outcome: Outcome) -> str:
    return " / ".join(item.fix.summary for item in outcome.fixed if item.fix is not None)


def _fixed(text: str, unsafe: bool, verdict: Verdict) -> tuple[Outcome, str]:
    mended = lint(text, fix=True, unsafe=unsafe)
    (source,) = mended.sources.values()
    verdict.text = source.text
    if mended.problems:
        verdict.safe = verdict.settle("broken", "; ".join(map(str, mended.problems)))
    return mended, source.text


def _is_of_what_is_left(error: BaseException | None) -> bool:
    """Does it come of what is still to be fixed, not of a fix?"""
    return isinstance(error, _REFUSALS) or (error is not None and any(said in str(error) for said in _WRITES))


class _Trial:
    """The original's results, and forms compared with them."""

    def __init__(self, program: Program, verdict: Verdict) -> None:
        self._program = program
        self._verdict = verdict
        self.text = program.text
        with untraced():
            self._original = load(PATH, program.text)
        tried = {sample: call_untraced(self._original, program.call, sample) for sample in SAMPLES}
        self._before = {sample: outcome for sample, outcome in tried.items() if outcome.error is None}
        if "bf16" in program.call and any(word in program.text for word in SORTS):
            self._before.pop("special", None)
        self._zeros = not any(word in program.text for word in SUMS)
        self.ran = len(self._before)

    def safe_form(self, text: str, left: bool) -> str:
        """``left``: something is still to be fixed, so that it may fail under jit."""
        if text == self._program.text:
            return "unfixed" if left else self._clean()
        fixed = load(PATH, text)
        with untraced():
            unstaged = load(PATH, text)
        compiled = ""
        for sample, before in self._before.items():
            plain = call_untraced(unstaged, self._program.call, sample)
            if left and plain.error is not None and any(said in str(plain.error) for said in _WRITES):
                return "partial"  # one write is mended, and the next still needs NumPy's array
            if plain.error is not None:
                return self._raised(sample, plain, "un-jitted: ")
            found = difference(before.result, plain.result, self._zeros)
            if found and "grad(" in self._program.text:
                return self._differs(sample, f"{sample}: {found}")
            if found:
                return self._verdict.settle("differs", f"{sample}: {found}")
            after = None if left else call(fixed, self._program.call, sample, under=jitted)
            if after is not None and after.error is not None:
                return self._raised(sample, after)
            # XLA alone: it takes x * (y > 0) for a choice between x and 0, for one.
            compiled = compiled or (after and difference(before.result, after.result, signed_zeros=False)) or ""
        found = self._gradients(unstaged, left)
        if found:
            return self._differs(found.partition(",")[0], found)
        return self._verdict.settle("compiled", compiled) if compiled else "partial" if left else "equal"

    def _clean(self) -> str:
        """Nothing was found: then the original runs under jit."""
        for sample in self._before:
            after = call(self._original, self._program.call, sample, under=jitted)
            if after.error is not None:
                return "missed" if self._raised(sample, after) else ""
        return "clean"

    def _gradients(self, fixed: ModuleType, left: bool, way: Any = None) -> str | None:
        """``left``: what is still to be fixed may need a number that grad alone has not, either.

        ``way``: under which the fixed form gives its gradients; None: without jit.
        """
        for sample in GRADIENTS:
            if sample not in self._before:
                continue
            before = call_untraced(self._original, self._program.call, sample, gradient)
            if before.error is not None or not jax.tree.leaves(before.result):
                continue
            if way is None:
                after = call_untraced(fixed, self._program.call, sample, gradient)
            else:
                after = call(fixed, self._program.call, sample, under=way)
            if left and _is_of_what_is_left(after.error):
                continue
            if after.error is not None:
                return f"{sample}, gradient: {after.error_name}: {after.error!s:.150}"
            found = difference(before.result, after.result, signed_zeros=False)
            if found:
                return f"{sample}, gradient: {found}"
            self._verdict.gradients += 1
        return None

    def _differs(self, sample: str, found: str) -> str:
        """In a gradient: told apart where some number is not finite that the original makes on its way."""
        return self._verdict.settle("differs" if self._is_finite(sample) else "infinite", found)

    def _is_finite(self, sample: str) -> bool:
        if sample == "special":
            return False
        with jax.debug_nans(True), jax.debug_infs(True):
            return call_untraced(self._original, self._program.call, sample).error is None

    def unsafe_form(self, text: str, said: str) -> str:
        """``said``: the summaries of the fixes."""
        fixed = load(PATH, text)
        with untraced():
            unstaged = load(PATH, text)
        compiled = ""
        kinds = {_kinds(before.result) for before in self._before.values()}
        for sample, before in self._before.items():
            after = call(fixed, self._program.call, sample, under=jitted)
            if after.error is not None:
                return "idle" if self._is_refused(sample) else self._raised(sample, after)
            found = difference(before.result, after.result, signed_zeros=False)
            if not found or _kinds(before.result) != _kinds(after.result) in kinds:
                continue  # dtypes that depend on the numbers: jit has those of one case
            # As for safe fixes: XLA alone, or the form itself?
            plain = call_untraced(unstaged, self._program.call, sample)
            if plain.error is None and not difference(before.result, plain.result, signed_zeros=False):
                compiled = compiled or f"{sample}: {found}"
            elif "grad(" in self._program.text:
                return self._noted(said, "gradient") or self._differs(sample, f"{sample}: {found}")
            else:
                return self._noted(said, "value") or self._verdict.settle("differs", f"{sample}: {found}")
        found = self._gradients(fixed, False, jitted_gradient)
        if found:
            return self._noted(said, "gradient") or self._differs(found.partition(",")[0], found)
        return self._verdict.settle("compiled", compiled) if compiled else "equal"

    def _noted(self, said: str, what: str) -> str | None:
        return next(("noted" for words, kinds in NOTES.items() if words in said and what in kinds), None)

    def _is_refused(self, sample: str) -> bool:
        """A loop of JAX's in the original takes no such carry, jitted or not: no fix of ours could."""
        with jit_left_out():
            staged = load(PATH, self._program.text)
        refusal = call(staged, self._program.call, sample).error
        return isinstance(refusal, TypeError) and "carry" in str(refusal)

    def _raised(self, sample: str, ran: Ran, how: str = "") -> str:
        return self._verdict.settle("raises", f"{sample}: {how}{ran.error_name}: {ran.error!s:.200}")


def _kinds(result: object) -> str:
    """The structure and dtypes."""
    leaves, structure = jax.tree.flatten(result)
    return f"{structure} {[jnp.result_type(one) for one in leaves if not isinstance(one, str)]}"


@contextlib.contextmanager
def jit_left_out() -> Iterator[None]:
    """JAX's loops and checks as ever, of functions that are not jitted."""
    jit = jax.jit
    jax.jit = lambda function=None, **_: (lambda inner: inner) if function is None else function  # type: ignore[assignment]
    try:
        yield
    finally:
        jax.jit = jit
