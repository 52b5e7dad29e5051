"""Host-device sync in every iteration of a training loop

## Why
JAX dispatches work to the device and returns at once, so Python can prepare the next step
meanwhile. `float(x)`, `x.item()`, `np.asarray(x)` and `print(x)` block until the value is computed,
and then the device is idle until Python dispatches the next step. Reported if a jitted function
returned the value in the same iteration and the program only sums up, stores or shows it.

## Bad
    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(w, x):
        return w - 0.1 * (w - x), (w - x) ** 2


    w, losses = jnp.zeros(()), []
    for x in range(100):
        w, loss = step(w, x)
        losses.append(float(loss))

## Good
    import jax
    import jax.numpy as jnp


    @jax.jit
    def step(w, x):
        return w - 0.1 * (w - x), (w - x) ** 2


    w, losses = jnp.zeros(()), []
    for x in range(100):
        w, loss = step(w, x)
        losses.append(loss)
    losses = jax.device_get(losses)

## Ways out
- collect the arrays and call `jax.device_get` after the loop: the values are needed at the end
- convert every 100 steps: the values are shown while the loop runs

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When the loop needs the number in each iteration, or each step takes far longer than the transfer.

## How to confirm
`jax.transfer_guard("disallow")` raises at a transfer on accelerators; `jax.profiler` shows the gaps between the steps.
https://docs.jax.dev/en/latest/async_dispatch.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.events.effects import HOST_SYNC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.effects import Slow


def check(event: Slow) -> Hazard | None:
    if event.how != HOST_SYNC:
        return None
    return Hazard(f"{quoted(event, event.node)} blocks on the device in every iteration; convert after the loop")


RULE = Rule(
    code="JAX901",
    severity="info",
    events=("slow",),
    runtime="jax.transfer_guard",
    check=check,
    unfixed="only you know whether the values must be read in every iteration",
)
