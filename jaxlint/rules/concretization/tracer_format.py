"""Number formatting of a traced value: `f"{x:.2f}"`

## Why
A format such as `.2f` or `%d` needs the digits of a number, and a traced value has none at trace
time. `f"{x}"` works, but shows the tracer and not the value.

## Bad
    import jax
    import jax.numpy as jnp


    def report(message):
        print(message)


    @jax.jit
    def step(weights):
        loss = jnp.sum(weights**2)
        report(f"loss {loss:.3f}")
        return 0.5 * weights


    weights = step(jnp.ones(2))

## Good
    import jax
    import jax.numpy as jnp


    def report(message):
        print(message)


    @jax.jit
    def step(weights):
        loss = jnp.sum(weights**2)
        return 0.5 * weights, loss


    weights, loss = step(jnp.ones(2))
    report(f"loss {loss:.3f}")  # prints loss 2.000

## Ways out
- return the value and format it outside `jit`: you need the string
- use `jax.debug.print`: you only want to print the value in every call

## Fix safety
jaxlint has no automatic fix for this rule.

## How to silence
When a caller that jaxlint cannot see runs the function without `jit`.

## JAX's error
`TypeError`: unsupported format string passed to DynamicJaxprTracer.__format__; or
`ConcretizationTypeError` for `"%.2f" % x`.
https://docs.jax.dev/en/latest/debugging/print_breakpoint.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.events.values import Concretized


def check(event: Concretized) -> Hazard | None:
    if event.how != "format":
        return None
    return Hazard(f"number formatting needs a concrete value, but {quoted(event, event.node)} is traced")


RULE = Rule(
    code="JAX206",
    severity="error",
    events=("concretized",),
    runtime="TypeError",
    check=check,
    unfixed="the text needs a number, which exists only outside the trace",
)
