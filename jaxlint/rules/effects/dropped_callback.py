"""Unused result of `jax.pure_callback`: JAX drops the call

## Why
`jax.pure_callback` promises that the function has no side effects. Under `jit`, XLA therefore
removes the call when nothing uses its result, and it may call the function more or less often
than the code says. A callback for its side effects needs `jax.debug.callback` or `io_callback`.

## Bad
    import jax
    import jax.numpy as jnp
    import numpy as np

    seen = []


    def note(x):
        seen.append(float(x))
        return np.float32(0)


    @jax.jit
    def step(x):
        jax.pure_callback(note, jax.ShapeDtypeStruct((), jnp.float32), x.sum())
        return x * 2


    step(jnp.ones(3)).block_until_ready()
    print(seen)  # prints []

## Good
    import jax
    import jax.numpy as jnp

    seen = []


    @jax.jit
    def step(x):
        jax.debug.callback(lambda x: seen.append(float(x)), x.sum())
        return x * 2


    step(jnp.ones(3)).block_until_ready()
    jax.effects_barrier()
    print(seen)  # prints [3.0]

## Ways out
- use `jax.debug.callback`: the function only records or prints values
- use `jax.experimental.io_callback`: the side effect belongs to the program
- delete the call: the function has no side effects

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When it does not matter whether the function is called.

## How to confirm
Let the callback print: nothing appears. https://docs.jax.dev/en/latest/external-callbacks.html
"""

from __future__ import annotations

from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.effects import DROPPED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.effects import EffectMisused


def check(event: EffectMisused) -> Hazard | None:
    if event.what != DROPPED:
        return None
    return Hazard("the result of `jax.pure_callback` is unused: compiled code does not call the function")


RULE = Rule(
    code="JAX624",
    severity="warning",
    events=("effect-misused",),
    runtime="no error: the function is not called",
    check=check,
    unfixed="only you know whether the function has side effects",
)
