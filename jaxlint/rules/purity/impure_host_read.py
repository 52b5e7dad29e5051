"""Clock, iterator or `input()` read at trace time

## Why
A compiled function, or the body of a `lax` loop, runs as Python only once, while JAX traces it.
`time.time()`, `uuid.uuid4()`, `input()` and `next(iterator)` return one value then, which every
later call or iteration reuses. Reported only if it reaches the result or decides a branch. Files
and environment variables are not reported: they are read as settings.

## Bad
    import time

    import jax


    @jax.jit
    def noisy(x):
        key = jax.random.key(time.time_ns())
        return x + jax.random.normal(key)


    print(noisy(1.0) == noisy(1.0))  # prints True

## Good
    import time

    import jax


    @jax.jit
    def noisy(x, key):
        return x + jax.random.normal(key)


    key1, key2 = jax.random.split(jax.random.key(time.time_ns()))
    print(noisy(1.0, key1) == noisy(1.0, key2))  # prints False

## Ways out
- pass the value as an argument: the caller can read it before each call
- time the call from outside, with `jax.block_until_ready`: the clock is read for timing
- scan over an array, such as `jnp.array(list(it))`: each iteration needs the next element
- use `jax.experimental.io_callback`: it must be read during the computation, in every call

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When one value per compilation is what you want, such as the time of compilation.

## How to confirm
Call the function twice and compare the results: they contain the same value.
https://docs.jax.dev/en/latest/notebooks/Common_Gotchas_in_JAX.html
"""

from __future__ import annotations

from jaxlint.dataflow.results import decides
from jaxlint.rules.handing_on import given_by
from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.effects import HostRead

_STOPWATCHES = ("time.perf_counter", "time.monotonic", "time.process_time", "time.thread_time", "time.clock")


def check(event: HostRead) -> Hazard | None:
    calls = (*event.point.through, (event.module, event.function, event.node))
    if event.callee != "builtins.next" and not decides(calls, given_by):
        return None
    message = f"{quoted(event, event.node)} runs once, while tracing: every later {event.again} reuses its value"
    return Hazard(message, ways=(*_first_ways(event), "use"))


def _first_ways(event: HostRead) -> list[str]:
    if event.callee == "builtins.next" and event.again == "iteration":
        return ["scan"]
    if event.callee.startswith(_STOPWATCHES):
        return ["time"]
    passed = ["pass"] if event.again == "call" else []
    return ["time", *passed] if event.callee == "time.time" else passed


RULE = Rule(
    code="JAX505",
    severity="warning",
    events=("host-read",),
    runtime="none: the same value on each call",
    check=check,
    unfixed="the caller must pass the value",
)
