"""A clock, a new identity or an answer of the user is read while tracing, and frozen into the compiled function.

## Why
A function that JAX compiles runs as Python once, while it is traced: `time.time()`, `datetime.now()`, `uuid.uuid4()`
and `input()` give one value then, which every later call keeps. A difference of two clocks is how long tracing took.

Reported is what gets into the result, or decides a branch. What is only printed says how long tracing took, and is no
matter of this rule; nor are files and environment variables, which are read on purpose as settings.

## Bad
    @jax.jit
    def stamped(x):
        return x, time.time()

    @jax.jit
    def noisy(x):
        key = jax.random.key(time.time_ns())
        return x + jax.random.normal(key, x.shape)

## Good
    x, seconds = compiled(x), time.time()

    @jax.jit
    def noisy(x, key):
        return x + jax.random.normal(key, x.shape)

## Fix
None: read it outside, and pass it as an argument. Inside, `jax.experimental.io_callback` asks at each call.

## At run time
No exception: the same value on each call. https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html
"""

from __future__ import annotations

from jaxlint.dataflow.results import decides
from jaxlint.rules.handing_on import given_by
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import HostRead


def check(event: HostRead) -> Hazard | None:
    if not decides(event.calls, given_by):
        return None
    return Hazard(f"{quoted(event, event.node)} runs once, while tracing: every later call has the same value")


RULE = Rule(
    code="JAX505",
    severity="warning",
    events=("host-read",),
    runtime="none: the same value on each call",
    check=check,
    unfixed="who calls it has to pass the value",
)
