"""`dynamic_slice` past the end of an axis: JAX clamps its start

## Why
The size of a dynamic slice is static and its start is data. If the slice would overrun the axis,
`dynamic_slice` and `dynamic_update_slice` move the start so that it fits, and raise nothing. Only
starts that certainly overrun are reported: constants, loop counters, elements of `arange`.

## Bad
    import jax
    import jax.numpy as jnp
    from jax import lax


    @jax.jit
    def moving_sum(x):
        starts = jnp.arange(x.shape[0])
        return jax.vmap(lambda i: lax.dynamic_slice(x, (i,), (3,)).sum())(starts)


    print(moving_sum(jnp.arange(5)))  # prints [3 6 9 9 9]

## Good
    import jax
    import jax.numpy as jnp
    from jax import lax


    @jax.jit
    def moving_sum(x):
        starts = jnp.arange(x.shape[0] - 2)
        return jax.vmap(lambda i: lax.dynamic_slice(x, (i,), (3,)).sum())(starts)


    print(moving_sum(jnp.arange(5)))  # prints [3 6 9]

## Ways out
- stop the loop at the last slice that fits: the last slices are not meant to repeat
- use `x.at[i].get(mode="fill")`: you want a fill value for what is past the end
- pad the array with `jnp.pad`: you want as many slices as there are elements

## Fix safety
A suggestion, if the start is a loop counter: the loop stops at the last slice that fits. No fix
otherwise, as the intended number or position of the slices is unknown.

## How to silence
When the clamped start is intended.

## How to confirm
Print the slice at the last start: it is the same as the one before.
https://docs.jax.dev/en/latest/_autosummary/jax.lax.dynamic_slice.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.slices.shorter_loops import shorter_loop
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.shapes import WindowMoved


def check(event: WindowMoved) -> Hazard:
    start, callee = quoted(event, event.start), short_name(event.callee)
    if event.begins is not None:
        begins = f"begins at {event.begins}, outside of axis {event.axis}"
        return Hazard(f"the slice at {start} {begins}: `{callee}` clamps its start")
    far = "" if event.beyond is None else f" by {event.beyond}"
    return Hazard(f"the slice at {start} overruns axis {event.axis}{far}: `{callee}` clamps its start")


def fix(event: WindowMoved, site: Site) -> Rewrite | None:
    return None if event.beyond is None else shorter_loop(site, event.start, event.beyond)


RULE = Rule(
    code="JAX112",
    severity="warning",
    events=("window-moved",),
    runtime="none: other elements are read, or written",
    check=check,
    fix=fix,
    unfixed="the intended number and position of the slices are unknown",
)
