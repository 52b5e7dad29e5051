"""A static argument of a jitted function has another value in each iteration: JAX traces and compiles each time.

## Why
jit finds what it has compiled by the values of static arguments: another number, or an object that is equal to none but
itself, asks for another program. Compiling takes as long as thousands of calls. A number that takes part in arithmetic
alone can be traced. A lambda, a `partial`, an optimizer of optax, and an object of a class without `__eq__` are new
ones wherever they are made, whatever they hold. `eqx.filter_jit` keeps Python numbers static.

Reported are counters, what arithmetic makes of them, and numbers that each iteration multiplies or adds to, where the
function could trace them; floats always, as no shape is made of one. Nothing is said of loops of a few iterations, of
settings that a loop goes through, of numbers that stay the same for several iterations, and of tests and benchmarks.

## Bad
    @partial(jax.jit, static_argnames="rate")
    def step(x, rate):
        return x - rate * grad(x)

    for i in range(1000):
        x = step(x, rate=0.1 / (1 + i))

## Good
    @jax.jit
    def step(x, rate):
        return x - rate * grad(x)

## Fix
None: leave the parameter out of `static_argnums`, pass `jnp.asarray(i)` to `eqx.filter_jit`, or make the object once,
above the loop.

## At run time
`jax.config.update("jax_explain_cache_misses", True)`, or `jax_log_compiles`, tells of each program that is traced and
compiled, and why; `chex.assert_max_traces` fails at one too many.
https://docs.jax.dev/en/latest/_autosummary/jax.jit.html
"""

from __future__ import annotations

from jaxlint.rules.key_reuse import is_for_a_test
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import Retraced


def check(event: Retraced) -> Hazard | None:
    if not event.static or is_for_a_test(event.module, event.node):
        return None
    times = "" if event.iterations is None else f" ({event.iterations} times)"
    return Hazard(f"{event.says}: JAX traces and compiles `{event.callee}` again each time{times}")


RULE = Rule(
    code="JAX609",
    severity="warning",
    events=("retraced",),
    runtime="jax_explain_cache_misses",
    check=check,
    unfixed="what the function needs it for decides whether it can be traced",
    groups=("recompilation",),
)
