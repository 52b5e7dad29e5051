"""A traced value formatted as a number: `f"{x:.2f}"`, `"%d" % x`, `format(x, "e")`.

## Why
The digits are asked for while tracing, before there are any. `f"{x}"` works, and shows the tracer.

## Bad
    @jax.jit
    def step(loss):
        print(f"loss {loss:.3f}")
        return loss

## Good
    @jax.jit
    def step(loss):
        jax.debug.print("loss {:.3f}", loss)
        return loss

## Fix
What is printed: see print-in-trace.

## At run time
`TypeError`: unsupported format string. https://docs.jax.dev/en/latest/debugging/print_breakpoint.html
"""

from __future__ import annotations

from jaxlint.rules.quoting import quoted
from jaxlint.rules.rule import Hazard, Rule

TYPE_CHECKING = False
if TYPE_CHECKING:
    from jaxlint.tracing.event import Concretized


def check(event: Concretized) -> Hazard | None:
    if event.how != "format":
        return None
    return Hazard(f"{quoted(event, event.node)} is traced, and a traced value cannot be formatted as a number")


RULE = Rule(
    code="JAX206",
    severity="error",
    events=("concretized",),
    runtime="TypeError",
    check=check,
)
