"""`lax.cond` with a heavy branch under `jax.vmap`: both branches are computed for each row.

## Why
Under vmap the rows may want different branches, so that JAX computes both for all of them, and selects: the `cond`
becomes a `select`. What was to be saved, a loop, a product of matrices, a solver, is run for each row. Where the
predicate is not mapped (`in_axes=None`), the `cond` stays one.

Reported is a predicate that follows from what is mapped, and a branch that loops, multiplies matrices or solves.
Advice, and off by default.

## Bad
    jax.vmap(lambda x: lax.cond(x[0] > 0, expensive, cheap, x))(xs)

## Good
    jax.lax.map(lambda x: lax.cond(x[0] > 0, expensive, cheap, x), xs)

## Fix
None: `lax.map` runs the rows one after the other, and which is faster depends on the device.

## At run time
`jax.make_jaxpr` shows `select_n` in place of `cond`.
https://docs.jax.dev/en/latest/_autosummary/jax.lax.cond.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.event import BOTH_BRANCHES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import Slow


def check(event: Slow) -> Hazard | None:
    if event.how != BOTH_BRANCHES:
        return None
    return Hazard(
        "both branches are computed for each row: the predicate is mapped by `jax.vmap`, which makes a select of `cond`"
    )


RULE = Rule(
    code="JAX904",
    severity="info",
    events=("slow",),
    runtime="jax.make_jaxpr",
    check=check,
)
