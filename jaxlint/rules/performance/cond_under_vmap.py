"""`lax.cond` with an expensive branch under `jax.vmap`

## Why
Under `jax.vmap`, batch elements may need different branches, so JAX converts a `cond` with a
batched predicate to `select`: both branches run for every batch element. An expensive branch (a
loop, a matrix product, a solver) is then never skipped. If the predicate is not batched, for
example with `in_axes=None`, the `cond` remains.

## Bad
    import jax
    import jax.numpy as jnp
    from jax import lax


    def settle(x):
        return lax.fori_loop(0, 1000, lambda i, y: jnp.cos(y), x)


    def refine(x):
        return lax.cond(x > 0, settle, lambda x: x, x)


    jax.vmap(refine)(jnp.array([-1.0, 1.0]))

## Good
    import jax
    import jax.numpy as jnp
    from jax import lax


    def settle(x):
        return lax.fori_loop(0, 1000, lambda i, y: jnp.cos(y), x)


    def refine(x):
        return lax.cond(x > 0, settle, lambda x: x, x)


    lax.map(refine, jnp.array([-1.0, 1.0]))

## Ways out
- use `lax.map`: few batch elements need the expensive branch, or the batch is small
- use `jnp.where` on the inputs of one common computation: the branches differ only in their inputs

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When computing both branches for all elements is faster on your device than one element after another.

## How to confirm
Print `jax.make_jaxpr(jax.vmap(f))(xs)`: it shows `select_n` in place of `cond`.
https://docs.jax.dev/en/latest/_autosummary/jax.lax.cond.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.effects import BOTH_BRANCHES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.effects import Slow


def check(event: Slow) -> Hazard | None:
    if event.how != BOTH_BRANCHES:
        return None
    return Hazard(
        "both branches run for every batch element: `jax.vmap` turns `cond` with a batched predicate into `select`"
    )


RULE = Rule(
    code="JAX904",
    severity="info",
    events=("slow",),
    runtime="jax.make_jaxpr",
    check=check,
    unfixed="only you know how many batch elements need the expensive branch",
)
