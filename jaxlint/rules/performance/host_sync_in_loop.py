"""`float(loss)` in each step of a loop that calls a jitted function: Python waits for the device.

## Why
JAX hands work to the device and goes on at once, so that Python prepares the next step while the last one runs.
`float(x)`, `x.item()`, `np.asarray(x)` and `print(x)` need the number, and wait for it: in each iteration, the device
then waits for Python in turn. Keep the arrays, and convert them after the loop, or every so many steps.

Reported is what a jitted function gave in the same iteration, and what is only summed up, kept or shown. Advice, and
off by default.

## Bad
    for batch in batches:
        params, loss = step(params, batch)
        losses.append(float(loss))

## Good
    for batch in batches:
        params, loss = step(params, batch)
        losses.append(loss)
    losses = [float(loss) for loss in losses]

    for number, batch in enumerate(batches):
        params, loss = step(params, batch)
        if number % 100 == 0:
            print(float(loss))

## Fix
None: when the number is needed is for the program to say.

## At run time
`jax.transfer_guard("disallow")` raises where something is fetched; `jax.profiler` shows the gaps.
https://docs.jax.dev/en/latest/async_dispatch.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.event import HOST_SYNC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import Slow


def check(event: Slow) -> Hazard | None:
    if event.how != HOST_SYNC:
        return None
    return Hazard(
        f"{quoted(event, event.node)} waits for the device in each iteration: keep the array, and convert it later"
    )


RULE = Rule(
    code="JAX901",
    severity="info",
    events=("slow",),
    runtime="jax.transfer_guard",
    check=check,
)
