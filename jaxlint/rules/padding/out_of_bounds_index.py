"""Out-of-bounds index: JAX clamps reads and drops updates

## Why
Where NumPy raises, JAX reads the last element, drops an update, and leaves out a value whose
segment id is not below `num_segments`. Only indices that certainly exceed the bound are reported:
constants, sizes, loop counters, elements of `arange`. With `mode=`, such as `mode="drop"`, none is.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def td_errors(rewards, values):
        def error(t):
            return rewards[t] + values[t + 1] - values[t]

        return jax.vmap(error)(jnp.arange(len(values)))


    print(td_errors(jnp.array([0.0, 1.0]), jnp.array([0.5, 0.75])))  # prints [0.25 1.  ]

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def td_errors(rewards, values):
        following = jnp.append(values[1:], 0.0)
        return rewards + following - values


    print(td_errors(jnp.array([0.0, 1.0]), jnp.array([0.5, 0.75])))  # prints [0.25 0.25]

## Ways out
- stop the loop earlier: the counter runs past the end
- use the last index, as in `x[-1]`: the last element is meant
- use `x.at[i].get(mode="fill", fill_value=0)`: what is past the end should be 0, or another number
- raise `num_segments`, or make the array longer: no update should be lost
- pass `mode="drop"`: the update is meant to be dropped

## Fix safety
A suggestion: a larger `num_segments`, or, for an update, a loop that stops earlier. No fix otherwise,
as either the loop may be too long or the array too short.

## How to silence
When the index is meant to be clamped, or the update to be dropped, and there is no `mode=`.

## How to confirm
Convert the array with `np.asarray` and run the loop in Python: NumPy raises `IndexError`.
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
    from jaxlint.tracing.events.shapes import OutOfBounds


def check(event: OutOfBounds) -> Hazard:
    index, places = quoted(event, event.index), _elements(event)
    where, element = ("past the end", "last") if event.beyond > 0 else ("before the start", "first")
    if event.callee == "[]":
        message = f"{quoted(event, event.node)} reads {places} {where}: JAX clamps the index to the {element} element"
        ways = () if event.beyond < 0 else ("stop",) if event.counted else ("use the last",)
        return Hazard(message, ways=(*ways, "use `x.at"))
    if event.callee == ".at[]":
        update = quoted(event, event.node)
        message = f"{update} writes {places} {where}: JAX drops out-of-bounds updates"
        return Hazard(message, ways=(*(["stop"] if event.counted else []), "raise", "pass"))
    message = f"{index} goes {event.beyond} past the last segment: `{short_name(event.callee)}` drops these values"
    return Hazard(message, ways=("raise", "pass"))


def _elements(event: OutOfBounds) -> str:
    count = "1 element" if abs(event.beyond) == 1 else f"{abs(event.beyond)} elements"
    return f"up to {count}" if event.counted else count


def fix(event: OutOfBounds, site: Site) -> Rewrite | None:
    if event.callee == "[]":
        return None
    if event.callee == ".at[]":
        return shorter_loop(site, event.index, event.beyond) if event.beyond > 0 else None
    return more_segments(site, event.node, event.beyond)


RULE = Rule(
    code="JAX113",
    severity="warning",
    events=("out-of-bounds",),
    runtime="none: reads are clamped, updates dropped",
    check=check,
    fix=fix,
    unfixed="it is unknown whether the loop is too long or the array too short",
)
