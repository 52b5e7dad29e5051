"""Fix programs, all that a file holds at once, and let JAX say what each fixed form gives.

The truth is the original without jit, where arrays can be written to.  The fixed form runs under jit, alone and under
grad.  What a fix says of itself, that something may come out otherwise, is no failure.
"""

from __future__ import annotations

import ast
import math
from collections.abc import Iterable
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from jaxlint.engine.pipeline import run
from jaxlint.engine.request import Outcome, Request
from jaxlint.verify.trial.compare import difference
from jaxlint.verify.trial.execution import load, quiet
from tests.fix_pairs.programs import Program, module
from tests.fix_pairs.writing import Over, unwrapped, wrapped

PATH = Path("/nowhere/pairs.py")
NAN, INF = math.nan, math.inf
# x, y, a, k
INPUTS: dict[str, tuple[list[float], list[float], float, int]] = {
    "random": ([0.7, -1.2, 2.1, 0.3], [1.4, 0.2, -0.6, 2.9], 0.5, 2),
    "other": ([-0.4, 1.9, 0.8, -2.2], [0.1, 3.3, 1.7, -1.1], 1.2, 1),
    "below": ([0.5, 1.5, 2.5, 3.5], [2.0, -3.0, 0.25, 1.0], -0.75, 3),
    "zeros": ([0.0] * 4, [0.0] * 4, 0.0, 0),
    "ties": ([1.0, 1.0, 2.0, 1.0], [1.0, 2.0, 1.0, 1.0], 1.0, 1),
    "none": ([1.0, -2.0, 0.0, 3.0], [2.0, 1.0, 4.0, -1.0], 50.0, 2),
    "nan": ([NAN, 1.0, 2.0, -1.0], [1.0, NAN, 3.0, 0.5], 0.25, 2),
    "nan alone": ([1.0, 2.0, -1.0, 0.5], [2.0, 0.5, 1.5, -2.0], NAN, 1),
    "infinite": ([INF, 1.0, -INF, 2.0], [1.0, 2.0, INF, 0.5], 1.5, 2),
}
# Under which a NaN in a gradient comes of the fix, not of the numbers.
SMOOTH = ("random", "other", "below", "zeros", "ties", "none")
Inputs = dict[str, tuple[jax.Array, ...]]
FAILURES = ("wrong", "nan", "silent", "broken")
# What a fix may say of itself, and what it then may do.
NOTES = {
    "reverse-mode gradients can be NaN": ("nan",),
    "NaNs in the selection are skipped": ("wrong", "nan"),
    "is assumed ": ("wrong",),
    "keep the old values": ("wrong",),
    "ties share the gradient, and any NaN is the result": ("wrong", "nan"),
    "NaNs last": ("wrong",),
    "near the ends the start is clamped": ("wrong",),
}


class Verdict(NamedTuple):
    """``outcome``: equal; noted (other, as a fix says); reported (it raises, and what is left says so); idle (the
    original runs on no input); or a failure: wrong, nan (where the original has numbers), silent (it raises, and
    nothing is said), broken (no fix came to an end)."""

    program: Program
    outcome: str
    said: str
    text: str
    gradients: int

    @property
    def is_bad(self) -> bool:
        return self.outcome in FAILURES

    def __str__(self) -> str:
        return f"=== {self.program.label}: {self.outcome}: {self.said}\n{self.program.text()}\n--- fixed\n{self.text}"


def judge(programs: list[Program]) -> list[Verdict]:
    """What became of each."""
    named = {f"f{number}": one for number, one in enumerate(programs)}
    original = module(named)
    fixed = fix(original)
    text = _text(fixed)
    if fixed.problems:
        return [_alone(one, "; ".join(map(str, fixed.problems))) for one in programs]
    try:
        loaded = load(PATH, text)
    except Exception as error:
        return [_alone(one, f"{type(error).__name__}: {error}") for one in programs]
    truth, smooth = truths(original)
    places = _places(text)
    judged = []
    for name, one in named.items():
        lines = places[name]
        left = [f"{item.code} line {item.location.line}" for item in fixed.diagnostics if item.location.line in lines]
        trial = Trial(getattr(loaded, name), getattr(truth, name), getattr(smooth, name), _inputs(), SMOOTH)
        outcome, said = trial.outcome()
        if outcome == "raises":
            outcome, said = "reported" if left else "silent", f"{said}; left: {', '.join(left)}"
        found = Verdict(
            one, outcome, said, "\n".join(text.split("\n")[lines.start - 1 : lines.stop - 1]), trial.gradients
        )
        judged.append(_noted(found) if found.is_bad else found)
    return judged


def judge_alone(program: Program, text: str, inputs: Inputs, host: bool = False) -> Verdict:
    """One module, whose ``f`` is called.  ``host``: as it stands, by code that is not traced."""
    fixed = fix(text)
    after = _text(fixed)
    said = " / ".join(dict.fromkeys(item.fix.summary for item in fixed.fixed if item.fix is not None))
    left = ", ".join(f"{item.code} line {item.location.line}" for item in fixed.diagnostics)
    outcome, found, gradients = "broken", "; ".join(map(str, fixed.problems)), 0
    if not fixed.problems:
        try:
            loaded = load(PATH, after)
        except Exception as error:
            found = f"{type(error).__name__}: {error}"
        else:
            truth, smooth = truths(text)
            trial = Trial(loaded.f, truth.f, smooth.f, inputs, () if host else inputs, host)
            outcome, found = trial.outcome()
            gradients = trial.gradients
    if outcome == "raises":
        outcome = "reported" if left else "silent"
    if any(words in said and outcome in outcomes for words, outcomes in NOTES.items()):
        outcome = "noted"
    return Verdict(program, outcome, f"{found}; left: {left}\n    by: {said}", after, gradients)


def fix(text: str) -> Outcome:
    return run(Request([str(PATH)], select=("ALL",), fix=True, unsafe=True, stdin=text.encode()))


def _text(fixed: Outcome) -> str:
    (source,) = fixed.sources.values()
    return source.text


def _alone(program: Program, said: str) -> Verdict:
    """Where a file of several can't be judged: which of them is it?"""
    fixed = fix(module({"f0": program}))
    try:
        load(PATH, _text(fixed))
    except Exception as error:
        return Verdict(program, "broken", f"{type(error).__name__}: {error}", _text(fixed), 0)
    if fixed.problems:
        return Verdict(program, "broken", "; ".join(map(str, fixed.problems)), _text(fixed), 0)
    return Verdict(program, "idle", f"not judged beside another: {said}", "", 0)


def _noted(found: Verdict) -> Verdict:
    summaries = [item.fix.summary for item in fix(module({"f0": found.program})).fixed if item.fix is not None]
    said = " / ".join(dict.fromkeys(summaries))
    for words, outcomes in NOTES.items():
        if words in said and found.outcome in outcomes:
            return found._replace(outcome="noted")
    return found._replace(said=f"{found.said}\n    by: {said}")


def _places(text: str) -> dict[str, range]:
    """The lines of each function, its decorators and what was put before it."""
    found, start = {}, 1
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef):
            found[node.name] = range(start, (node.end_lineno or 0) + 1)
        start = (node.end_lineno or 0) + 1
    return found


def truths(text: str) -> tuple[ModuleType, ModuleType]:
    """The originals; and the same with JAX's forms of what has no gradient."""
    jit = jax.jit
    jax.jit = lambda function=None, **_: (lambda inner: inner) if function is None else function  # type: ignore[assignment]
    try:
        truth, smooth = load(PATH, text), load(PATH, text)
    finally:
        jax.jit = jit
    vars(truth).update(jnp=Over(jnp), jax=Over(jax))
    vars(smooth).update(jnp=Over(jnp), jax=Over(jax), np=Over(jnp), float=lambda number: number)
    return truth, smooth


class Trial:
    """``finite``: the inputs on which gradients count; ``gradients``: on how many they were compared."""

    def __init__(
        self, fixed: Any, truth: Any, smooth: Any, inputs: Inputs, finite: Iterable[str], host: bool = False
    ) -> None:
        self._host = host
        self._fixed, self._truth, self._smooth = fixed, truth, smooth
        self._inputs, self._finite = inputs, set(finite)
        self._way: Any = None
        self._plain_way: Any = None
        self.gradients = 0

    def outcome(self) -> tuple[str, str]:
        ran = False
        for name, given in self._inputs.items():
            try:
                with quiet(), np.errstate(all="ignore"):
                    before = unwrapped(self._truth(*wrapped(given)))
            except Exception:
                continue
            ran = True
            try:
                after, gradients = self._after(given)
            except Exception as error:
                return "raises", f"{type(error).__name__}: {error!s:.200}"
            found = difference(before, after, signed_zeros=False)
            if found:
                return "wrong", f"{name}: {found}"
            if name in self._finite and _is_finite(before):
                found = self._in_gradients(given, gradients)
                if found:
                    return found[0], f"{name}, gradient: {found[1]}"
        return ("equal", "") if ran else ("idle", "")

    def _after(self, given: tuple[jax.Array, ...]) -> tuple[object, object]:
        """Forward, where no gradient goes back."""
        if self._host:
            return self._fixed(*given), ()
        for way in (jax.grad, jax.jacfwd) if self._way is None else ():
            self._plain_way = way
            self._way = jax.jit(_gradient(way, self._fixed, given))
            try:
                self._way(*given)
                break
            except ValueError as error:
                if "Reverse-mode" not in str(error):
                    raise
        gradients, after = self._way(*given)
        return after, gradients

    def _in_gradients(self, given: tuple[jax.Array, ...], gradients: object) -> tuple[str, str] | None:
        def truth(*args: object) -> object:
            return unwrapped(self._smooth(*wrapped(args)))

        try:
            with quiet():
                before, _ = _gradient(self._plain_way, truth, given)(*given)
        except Exception:
            return None
        self.gradients += 1
        found = difference(before, gradients, signed_zeros=False)
        if not found:
            return None
        if jax.tree.structure(before) != jax.tree.structure(gradients):
            return "wrong", found
        old, new = (np.concatenate([np.ravel(one) for one in leaves]) for leaves in (before, gradients))
        return "nan" if np.any(np.isfinite(old) & ~np.isfinite(new)) else "wrong", found


def _is_finite(result: object) -> bool:
    """The mean of nothing is NaN, and so is its gradient in one of its forms."""
    return all(bool(np.all(np.isfinite(np.asarray(leaf)))) for leaf in jax.tree.leaves(result))


def _gradient(way: Any, function: Any, given: tuple[jax.Array, ...]) -> Any:
    """By all floats that go in, and what comes out."""
    places = [place for place, one in enumerate(given) if jnp.issubdtype(one.dtype, jnp.floating)]
    if not places:
        return lambda *args: ((), function(*args))
    return way(_total(function), tuple(places), has_aux=True)


def _inputs() -> Inputs:
    return {name: (jnp.array(x), jnp.array(y), jnp.float32(a), jnp.int32(k)) for name, (x, y, a, k) in INPUTS.items()}


def _total(function: Any) -> Any:
    """The sum of all floats that come out, and what comes out."""

    def total(*args: object) -> tuple[object, object]:
        result = function(*args)
        floats = [leaf for leaf in jax.tree.leaves(result) if jnp.issubdtype(jnp.result_type(leaf), jnp.floating)]
        return sum((jnp.sum(leaf) for leaf in floats), jnp.float32(0)), result

    return total
