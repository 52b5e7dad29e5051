"""`x = x.at[i].set(v)` or `xs = jnp.concatenate([xs, x])` in each iteration of a Python loop.

## Why
JAX arrays are immutable: un-jitted, each step copies all of the array, and hands a small piece of work to the device.
An array that grows is compiled for each length, too. Where somebody jits it, Python unrolls the loop. Collect the parts
in a list and put them together once, or compute all at once by `jax.vmap`, or `lax.scan`.

Reported are writes at the counter of the loop, and what begins as an empty array, in functions that nobody in view
traces. Advice, and off by default.

## Bad
    out = jnp.zeros(n)
    for i in range(n):
        out = out.at[i].set(f(i))

## Good
    out = jax.vmap(f)(jnp.arange(n))

    out = jnp.stack([f(i) for i in range(n)])

## Fix
None: it depends on what is computed.

## At run time
`jax.profiler`, or a clock. https://docs.jax.dev/en/latest/_autosummary/jax.numpy.ndarray.at.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule
from jaxlint.tracing.event import GROWN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import Slow


def check(event: Slow) -> Hazard | None:
    if event.how != GROWN:
        return None
    return Hazard(
        f"{quoted(event, event.node)} makes another copy in each iteration of a Python loop: join the parts once"
    )


RULE = Rule(
    code="JAX903",
    severity="info",
    events=("slow",),
    runtime="jax.profiler",
    check=check,
)
