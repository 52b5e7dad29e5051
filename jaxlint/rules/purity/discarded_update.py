"""Discarded result of `x.at[i].set(v)`, `optax.apply_updates` or `state.replace`

## Why
JAX arrays are immutable. `x.at[i].set(v)`, `.add` and the other updates return a new array and leave
`x` unchanged. `optax.apply_updates`, `eqx.tree_at`, `state.replace` and others return a new tree in
the same way. Without an assignment, the line does nothing, and JAX raises nothing.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def clear_first(x):
        x.at[0].set(0)
        return x


    print(clear_first(jnp.ones(3)))  # prints [1. 1. 1.]

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def clear_first(x):
        x = x.at[0].set(0)
        return x


    print(clear_first(jnp.ones(3)))  # prints [0. 1. 1.]

## Ways out
- assign the updated copy, as in `x = x.at[i].set(v)`: the update is meant
- delete the line: the update is not needed

## Fix safety
Unsafe, as it changes the result. No fix if what is updated has no local name that is read afterwards, for example
if only the caller or an outer scope reads it.

## How to silence
When the line only checks that the update works, for example in an example or a benchmark.

## How to confirm
Print the array or tree before and after the line: it is unchanged.
https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.purity.rebound import rebound
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.shapes import UpdateDropped


def check(event: UpdateDropped) -> Hazard | None:
    if event.function is None and event.module.path.endswith(".ipynb"):
        return None  # the last line of a cell is shown
    return Hazard(f"the result of {quoted(event, event.node)} is discarded: {quoted(event, event.base)} is unchanged")


def fix(event: UpdateDropped, site: Site) -> Rewrite | None:
    return rebound(site, event.node, event.base)


RULE = Rule(
    code="JAX506",
    severity="warning",
    events=("update-dropped",),
    runtime="no error: the array or tree stays as it was",
    check=check,
    fix=fix,
    unfixed="what is updated has no name to assign the result to",
)
