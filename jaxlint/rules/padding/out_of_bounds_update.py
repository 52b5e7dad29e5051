"""Out-of-bounds `.at[]` update or segment id: JAX drops it

## Why
JAX drops updates past the end of an array, and values whose segment id is not below `num_segments`,
and raises nothing. Only indices that certainly exceed the bound are reported: constants, loop
counters, elements of `arange`, bounds of `randint`. With `mode=`, such as `mode="drop"`, none is.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def count_by_group(counts):
        groups = jnp.array([0, 1, 1, 3])
        return jax.ops.segment_sum(counts, groups, num_segments=3)


    print(count_by_group(jnp.array([4, 1, 2, 9])))  # prints [4 3 0]

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def count_by_group(counts):
        groups = jnp.array([0, 1, 1, 3])
        return jax.ops.segment_sum(counts, groups, num_segments=4)


    print(count_by_group(jnp.array([4, 1, 2, 9])))  # prints [4 3 0 9]

## Ways out
- raise `num_segments`, or make the array longer: no update should be lost
- stop the loop one iteration earlier: the counter runs past the end
- pass `mode="drop"`: the update is meant to be dropped

## Fix safety
A suggestion: a larger `num_segments`, or a loop that stops earlier. No fix otherwise, as either the
loop may be too long or the array too short.

## How to silence
When the update is meant to be dropped and the function has no `mode=`.

## How to confirm
Print the result of the last update, or compare the sum of the segments with the sum of the values.
https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html
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
        update = quoted(event, event.node)
        message = f"{update} writes up to {event.beyond} past the end: JAX drops out-of-bounds updates"
        return Hazard(message, ways=("stop", "raise", "pass"))
    message = f"{index} goes {event.beyond} past the last segment: `{short_name(event.callee)}` drops these values"
    return Hazard(message, ways=("raise", "pass"))


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
    unfixed="it is unknown whether the loop is too long or the array too short",
)
