"""New function jitted in every iteration: JAX compiles it again

## Why
`jit` finds a compiled program by the function object, the shapes and dtypes of the arguments and
the values of static ones. A lambda, a nested function, `partial(f)`, `jax.grad(f)` and a bound
method are new objects each time they are created, and an array that grows has a new shape. Only
loops in the analyzed code are reported; short loops, tests and benchmarks are not.

## Bad
    import jax
    import jax.numpy as jnp

    traces = []


    def loss(w, x):
        traces.append(x.shape)
        return jnp.mean((x * w - 1) ** 2)


    w = jnp.zeros(2)
    for x in jnp.ones((20, 2)):
        w = w - 0.1 * jax.jit(jax.grad(loss))(w, x)
    print(len(traces))  # prints 20

## Good
    import jax
    import jax.numpy as jnp

    traces = []


    def loss(w, x):
        traces.append(x.shape)
        return jnp.mean((x * w - 1) ** 2)


    gradient = jax.jit(jax.grad(loss))
    w = jnp.zeros(2)
    for x in jnp.ones((20, 2)):
        w = w - 0.1 * gradient(w, x)
    print(len(traces))  # prints 1

## Ways out
- jit once, above the loop: what changes in each iteration can be an argument
- cache the jitted function with `functools.cache`: a function creates it for a few settings
- pad the array to its final size: it grows in every iteration

## Fix safety
A suggestion to jit once, before the loop, if the line that jits can move there unchanged. No fix if it is in a
function that the loop calls, if the lambda closes over arrays, or for arrays that grow.

## How to silence
When each iteration needs its own program, for example in a sweep over model sizes.

## How to confirm
`jax.config.update("jax_explain_cache_misses", True)` or `jax_log_compiles` logs each program that is traced and
compiled; `chex.assert_max_traces` raises if there are too many.
https://docs.jax.dev/en/latest/_autosummary/jax.jit.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.wording.out_of_loop import made_before
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.event import Retraced


def check(event: Retraced) -> Hazard | None:
    if event.static:
        return None
    times = "" if event.iterations is None else f" ({event.iterations} times)"
    if not event.made:
        return Hazard(f"{event.says}: JAX traces and compiles `{event.callee}` again each time{times}")
    who = "each call, of a function that is called in a loop," if event.calls else "each iteration of the loop"
    closed = f"; `{'`, `'.join(event.arrays)}` can be passed as an argument" if event.arrays else ""
    return Hazard(
        f"{who} gives `{event.callee}` another {event.says}: JAX traces and compiles it again each time{times}{closed}"
    )


def fix(event: Retraced, site: Site) -> Rewrite | None:
    return made_before(site, event.node) if event.made and not event.calls and not event.arrays else None


RULE = Rule(
    code="JAX604",
    severity="warning",
    events=("retraced",),
    runtime="jax_explain_cache_misses",
    check=check,
    fix=fix,
    unfixed="where it is made once, and kept, is for the program to say",
    groups=("recompilation",),
)
