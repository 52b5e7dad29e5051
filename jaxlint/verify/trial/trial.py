"""One function: the original un-jitted against each fixed form under jit, on all rounds of inputs."""

from __future__ import annotations

import os
import sys
from types import ModuleType
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np

from jaxlint.verify.trial.compare import difference
from jaxlint.verify.trial.execution import Outcome, call, call_untraced, untraced, writing
from jaxlint.verify.trial.inputs import SAMPLES, UNUSUAL, Inputs, parse_call
from jaxlint.verify.trial.modules import load
from jaxlint.verify.trial.transforms import gradient, has_floats, jitted, jitted_gradient

_ENOUGH = 2  # rounds that the original has to run on, for the answer to mean something


def tried(job: dict[str, Any]) -> dict[str, Any]:
    """The answer to a job, as jaxlint.verify.launch puts it: ``error``, or one verdict a form."""
    sys.path.insert(0, job["root"])
    with untraced(), writing():
        original = load(job["root"], job["module"], job["path"], job["original"])
    if job["gradients"] and not has_floats(Inputs(SAMPLES[0], original).arguments(parse_call(job["call"]))):
        return {"error": "no float array goes in: there are no gradients"}
    under = gradient if job["gradients"] else None
    before = {sample: call_untraced(original, job["call"], sample, under) for sample in SAMPLES}
    ran = {sample: outcome for sample, outcome in before.items() if outcome.error is None}
    if len(ran) < _ENOUGH:
        failed = next(outcome for outcome in before.values() if outcome.error is not None)
        return {"error": f"the original fails un-jitted, too: {_said(failed, job)}"}
    return {"forms": [_form(job, form, ran) for form in job["forms"]]}


def _form(job: dict[str, Any], form: dict[str, Any], before: dict[str, Outcome]) -> dict[str, Any]:
    """``verdict``: equal, differs or failed."""
    try:
        fixed = load(job["root"], job["module"], job["path"], form["texts"])
    except (Exception, SystemExit) as error:
        return {"verdict": "failed", "said": _said(Outcome(error=error), job)}
    under = jitted_gradient if job["gradients"] else jitted
    for sample, outcome in before.items():
        after = call(fixed, job["call"], sample, under=under)
        if after.error is not None:
            return {"verdict": "failed", "said": _said(after, job), "inputs": _inputs(job, fixed, sample)}
        found = difference(outcome.result, after.result, signed_zeros=False)
        if found:
            more = f"; equal on ordinary inputs, differs on {UNUSUAL[sample]}" if sample in UNUSUAL else ""
            return {"verdict": "differs", "said": f"{found}{more}", "inputs": _inputs(job, fixed, sample)}
    return {"verdict": "equal", "rounds": len(before)}


def _said(outcome: Outcome, job: dict[str, Any]) -> str:
    first = str(outcome.error).strip().split("\n")[0]
    lines = [line for line in outcome.lines if line]
    where = f" ({os.path.basename(job['path'])}:{max(lines)})" if lines else ""
    return f"{outcome.error_name}: {first}{where}"


def _inputs(job: dict[str, Any], module: ModuleType, sample: str) -> str:
    """The arguments, as one would type them."""
    positional, keywords = Inputs(sample, module).arguments(parse_call(job["call"]))
    shown = [_typed(one) for one in positional] + [f"{name}={_typed(one)}" for name, one in keywords.items()]
    return ", ".join(shown)


def _typed(value: object) -> str:
    if isinstance(value, jax.Array) and jnp.issubdtype(value.dtype, jax.dtypes.prng_key):
        return f"jax.random.key({int(jax.random.key_data(value)[-1])})"
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return f"{value.dtype}{np.array2string(np.asarray(value), separator=', ', threshold=20)}".replace("\n", "")
    return " ".join(repr(value).split())
