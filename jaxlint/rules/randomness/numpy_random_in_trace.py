"""`np.random` or `random` under a trace: the draw is a constant

## Why
`np.random` and `random` are Python code with a hidden state. They run once, at trace time, and the
number becomes a constant of the compiled function: every later call returns the same numbers.
Under `vmap`, all batch elements share the draw.

## Bad
    import jax
    import numpy as np


    @jax.jit
    def noisy(x):
        return x + np.random.normal()


    print(noisy(1.0) == noisy(1.0))  # prints True

## Good
    import jax


    @jax.jit
    def noisy(x, key):
        return x + jax.random.normal(key)


    key1, key2 = jax.random.split(jax.random.key(0))
    print(noisy(1.0, key1) == noisy(1.0, key2))  # prints False

## Ways out
- use `jax.random` with a `key` parameter: every call should draw new numbers
- draw outside and pass the numbers: they come from existing NumPy code

## Fix safety
Unsafe, as the numbers change: the draw uses `jax.random` and a key that the callers pass. A suggestion if a
caller is not linted, or the function is passed to other code. No fix if `jax.random` has no such draw.

## How to silence
When one draw per compilation is what you want, such as fixed initial weights or test data.

## How to confirm
Call the function twice and compare the results: they are the same numbers.
https://docs.jax.dev/en/latest/random-numbers.html
"""

from __future__ import annotations

from jaxlint.codemods.recipes.keys.key_parameter import with_key
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.values.stage import VMAP

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.codemods.rewrite import Rewrite
    from jaxlint.codemods.site import Site
    from jaxlint.tracing.events.effects import HostRandom


def check(event: HostRandom) -> Hazard:
    callee = event.module.source.segment(event.node.func)  # type: ignore[attr-defined]
    if event.point.stage == VMAP:
        return Hazard(f"`{callee}` runs once, while tracing: every batch element shares its result")
    return Hazard(f"`{callee}` runs once, while tracing: every later call returns the same numbers")


def fix(event: HostRandom, site: Site) -> Rewrite | None:
    return with_key(site, event)


RULE = Rule(
    code="JAX401",
    severity="warning",
    events=("host-random",),
    runtime="none: the same numbers on each call",
    check=check,
    fix=fix,
    unfixed="no PRNG key can be passed to this code",
)
