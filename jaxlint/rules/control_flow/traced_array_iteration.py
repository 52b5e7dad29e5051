"""`for row in x` over a traced array, which Python unrolls

## Why
The loop works, but Python unrolls it: JAX traces the body once per row, and the program and its
compile time grow with the array. `lax.scan` and `jax.vmap` trace the body once. This is advice and
off by default. Long loops of known length are JAX905; unpacking (`a, b = x`) is not reported.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def smooth(signal):
        level = 0.0
        for value in signal:
            level = 0.75 * level + 0.25 * value
        return level


    program = jax.make_jaxpr(smooth)(jnp.ones(50))
    print(str(program).count("mul"))  # prints 99

## Good
    import jax
    import jax.numpy as jnp
    from jax import lax


    @jax.jit
    def smooth(signal):
        def step(level, value):
            return 0.75 * level + 0.25 * value, None

        return lax.scan(step, 0.0, signal)[0]


    program = jax.make_jaxpr(smooth)(jnp.ones(50))
    print(str(program).count("mul"))  # prints 2

## Ways out
- use `lax.scan`: an iteration needs the result of the one before
- use `jax.vmap`: the iterations are independent of one another
- leave the loop: the array has only a few rows

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the array always has so few rows that unrolling costs nothing.

## How to confirm
`jax.make_jaxpr` shows the body once per row, and `jax_log_compiles` shows how long it compiles.
https://docs.jax.dev/en/latest/_autosummary/jax.lax.scan.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.values import RowsIterated

_FEW = 4  # rows


def check(event: RowsIterated) -> Hazard | None:
    if event.count is not None and event.count <= _FEW:
        return None
    times = "once per row" if event.count is None else f"{event.count} times"
    return Hazard(f"the loop over {quoted(event, event.node)} is unrolled: JAX traces its body {times}")


RULE = Rule(
    code="JAX309",
    severity="info",
    events=("rows-iterated",),
    runtime="jax_log_compiles",
    check=check,
    unfixed="only you know whether an iteration depends on the one before",
    groups=("performance",),
)
