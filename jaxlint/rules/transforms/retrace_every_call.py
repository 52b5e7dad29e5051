"""`jax.jit(lambda x: ...)(x)` in a loop: another function in each iteration, which JAX traces and compiles again.

## Why
jit finds what it has compiled by the function that it is given, by the shapes and dtypes of the arguments, and by the
values of those that are static. A lambda, a function that is defined in the loop, `partial(f, ...)`, `jax.grad(f)` and
a bound method are new objects each time, so nothing is found for them, though they compute the same. A function of a
module is the same one however often it is jitted. An array that grows asks for another program each time as well, and
`nnx.jit` is a new function always. A static argument with another value in each iteration is JAX609.

Only loops in view count: around the call, or around the calls of the function that does it. What a loop does with
another number or setting in each iteration may have to be compiled for each, so that nothing is said of it; nor of
loops of a few iterations, of tests and benchmarks, and of functions that are kept for later.

## Bad
    for batch in batches:
        params = jax.jit(lambda p, b: update(p, b))(params, batch)

    for batch in batches:
        loss, grads = jax.jit(jax.value_and_grad(loss_fn))(params, batch)

    for x in stream:
        history = jnp.append(history, x)
        total = jitted_sum(history)

## Good
    step = jax.jit(lambda p, b: update(p, b))
    for batch in batches:
        params = step(params, batch)

    loss_and_grads = jax.jit(jax.value_and_grad(loss_fn))

## Fix
A suggestion, where the line that jits can move above the loop as it is. In a function that is called in a loop, jit
outside of it, or keep what jit gave. What grows is better written into an array of the final size.

## At run time
`jax.config.update("jax_explain_cache_misses", True)`, or `jax_log_compiles`, tells of each program that is traced and
compiled, and why; `chex.assert_max_traces` fails at one too many.
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
