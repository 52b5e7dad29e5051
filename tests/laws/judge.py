"""Run a law: its programs are fixed, and what comes out is compared with NumPy."""

from __future__ import annotations

import functools
import textwrap
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp
import numpy as np

from jaxlint.diagnostic import SAFE, UNSAFE
from jaxlint.verify.trial.compare import difference
from jaxlint.verify.trial.execution import load, quiet
from jaxlint.verify.trial.transforms import gradient, jitted_gradient
from tests.generated_fixes.judge import jit_left_out, lint
from tests.laws.laws import NOTES, Inputs, Law, Wrong

PATH = Path("/nowhere/law.py")
HEAD = "import jax\nimport jax.numpy as jnp\nimport numpy as np\n\n\n"
_NONE = "?"
Truths = dict[str, tuple[Any, Any]]  # what the original gives, and its gradients


class Case(NamedTuple):
    """One input.  ``of``: dtypes and shapes, and whether a call in view shows them; ``level``: of the fixes; ``way``:
    how the fixed form is run."""

    law: str
    body: str
    of: str
    level: str
    input: str
    way: str

    def is_known(self, wrong: Wrong) -> bool:
        inside = ((wrong.body, self.body), (wrong.of, self.of), (wrong.input, self.input))
        return self.law == wrong.law and all(words in text for words, text in inside)


class Found:
    """How many cases have a fix, and how many have none, or none that is complete; of the former, which are wrong, and
    which are other as a note says."""

    def __init__(self) -> None:
        self.fixed = self.without = self.noted = 0
        self.wrong: dict[Case, str] = {}


class Form(NamedTuple):
    """A text after fixes of a level; ``notes``: what they say of themselves."""

    text: str
    is_complete: bool
    notes: str


def examined(law: Law) -> Found:
    found = Found()
    for body in law.bodies:
        for inputs in law.grid:
            for known in (True, False):
                _examine(law, body, inputs, known, found)
    return found


def _examine(law: Law, body: str, inputs: Inputs, known: bool, found: Found) -> None:
    text = _program(law, body, inputs, known)
    forms = {level: fixed(text, level == UNSAFE) for level in (SAFE, UNSAFE)}
    if not forms[UNSAFE].is_complete:
        found.without += len(inputs)
        return
    if forms[SAFE].is_complete and forms[SAFE].text == forms[UNSAFE].text:
        del forms[UNSAFE]
    truths = dict(_truths(text, inputs, law.gradient))
    of = ", ".join(f"{one.dtype}{list(one.shape)}" for one in next(iter(inputs.values())))
    refused = False
    for level, form in forms.items():
        if not form.is_complete:
            continue
        for (name, way), said in _differences(form.text, inputs, truths, law.gradient, known):
            # Of what nothing is known, JAX may refuse: that is no wrong value.
            refused |= (is_refused := not known and way == "raises")
            is_noted = level == UNSAFE and any(
                words in form.notes and excludes(way, inputs[name]) for words, excludes in NOTES.items()
            )
            if is_noted:
                found.noted += 1
            elif not is_refused:
                case = Case(law.name, body, f"{of}, {'known' if known else 'unknown'}", level, name, way)
                found.wrong[case] = f"{said}\n{form.text.removeprefix(HEAD)}\n  notes: {form.notes}"
    found.without += len(truths) if refused else 0
    found.fixed += 0 if refused else len(truths)


def _program(law: Law, body: str, inputs: Inputs, known: bool) -> str:
    """``known``: a call in view shows dtypes and shapes."""
    text = f"@jax.jit\ndef f({law.parameters}):\n{textwrap.indent(body, '    ')}\n"
    given = next(iter(inputs.values()))
    shown = ", ".join(f"jnp.ones({one.shape}, jnp.{one.dtype.name.replace('bool', 'bool_')})" for one in given)
    return HEAD + text + (f"\n\ndef example():\n    return f({shown})\n" if known else "")


@functools.cache
def fixed(text: str, unsafe: bool) -> Form:
    done = lint(text, fix=True, unsafe=unsafe)
    (source,) = done.sources.values()
    notes = " / ".join(dict.fromkeys(item.fix.note for item in done.fixed if item.fix is not None))
    return Form(source.text, source.text != text and not done.diagnostics and not done.problems, notes)


def _truths(text: str, inputs: Inputs, with_gradient: bool) -> Iterator[tuple[str, tuple[Any, Any]]]:
    """Of the inputs on which the original runs on NumPy's arrays, without jit; its gradients are JAX's, without jit."""
    with jit_left_out():
        original = load(PATH, text).f
    for name, given in inputs.items():
        try:
            with quiet(), np.errstate(all="ignore"):
                value = original(*(one.copy() for one in given))
                yield name, (value, gradient(original)(*map(jnp.asarray, given)) if with_gradient else None)
        except Exception:
            continue


def _differences(
    text: str, inputs: Inputs, truths: Truths, with_gradient: bool, with_rows: bool
) -> Iterator[tuple[tuple[str, str], str]]:
    """Under jit, its gradient, and all inputs as rows under vmap: (input, how it is run) and what is other."""
    form = _loaded(text)
    arrays = {name: tuple(map(jnp.asarray, inputs[name])) for name in truths}
    kinds = {_kinds(value) for value, _ in truths.values()}
    for name, (value, slope) in truths.items():
        found = _of_value(form, arrays[name], value, kinds)
        if found is None and with_gradient and _is_finite(value):
            said = difference(slope, jitted_gradient(form)(*arrays[name]), signed_zeros=False)
            found = ("gradient", said) if said else None
        if found is not None:
            yield (name, found[0]), found[1]
    rows = {name: value for name, (value, _) in truths.items()}
    if with_rows and len(rows) > 1:
        stacked = [jnp.stack(same) for same in zip(*(arrays[name] for name in rows), strict=True)]
        at = {name: row for row, name in enumerate(rows)}
        try:
            result = jax.vmap(form)(*stacked)
        except Exception as error:
            yield (next(iter(rows)), "raises"), f"vmap: {type(error).__name__}: {error!s:.200}"
            return
        for name, value in rows.items():
            said = _other(value, jax.tree.map(lambda leaf, row=at[name]: leaf[row], result), kinds)
            if said:
                yield (name, "vmap"), said


@functools.lru_cache(maxsize=8)
def _loaded(text: str) -> Callable[..., Any]:
    with quiet():
        return load(PATH, text).f


def _of_value(form: Callable[..., Any], given: Any, value: Any, kinds: set[str]) -> tuple[str, str] | None:
    try:
        with quiet():
            said = _other(value, form(*given), kinds)
    except Exception as error:
        return "raises", f"{type(error).__name__}: {error!s:.200}"
    return ("jit", said) if said else None


def _other(value: Any, result: Any, kinds: set[str]) -> str | None:
    """Shape, kind of dtype and numbers.  Where the kind depends on the numbers, jit has one for all."""
    if len(kinds) == 1 and _NONE not in _kinds(value) and _kinds(result) not in kinds:
        return f"{value!r:.80} became {result!r:.80}"
    return difference(*(jax.tree.map(np.float32, one) for one in (value, result)), signed_zeros=False)


def _kinds(result: Any) -> str:
    """A number of Python's has none, but for bool."""
    leaves = jax.tree.leaves(result)
    return "".join(_NONE if type(leaf) in (int, float) else np.asarray(leaf).dtype.kind for leaf in leaves)


def _is_finite(value: Any) -> bool:
    return all(bool(np.all(np.isfinite(np.asarray(leaf)))) for leaf in jax.tree.leaves(value))
