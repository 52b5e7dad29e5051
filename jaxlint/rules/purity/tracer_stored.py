"""Tracer stored outside its trace

## Why
What a traced function stores in an object, list, global, closure or `lru_cache` that exists outside
of the trace stays there as a tracer. It has no value, and any later use raises
`UnexpectedTracerError`. The write also runs only once, at trace time, and not in every call.
If jaxlint finds such a use, it reports JAX503 instead. Static values are not reported.

## Bad
    import jax
    import jax.numpy as jnp

    totals = []


    @jax.jit
    def step(x):
        totals.append(x.sum())
        return x * 2


    x = jnp.ones(3)
    for _ in range(10):
        x = step(x)
    print(len(totals))  # prints 1

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(x):
        return x * 2, x.sum()


    x = jnp.ones(3)
    totals = []
    for _ in range(10):
        x, total = step(x)
        totals.append(total)
    print(len(totals))  # prints 10

## Ways out
- return the value and store it outside of the trace: the caller needs it
- return it as auxiliary data, with `has_aux=True`: the function is differentiated
- use `jax.debug.callback`: the values are only recorded, for example for a plot

## Fix safety
A suggestion: the function returns one value more, and the statements that call it store that. Only if all calls of the
function are statements of the same module.

## How to silence
When the stored value is replaced, or never used, before the next call.

## How to confirm
Run it under `with jax.checking_leaks():`, which raises `Exception: Leaked trace` where the trace ends. It does not
detect leaks from `grad`, `jvp` or `vjp` alone.
https://docs.jax.dev/en/latest/errors.html#jax.errors.UnexpectedTracerError
"""

from __future__ import annotations

import _ast

from jaxlint.codemods.recipes.purity.handed_back import handed_back
from jaxlint.rules.leaks import holder, is_differentiated
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.syntax.nodes import walk
from jaxlint.tracing.values.value import Traced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.effects import TracerKept


def check(event: TracerKept) -> Hazard | None:
    if event.fate.used or event.fate.expected or event.fate.replaced or event.captured or event.module.is_test:
        return None
    if not isinstance(event.value, Traced) or not _is_meant(event.value):
        return None
    if event.constant and _is_asked_for(event):
        return None
    message = f"{holder(event)} keeps a tracer after its trace has ended: return the value instead"
    first = "return it as auxiliary" if is_differentiated(event) else "return the value"
    return Hazard(message, ways=(first, "use `jax.debug"))


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


def fix(event: TracerKept, site: Site) -> Rewrite | None:
    return handed_back(site, event.node)


RULE = Rule(
    code="JAX507",
    severity="warning",
    events=("tracer-stored",),
    runtime="jax.checking_leaks: Leaked trace",
    check=check,
    fix=fix,
    unfixed="not all calls of the function are statements of this module",
    groups=("leaks",),
)
