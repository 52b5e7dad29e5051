"""`breakpoint()` or `pdb.set_trace()` stops while JAX traces, where all values are tracers.

## Why
Python's debugger stops once, while JAX traces, and never in the compiled function that runs. There are no
numbers to look at, and a condition on data can't lead to it.

## Bad
    @jax.jit
    def step(x):
        y = jnp.log(x)
        breakpoint()
        return y

## Good
    @jax.jit
    def step(x):
        y = jnp.log(x)
        jax.debug.breakpoint()
        return y

## Fix
Safe: `jax.debug.breakpoint()`, which stops at each run, with the numbers; inside `lax.cond` only in the branch taken.
An import of `pdb` stays.

## At run time
No exception: the debugger opens while tracing. https://docs.jax.dev/en/latest/debugging/print_breakpoint.html
"""

from __future__ import annotations

from jaxlint.codemods.rewrite import Replace, Rewrite
from jaxlint.diagnostic import SAFE
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.context import GRAD

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import HostEffect

_SPELLINGS = {"builtins.breakpoint": "breakpoint", "pdb.set_trace": "pdb.set_trace", "ipdb.set_trace": "ipdb.set_trace"}


def check(event: HostEffect) -> Hazard | None:
    spelling = _SPELLINGS.get(event.callee)
    if spelling is None or event.context == GRAD:
        return None  # under grad alone the function runs each time, and its tracers know their numbers
    return Hazard(f"`{spelling}()` stops while tracing, when no value is concrete")


def fix(event: HostEffect, site: Site) -> Rewrite:
    text = f"{site.name_of('jax')}.debug.breakpoint()"
    return Rewrite(SAFE, "stop at each run, with the numbers", [Replace(event.node, text)])


RULE = Rule(
    code="JAX502",
    severity="warning",
    events=("host-effect",),
    runtime="none: the debugger opens while tracing",
    check=check,
    fix=fix,
)
