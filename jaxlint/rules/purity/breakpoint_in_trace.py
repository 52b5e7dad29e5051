"""`breakpoint()` or `pdb.set_trace()` in traced code

## Why
Python's debugger stops once, at trace time, and never in the compiled function that runs later.
When it stops, the arrays are tracers without values, so there are no numbers to look at, and a
condition on data cannot lead to it.

## Bad
    import os

    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        total = x.sum()
        if os.environ.get("DEBUG_NORMALIZE"):
            breakpoint()
        return x / total


    normalize(jnp.ones(3))

## Good
    import os

    import jax
    import jax.numpy as jnp


    @jax.jit
    def normalize(x):
        total = x.sum()
        if os.environ.get("DEBUG_NORMALIZE"):
            jax.debug.breakpoint()
        return x / total


    normalize(jnp.ones(3))

## Ways out
- use `jax.debug.breakpoint`: the debugger should stop in every call and show the numbers
- run under `jax.disable_jit()`: you want to step through the function line by line

## Fix safety
Safe: `jax.debug.breakpoint()` stops in every call, and inside `lax.cond` only in the branch that is taken.

## How to silence
When you debug the tracing itself: shapes, dtypes and static arguments.

## How to confirm
In the debugger, print an array: it shows a tracer, such as `JitTracer(float32[3])`, and no numbers.
https://docs.jax.dev/en/latest/debugging/print_breakpoint.html
"""

from __future__ import annotations

from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.values.stage import GRAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.effects import HostEffect

_SPELLINGS = {"builtins.breakpoint": "breakpoint", "pdb.set_trace": "pdb.set_trace", "ipdb.set_trace": "ipdb.set_trace"}


def check(event: HostEffect) -> Hazard | None:
    spelling = _SPELLINGS.get(event.callee)
    if spelling is None or event.point.stage == GRAD:
        return None  # under grad alone the function runs each time, and its tracers know their numbers
    return Hazard(f"`{spelling}()` stops at trace time, when no value is concrete")


def fix(event: HostEffect, site: Site) -> Rewrite:
    text = f"{site.name_of('jax')}.debug.breakpoint()"
    return Rewrite(SAFE, "use `jax.debug.breakpoint`", [Replace(event.node, text)])


RULE = Rule(
    code="JAX502",
    severity="warning",
    events=("host-effect",),
    runtime="none: the debugger opens while tracing",
    check=check,
    fix=fix,
)
