"""Static argument that changes in every iteration

## Why
`jit` compiles a program for each value of a static argument, which takes as long as thousands of
calls. Numbers used only in arithmetic can be traced. A lambda, a `partial`, an optax optimizer, or
an object without `__eq__` is a new value each time it is created. `eqx.filter_jit` makes Python
numbers static. Short loops, sweeps over settings, tests and benchmarks are not reported.

## Bad
    from functools import partial

    import jax
    import jax.numpy as jnp

    traces = []


    @partial(jax.jit, static_argnames="rate")
    def step(x, rate):
        traces.append(rate)
        return x - rate * x


    x = jnp.ones(3)
    for i in range(20):
        x = step(x, rate=0.1 / (1 + i))
    print(len(traces))  # prints 20

## Good
    import jax
    import jax.numpy as jnp

    traces = []


    @jax.jit
    def step(x, rate):
        traces.append(x.shape)
        return x - rate * x


    x = jnp.ones(3)
    for i in range(20):
        x = step(x, rate=0.1 / (1 + i))
    print(len(traces))  # prints 1

## Ways out
- remove it from `static_argnames`: it is a number that is only used in arithmetic
- pass `jnp.asarray(i)`: the function is under `eqx.filter_jit`, which makes Python numbers static
- create the object once, above the loop: it is a function, an optimizer or a configuration

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the function needs the value as a shape or a loop bound, and each value needs its own program.

## How to confirm
`jax.config.update("jax_explain_cache_misses", True)` or `jax_log_compiles` logs each program that is traced and
compiled; `chex.assert_max_traces` raises if there are too many.
https://docs.jax.dev/en/latest/_autosummary/jax.jit.html
"""

from __future__ import annotations

from jaxlint.rules.key_reuse import is_for_a_test
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.rules.transforms.retrace_every_call import compilations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.transforms import Retraced


def check(event: Retraced) -> Hazard | None:
    if not event.static or is_for_a_test(event.module, event.node):
        return None
    return Hazard(f"{event.says}: {compilations(event, f'`{event.callee}`')}")


RULE = Rule(
    code="JAX609",
    severity="warning",
    events=("retraced",),
    runtime="jax_explain_cache_misses",
    check=check,
    unfixed="whether the argument can be traced depends on how the function uses it",
    groups=("recompilation",),
)
