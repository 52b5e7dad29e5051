"""Array copied in every iteration of a Python loop

## Why
JAX arrays are immutable: outside of `jit`, each `.at[i].set` or `jnp.concatenate` copies the whole
array and dispatches a small piece of work; an array that grows also compiles for each length. Under
`jit`, Python unrolls the loop. Reported in functions without a transform, for writes at the loop's
counter and for arrays that start empty.

## Bad
    import jax.numpy as jnp


    def squares(n):
        out = jnp.zeros(n)
        for i in range(n):
            out = out.at[i].set(jnp.sin(i) ** 2)
        return out


    squares(10)

## Good
    import jax
    import jax.numpy as jnp


    def squares(n):
        return jax.vmap(lambda i: jnp.sin(i) ** 2)(jnp.arange(n))


    squares(10)

## Ways out
- use `jax.vmap`: the iterations are independent
- use `lax.scan`: each iteration needs the one before
- collect the parts and join them once with `jnp.stack`: the loop must stay in Python

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the loop is short, or runs only once.

## How to confirm
Time the loop for two sizes, or record it with `jax.profiler`: the time grows faster than the number of iterations.
https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.effects import GROWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.effects import Slow


def check(event: Slow) -> Hazard | None:
    if event.how != GROWN:
        return None
    return Hazard(
        f"{quoted(event, event.node)} copies the whole array in every iteration; collect the parts and join them once"
    )


RULE = Rule(
    code="JAX903",
    severity="info",
    events=("slow",),
    runtime="jax.profiler",
    check=check,
    unfixed="only you know whether the iterations are independent",
)
