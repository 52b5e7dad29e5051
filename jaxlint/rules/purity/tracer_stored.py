"""A tracer is kept past the end of its trace: `outer.append(x)` in a jitted function.

## Why
What is written into an object, a list, a global or a closure that was there before the trace is still there when it
has ended, but as a tracer: it has no number, and whoever uses it gets an `UnexpectedTracerError`. The write runs once,
while JAX traces, and not with each call. Return the value instead. Where somebody in view uses it, it is JAX503.
A function under `lru_cache` that makes an array keeps a tracer of the first trace that calls it: let it make the array
`with jax.ensure_compile_time_eval():`, or with NumPy. What is known while tracing (shapes, dtypes, counts) is kept by
many on purpose, and no finding; nor is what the code around replaces before anybody reads it, what tests keep, nor a
constant behind `if self.table is None`, which may have been made before.

## Bad
    seen = []

    @jax.jit
    def step(x):
        seen.append(x.sum())
        return x * 2

## Good
    @jax.jit
    def step(x):
        return x * 2, x.sum()

## Fix
None: what the function gives, and with it every caller, would change.

## At run time
No exception until it is used. `with jax.checking_leaks():`, or `jax.config.update("jax_check_tracer_leaks", True)`,
raises `Exception: Leaked trace` where the trace ends; out of grad, jvp and vjp alone it lets tracers leak.
https://docs.jax.dev/en/latest/errors.html#jax.errors.UnexpectedTracerError
"""

from __future__ import annotations

import _ast

from jaxlint.rules.leaks import holder
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import TracerKept


def check(event: TracerKept) -> Hazard | None:
    if event.used or event.expected or event.replaced or event.captured or event.module.is_test:
        return None
    if not isinstance(event.value, Traced) or not _is_meant(event.value):
        return None
    if event.constant and _is_asked_for(event):
        return None
    return Hazard(f"{holder(event)} keeps a tracer past the end of its trace: return the value instead")


def _is_asked_for(event: TracerKept) -> bool:
    """``if self.table is None: self.table = ...``: somebody may have filled it before anything was traced."""
    node = event.node
    if event.function is None:
        return False
    name = getattr(node, "attr", None) or event.module.source.segment(getattr(node, "value", node))
    tests = [one.test for one in walk(event.function) if isinstance(one, (_ast.If, _ast.IfExp))]
    return any(name in event.module.source.segment(test) for test in tests)


def _is_meant(value: Traced) -> bool:
    """An array, or a tree of arrays: what nobody describes may be None, a function, or another object as well."""
    return value.is_array or (value.evidence is not None and not value.evidence.may_be_none)


RULE = Rule(
    code="JAX507",
    severity="warning",
    events=("tracer-stored",),
    runtime="jax.checking_leaks: Leaked trace",
    check=check,
    groups=("leaks",),
)
