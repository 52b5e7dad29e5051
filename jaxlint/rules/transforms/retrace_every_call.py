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
- jit once, at module level or above the loop: what changes in each call can be an argument
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
from jaxlint.rules.quoting import short_name
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.transforms import Retraced


def check(event: Retraced) -> Hazard | None:
    if event.static:
        return None
    callee = f"`{short_name(event.callee)}`"
    if not event.made:
        return Hazard(f"{event.says}: {compilations(event, callee)}", ways=("pad",))
    when = "on every call" if event.calls else "in every iteration"
    arguments = "an argument" if len(event.arrays) == 1 else "arguments"
    advice = f"; pass `{'`, `'.join(event.arrays)}` as {arguments}" if event.arrays else ""
    message = f"{callee} gets a new {event.says} {when}: {compilations(event, 'it')}{advice}"
    return Hazard(message, ways=("jit once", *(["cache"] if event.calls else [])))


def compilations(event: Retraced, function: str) -> str:
    """How often JAX compiles a function that a loop calls."""
    if event.iterations is None:
        return f"JAX recompiles {function} each time"
    return f"JAX compiles {function} {event.iterations} times"


def fix(event: Retraced, site: Site) -> Rewrite | None:
    return made_before(site, event.node) if event.made and not event.calls and not event.arrays else None


RULE = Rule(
    code="JAX604",
    severity="warning",
    events=("retraced",),
    runtime="jax_explain_cache_misses",
    check=check,
    fix=fix,
    unfixed="move the transform out of the loop yourself",
    groups=("recompilation",),
)
