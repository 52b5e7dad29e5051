"""A place beyond the end, for certain, in `x.at[i].set(v)` or among the ids of `segment_sum`: the write is dropped.

## Why
JAX leaves out what would be written beyond the end of an array, and raises nothing; the same goes for values whose id
is not below `num_segments`. A counter that goes one too far loses the last element.

The finding needs bounds that are known and met: the counter of `fori_loop`, elements of `arange`, numbers that are
written in the code, the bounds of `randint`. With a `mode` that says so (`mode="drop"`), nothing is reported.

## Bad
    @jax.jit
    def steps(x):
        step = lambda i, y: y.at[i + 1].set(x[i])
        return jax.lax.fori_loop(0, 8, step, jnp.zeros(8))

    jax.ops.segment_sum(x, jnp.array([0, 1, 1, 2, 3]), num_segments=3)

## Good
    @jax.jit
    def steps(x):
        step = lambda i, y: y.at[i + 1].set(x[i])
        return jax.lax.fori_loop(0, 7, step, jnp.zeros(8))

    jax.ops.segment_sum(x, jnp.array([0, 1, 1, 2, 3]), num_segments=4)

## Fix
A suggestion: as many segments as there are ids, or a loop that ends before.

## At run time
Nothing is raised. https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.slices.shorter_loops import more_segments, shorter_loop
from jaxlint.rules.quoting import quoted, short_name
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import WriteDropped


def check(event: WriteDropped) -> Hazard:
    index = quoted(event, event.index)
    if event.callee == ".at[]":
        return Hazard(f"{index} goes {event.beyond} beyond the end, where {quoted(event, event.node)} writes nothing")
    callee = short_name(event.callee)
    return Hazard(f"{index} goes {event.beyond} beyond `num_segments`: `{callee}` leaves these values out")


def fix(event: WriteDropped, site: Site) -> Rewrite | None:
    if event.callee == ".at[]":
        return shorter_loop(site, event.index, event.beyond)
    return more_segments(site, event.node, event.beyond)


RULE = Rule(
    code="JAX113",
    severity="warning",
    events=("write-dropped",),
    runtime="none: nothing is written there",
    check=check,
    fix=fix,
    unfixed="whether the loop is too long, or the array too short, is not known",
)
